/** The playground as a static site that works at any address. */
import { fileURLToPath } from 'node:url';
import { STYLE } from '../packages/viewer/src/style.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default {
  base: './',
  plugins: [
    {
      name: 'shared-style',
      transformIndexHtml: () => [{ tag: 'style', children: STYLE, injectTo: 'head-prepend' }],
    },
  ],
  resolve: {
    alias: [{ find: /^refrain$/, replacement: inRepository('dist/index.js') }],
  },
  // Vite does not find packages of the worker before it runs; it would then reload the page, which loses its pages.
  optimizeDeps: { include: ['css-what', 'fflate'].map((name) => `@refrain/rules > ${name}`) },
  server: { fs: { allow: [inRepository('.')] } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Browsers that know light-dark(): for older ones it becomes variables that the shared style does not set.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1000,
  },
};
