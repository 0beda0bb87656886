/** The playground as a static site that works at any address. */
import { fileURLToPath } from 'node:url';
import { SHARED_STYLE } from '../packages/viewer/src/style.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

// biome-ignore lint/style/noDefaultExport: Vite requires it.
export default {
  base: './',
  plugins: [
    {
      name: 'shared-style',
      transformIndexHtml: () => [{ tag: 'style', children: SHARED_STYLE, injectTo: 'head-prepend' }],
    },
  ],
  resolve: {
    alias: [
      { find: /^refrain$/, replacement: inRepository('dist/index.js') },
      { find: /^refrain\/html$/, replacement: inRepository('dist/html/index.js') },
    ],
  },
  // Loaded with the first WARC. Vite would bundle it only then, and reload the page, which loses the WARC.
  optimizeDeps: { include: ['warcio'] },
  server: { fs: { allow: [inRepository('.')] } },
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
};
