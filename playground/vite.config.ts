/** The playground as a static site that works at any address. */
import { fileURLToPath } from 'node:url';
import { SHARED_STYLE } from '../packages/viewer/src/style.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * Packages that only the worker loads, warcio with the first WARC. Vite does not find them before the worker runs; it would
 * bundle them then and reload the page, which loses the files that were dropped.
 */
const DEPENDENCIES = [
  'warcio',
  ...['@exodus/bytes/encoding-browser.js', 'browser-level', 'html-encoding-sniffer', 'tldts'].map(
    (name) => `@refrain/crawl > ${name}`,
  ),
];

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
    alias: [{ find: /^refrain$/, replacement: inRepository('dist/index.js') }],
  },
  optimizeDeps: { include: DEPENDENCIES },
  server: { fs: { allow: [inRepository('.')] } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Browsers that know light-dark(): for older ones it becomes variables that the shared style does not set.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1000,
  },
};
