/** The site of the documents. scripts/build-docs.ts stages its pages and passes their folder. */
import { join } from 'node:path';
import { defineConfigWithTheme } from 'vitepress';
import { ENTRIES } from '../../scripts/docs/entries.ts';

const pages = process.env['REFRAIN_DOCS_PAGES'];
const out = process.env['REFRAIN_DOCS_OUT'];
if (pages === undefined || out === undefined) throw new Error('build the site by `npm run check site`');

/** Space for drawings and commands of 100 columns. */
const STYLE = `
.VPDoc .container { max-width: 1240px !important; }
.VPDoc.has-aside .content-container { max-width: 900px !important; }
.VPDoc.has-aside .content { max-width: 940px !important; }
.VPDoc.has-aside .aside { max-width: 220px !important; }
.vp-doc img { border: 1px solid var(--vp-c-divider); }
.dark .light-only, html:not(.dark) .dark-only { display: none !important; }
.vp-doc [class*='language-'] code { font-size: 13px !important; }
.vp-doc [class*='language-'] > span.lang { color: var(--vp-c-text-2) !important; }
`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='3' fill='#5b34b8'/><path d='M3 4h10M3 8h6M3 12h10' stroke='#fff' stroke-width='2'/></svg>`,
)}`;

// biome-ignore lint/style/noDefaultExport: VitePress reads the default export.
export default defineConfigWithTheme({
  title: 'refrain',
  description: 'Boilerplate removal and main content extraction for whole web sites',
  lang: 'en',
  // The folder of the site on its host.
  base: process.env['REFRAIN_DOCS_BASE'] ?? '/',
  head: [
    ['style', {}, STYLE],
    ['link', { rel: 'icon', href: ICON }],
  ],
  srcDir: pages,
  outDir: out,
  cacheDir: join(pages, '../docs-cache'),
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    attrs: { disable: true },
    // In the default themes, comments in code have too little contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Guide', link: '/api' },
      { text: 'API', link: '/reference/' },
      // It is not a page of VitePress.
      { text: 'Playground', link: '/playground/', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Use',
        items: [
          { text: 'Quick start', link: '/quick-start' },
          { text: 'Content, Markdown, metadata', link: '/content' },
          { text: 'Command line, MCP', link: '/command-line' },
          { text: 'Server', link: '/serve' },
          { text: 'Python', link: '/python' },
          { text: 'API guide', link: '/api' },
          { text: 'Many sites, Restate', link: '/many-sites' },
          { text: 'Streams by key', link: '/streams' },
          { text: 'Scale: SLURM, Dask, shards', link: '/scale' },
          { text: 'Rules, layouts, changes', link: '/rules' },
          { text: 'Crawlers and streams', link: '/crawlers' },
          { text: 'Browsers and edge', link: '/browsers' },
          { text: 'Search and duplicates', link: '/search' },
        ],
      },
      {
        text: 'Background',
        items: [
          { text: 'Methods', link: '/methods' },
          { text: 'Accuracy', link: '/accuracy' },
          { text: 'Performance', link: '/performance' },
          { text: 'Architecture', link: '/architecture' },
          { text: 'Security', link: '/security' },
          { text: 'Patents and licences', link: '/legal' },
          { text: 'Contributing', link: '/CONTRIBUTING' },
          { text: 'Changelog', link: '/CHANGELOG' },
        ],
      },
      {
        text: 'API reference',
        collapsed: true,
        items: ENTRIES.map(({ name }) => ({ text: name, link: `/reference/${name}/` })),
      },
    ],
  },
});
