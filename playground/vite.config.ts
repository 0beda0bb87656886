/** The playground as a static site: nothing but its own files, at whatever address. */
import { fileURLToPath } from 'node:url';

const inPackage = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

// biome-ignore lint/style/noDefaultExport: it is how Vite is told.
export default {
  base: './',
  resolve: {
    alias: [
      { find: /^refrain$/, replacement: inPackage('dist/index.js') },
      { find: /^refrain\/html$/, replacement: inPackage('dist/html/index.js') },
    ],
  },
  server: { fs: { allow: [inPackage('.')] } },
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
};
