/** The pages of the report itself: what there is to see of a crawl, and of each of its sites. */
import type { ResolvedOptions } from 'refrain';
import { drawChart } from './chart.ts';
import type { SiteCollection, SiteRegion } from './collect.ts';
import { Markup, markup } from './markup.ts';
import { nameRegion } from './region-names.ts';
import { siteFolder } from './site-folder.ts';

/** Nothing of a page of the crawl is ever part of these pages but as text; and should it be, it could do nothing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file: 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const bytes = (count: number): string =>
  count < 10_000 ? `${grouped(count)} B` : count < 1e7 ? `${grouped(count / 1000)} kB` : `${grouped(count / 1e6)} MB`;

const nothing = new Markup('');

interface Shell {
  readonly title: string;
  /** Where the folder of the report is, seen from the page. */
  readonly root: string;
  readonly trail: readonly Markup[];
  readonly scripts?: readonly string[];
  readonly main: Markup;
  readonly className: string;
}

function shell({ title, root, trail, scripts = [], main, className }: Shell): string {
  const loaded = scripts.map((name) => markup`<script src="${name}" defer></script>\n`);
  return markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="stylesheet" href="${root}assets/report.css">
${loaded}<body class="${className}">
<header class="top"><nav aria-label="Breadcrumb"><ol>${trail.map((step) => markup`<li>${step}</li>`)}</ol></nav></header>
${main}
</body>
</html>
`.text;
}

const shareOf = ({ text }: SiteCollection): number => text.template / Math.max(1, text.template + text.content);

const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
};

const lastOf = (values: readonly (number | undefined)[]): number | undefined =>
  values.findLast((value) => value !== undefined);

const bar = (share: number): Markup =>
  markup`<meter min="0" max="1" value="${share.toFixed(3)}" aria-hidden="true"></meter> ${percent(share)}`;

const maybe = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? '–' : format(value);

function facts(items: readonly (readonly [name: string, value: string])[]): Markup {
  return markup`<dl class="facts">${items.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** All sites of a crawl. */
export function overviewPage(sites: readonly SiteCollection[]): string {
  const pages = sites.reduce((sum, { measures }) => sum + measures.length, 0);
  const template = sites.reduce((sum, { text }) => sum + text.template, 0);
  const content = sites.reduce((sum, { text }) => sum + text.content, 0);
  const rows = sites.map((site) => {
    const { measures } = site;
    const folder = encodeURIComponent(siteFolder(site.site));
    return markup`<tr><th scope="row"><a href="sites/${folder}/index.html">${site.site}</a></th>
<td>${grouped(measures.length)}</td><td>${bar(shareOf(site))}</td>
<td>${maybe(mean(measures.map(({ recallCame }) => recallCame)), percent)}</td>
<td>${maybe(lastOf(measures.map(({ entries }) => entries)), grouped)}</td>
<td>${maybe(lastOf(measures.map(({ tableBytes }) => tableBytes)), bytes)}</td></tr>\n`;
  });
  const main = markup`<main>
<h1>Template and content</h1>
${facts([
  ['Sites', grouped(sites.length)],
  ['Pages', grouped(pages)],
  ['Template', percent(template / Math.max(1, template + content))],
  ['Text', `${grouped(template + content)} characters`],
])}
<h2 id="sites">Sites</h2>
${sites.length > 10 ? searchField('Find a site') : nothing}
<div class="scroll tall"><table class="rows" aria-labelledby="sites">
<thead><tr><th scope="col">Site</th><th scope="col">Pages</th><th scope="col">Template share</th>
<th scope="col" title="Of the template text known in the end, what was found when the pages came">Found as pages came</th>
<th scope="col">Table entries</th><th scope="col">Table</th></tr></thead>
<tbody>${rows}</tbody></table></div>
</main>`;
  const trail = [markup`<a href="index.html" aria-current="page">refrain</a>`];
  return shell({ title: 'refrain: report', root: '', trail, main, className: 'overview', scripts: ['assets/rows.js'] });
}

const searchField = (label: string): Markup =>
  markup`<p class="search"><label>${label} <input type="search" data-rows></label> <output></output></p>`;

/** Pages that a text seen on `df` pages is remembered for: Wang et al., formula of the lifetime. */
function lifeOf(df: number, { baseLifetime, lifetimeGrowth }: ResolvedOptions): number {
  return (baseLifetime * lifetimeGrowth) / (1 + (lifetimeGrowth - 1) * Math.exp(1 - Math.max(1, df)));
}

const sayLife = (pages: number): string =>
  pages === Number.POSITIVE_INFINITY ? 'for ever' : pages < 1.5 ? '1 page' : `${grouped(pages)} pages`;

/** A table counts so far. */
export const mostDf = ({ fingerprintBits, templateDf }: ResolvedOptions): number =>
  fingerprintBits === 64 || templateDf > 255 ? 65_535 : 255;

const sayDf = (df: number, options: ResolvedOptions): string =>
  `${grouped(df)}${df === mostDf(options) ? ' or more' : ''}`;

/** Regions that most of the pages have, or some, the largest first. */
const REGIONS_SHOWN = 30;

function regionRows(site: SiteCollection, options: ResolvedOptions): Markup[] {
  const all = site.measures.length;
  const least = all < 4 ? 1 : Math.max(2, all / 50);
  const weight = ({ length }: SiteRegion): number => length;
  return [...site.regions.values()]
    .filter(({ pages }) => pages >= least)
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, REGIONS_SHOWN)
    .map((region) => {
      const { key, names, pages, length, linked, before, behind, df, text } = region;
      const name = nameRegion({
        names,
        before: before / pages,
        behind: behind / pages,
        linked: linked / Math.max(1, length),
      });
      return markup`<tr><th scope="row"><span class="region region-${name}">${name}</span></th>
<td>${grouped(pages)} (${percent(pages / all)})</td><td>${grouped(length / pages)}</td>
<td>${df === 0 ? '–' : sayDf(df, options)}</td><td>${df === 0 ? '–' : sayLife(lifeOf(df, options))}</td>
<td class="text">${text}<br><code>${key}</code></td></tr>\n`;
    });
}

/** One site: how its table grew, what its template is, its pages. */
export function sitePage(site: SiteCollection, options: ResolvedOptions): string {
  const { measures } = site;
  const charts = [
    drawChart({
      title: 'Template share of the text, by page',
      series: [{ name: 'Template share', values: measures.map(({ share }) => share) }],
      ...{ format: (value) => `${Math.round(100 * value)} %`, most: 1 },
    }),
    drawChart({
      title: 'Template text found, of all that was ever taken for it (recall), by page',
      series: [
        { name: 'when the page came', values: measures.map(({ recallCame }) => recallCame) },
        { name: 'by the table in the end', values: measures.map(({ recallEnd }) => recallEnd) },
      ],
      ...{ format: (value) => `${Math.round(100 * value)} %`, most: 1 },
    }),
    drawChart({
      title: 'Entries of the table after each page',
      series: [{ name: 'Entries', values: measures.map(({ entries }) => entries) }],
      format: grouped,
    }),
    drawChart({
      title: 'Size of the table after each page',
      series: [{ name: 'Bytes', values: measures.map(({ tableBytes }) => tableBytes) }],
      format: bytes,
    }),
  ];
  const regions = regionRows(site, options);
  const rows = site.shown.map(
    ({ id, title, share, place }) => markup`<tr><td>${grouped(place)}</td>
<th scope="row"><a href="page.html#${place}">${title === '' ? id : title}</a>${title === '' ? nothing : markup`<br><small>${id}</small>`}</th>
<td>${bar(share)}</td></tr>\n`,
  );
  const left = measures.length - site.shown.length;
  const main = markup`<main>
<h1>${site.site}</h1>
${facts([
  ['Pages', grouped(measures.length)],
  ['Counted, in all', grouped(site.counted)],
  ['Template', percent(shareOf(site))],
  ['Found as pages came', maybe(mean(measures.map(({ recallCame }) => recallCame)), percent)],
  [
    'Table',
    `${maybe(lastOf(measures.map(({ entries }) => entries)), grouped)} entries, ${maybe(lastOf(measures.map(({ tableBytes }) => tableBytes)), bytes)}`,
  ],
])}
<section class="charts" aria-label="Over the pages">${charts}</section>
<h2 id="regions">Template regions</h2>
<p>Parts of pages in which all text is template, on two pages of a hundred at least; names are taken from their elements, else from place and links.</p>
${
  regions.length === 0
    ? markup`<p>None was found.</p>`
    : markup`<div class="scroll"><table aria-labelledby="regions"><thead><tr><th scope="col">Region</th><th scope="col">On pages</th><th scope="col">Characters</th>
<th scope="col">DF</th><th scope="col" title="Pages that a text of this DF is remembered for without being seen">Life</th><th scope="col">Text and path</th></tr></thead>
<tbody>${regions}</tbody></table></div>`
}
<h2 id="pages">Pages</h2>
${left > 0 ? markup`<p>${grouped(site.shown.length)} of ${grouped(measures.length)} pages can be opened (<code>--pages</code>); the figures above are of all.</p>` : nothing}
${rows.length > 10 ? searchField('Find a page') : nothing}
<div class="scroll tall"><table class="rows" aria-labelledby="pages"><thead><tr><th scope="col">Page</th><th scope="col">Title</th><th scope="col">Template share</th></tr></thead>
<tbody>${rows}</tbody></table></div>
</main>`;
  const trail = [
    markup`<a href="../../index.html">refrain</a>`,
    markup`<a href="index.html" aria-current="page">${site.site}</a>`,
  ];
  const scripts = ['../../assets/rows.js'];
  return shell({
    title: `${site.site}: template and content`,
    root: '../../',
    trail,
    main,
    className: 'site',
    scripts,
  });
}

/** The viewer of a site's pages; what it shows it loads. */
export function viewerPage(site: string): string {
  const main = markup`<main class="viewer">
<section class="list" aria-label="Pages">
<label>Find a page <input type="search" id="page-search"></label>
<ol id="page-list"></ol>
</section>
<section class="view" aria-label="The page">
<div class="bar">
<h1 id="page-title">…</h1>
<p id="page-summary" aria-live="polite"></p>
<div class="controls" role="group" aria-label="What is shown">
<button type="button" id="previous" aria-keyshortcuts="p">← Previous</button><button type="button" id="next" aria-keyshortcuts="n">Next →</button>
<label>Show <select id="filter"><option value="all">template and content</option><option value="content">content only</option><option value="template">template only</option></select></label>
<label>Verdict <select id="when"><option value="end">in the end</option><option value="came">when the page came</option></select></label>
</div>
<ul class="legend"><li><span class="swatch template-sure"></span>template, sure</li><li><span class="swatch template-unsure"></span>template, less sure</li><li><span class="swatch content"></span>content</li></ul>
</div>
<iframe id="frame" title="The page, without its own styles, pictures and scripts" sandbox="allow-same-origin"></iframe>
</section>
<section class="blocks" aria-label="Blocks">
<div id="details" aria-live="polite"><p>Point at a block, or tab to it, to see why it is what it is.</p></div>
<label>Find a block <input type="search" id="block-search"></label>
<ol id="block-list"></ol>
</section>
</main>`;
  const trail = [
    markup`<a href="../../index.html">refrain</a>`,
    markup`<a href="index.html">${site}</a>`,
    markup`<a href="page.html" aria-current="page" id="trail-page">page</a>`,
  ];
  const scripts = ['../../assets/viewer.js', 'site.js'];
  return shell({ title: `${site}: pages`, root: '../../', trail, main, className: 'viewing', scripts });
}
