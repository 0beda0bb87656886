/** The page of a site: how its table grew, what its template is, its pages. */
import {
  bytes,
  count,
  drawChart,
  finePercent,
  type Markup,
  markup,
  type Point,
  percent,
  shareLegend,
} from '@refrain/viewer';
import type { SiteTemplateText } from '../template-texts.ts';
import type { SiteCollection } from './collect.ts';
import type { ShownPage } from './page-data.ts';
import { facts, notes, nothing, orDash, searchField, shareBar, shell, TABLE_NOTE } from './shell.ts';

export function sitePage(site: SiteCollection, layouts: readonly SiteTemplateText[]): string {
  const { entries, tableBytes } = site.learned;
  const main = markup`<main id="main" tabindex="-1">
<h1>${site.site}</h1>
${facts([
  ['Pages', count(site.pages)],
  ['Counted in all runs', count(site.counted)],
  ['Template', finePercent(site.share)],
  ['Table', `${orDash(entries.at(-1), count)} entries, ${orDash(tableBytes.at(-1), bytes)}`],
])}
${pageSection(site)}
${textSection(layouts)}
<h2 id="figures">Figures by page</h2>
<section class="charts" aria-labelledby="figures">${charts(site)}</section>
${notes([TABLE_NOTE])}
</main>`;
  const trail = [
    markup`<a href="../../index.html">refrain</a>`,
    markup`<a href="index.html" aria-current="page">${site.site}</a>`,
  ];
  const scripts = ['../../assets/rows.js'];
  const title = `${site.site}: template and content`;
  return shell({ title, root: '../../', trail, main, className: 'site', scripts });
}

const pointsOf = (values: readonly number[]): Point[] => values.map((value, at) => ({ page: at + 1, value }));

function charts({ shares, learned }: SiteCollection): Markup[] {
  const template = { tone: 'template', format: percent, limit: 1 } as const;
  return [
    drawChart({ title: 'Template share, by the final table', points: pointsOf(shares), ...template }),
    drawChart({ title: 'Template share when the page was first read', points: pointsOf(learned.shares), ...template }),
    drawChart({
      title: 'Entries of the table after each page',
      points: pointsOf(learned.entries),
      tone: 'neutral',
      format: count,
    }),
    drawChart({
      title: 'Size of the table after each page',
      points: pointsOf(learned.tableBytes),
      tone: 'neutral',
      format: bytes,
    }),
  ];
}

/** Texts that are listed, and UTF-16 code units of one. */
const TEXTS_SHOWN = 100;
const TEXT_MAX = 160;

/** What the site repeats: the texts of its template on a sample of its pages. */
function textSection(layouts: readonly SiteTemplateText[]): Markup {
  const texts = layouts
    .flatMap(({ blocks }) => blocks)
    .sort((one, other) => other.seen - one.seen)
    .slice(0, TEXTS_SHOWN);
  if (texts.length === 0) return markup`<h2 id="texts">Template</h2>\n<p>None was found.</p>`;
  const rows = texts.map(
    ({ text, region, seen }) =>
      markup`<tr><th scope="row"><span class="region">${region ?? 'other'}</span></th><td>${count(seen)}</td><td class="text">${text.slice(0, TEXT_MAX)}</td></tr>\n`,
  );
  return markup`<h2 id="texts">Template</h2>
<div class="scroll tall"><table aria-labelledby="texts"><thead><tr><th scope="col">Region</th><th scope="col">Pages</th><th scope="col">Text</th></tr></thead>
<tbody>${rows}</tbody></table></div>
${notes([
  ['Region', 'by the landmark element around the text, where there is one'],
  ['Pages', 'those of a sample that have the text: the first pages of each layout, and later one of 64'],
])}`;
}

function pageSection({ shown, pages: all }: SiteCollection): Markup {
  const isSure = shown.some(({ confidence }) => confidence !== undefined);
  const rows = shown.toSorted(leastSureFirst).map(
    ({ id, title, share, position, confidence }) => markup`<tr><td>${count(position)}</td>
<th scope="row"><a href="page.html#${position}">${title === '' ? id : title}</a>${title === '' ? nothing : markup`<br><small>${id}</small>`}</th>
<td>${shareBar(share)}</td>${isSure ? markup`<td>${orDash(confidence, finePercent)}</td>` : nothing}</tr>\n`,
  );
  return markup`<h2 id="pages">Pages</h2>
${shown.length < all ? markup`<p>${count(shown.length)} of ${count(all)} pages can be opened (set by <code>--pages</code>); the figures above include all pages.</p>` : nothing}
${shareLegend}
${rows.length > 10 ? searchField('Find a page') : nothing}
<div class="scroll tall"><table class="rows" aria-labelledby="pages"><thead><tr><th scope="col">Page</th><th scope="col">Title</th><th scope="col">Template share</th>${isSure ? markup`<th scope="col">Confidence</th>` : nothing}</tr></thead>
<tbody>${rows}</tbody></table></div>
${notes([
  [
    'Template share',
    'share of the text that is template: navigation, headers, footers and all else that belongs to the site',
  ],
  ...(isSure ? [SURE_NOTE] : []),
])}`;
}

const SURE_NOTE = [
  'Confidence',
  'mean probability that the verdict on a block is right; the pages that are worth a look come first',
] as const;

const leastSureFirst = (one: ShownPage, other: ShownPage): number =>
  (one.confidence ?? 1) - (other.confidence ?? 1) || one.position - other.position;

export function viewerPage(site: string): string {
  const main = markup`<main class="viewer" id="main" tabindex="-1">
<section class="view" aria-label="The page">
<div class="bar"><h1 id="page-title">…</h1>
<button type="button" id="previous" aria-keyshortcuts="p">← Previous</button> <button type="button" id="next" aria-keyshortcuts="n">Next →</button>
<p id="page-summary" aria-live="polite"></p></div>
<div id="view" class="viewed"></div>
</section>
<section id="blocks" class="blocks" aria-label="Blocks"></section>
</main>`;
  const trail = [
    markup`<a href="../../index.html">refrain</a>`,
    markup`<a href="index.html">${site}</a>`,
    markup`<a href="page.html" aria-current="page" id="trail-page">page</a>`,
  ];
  const scripts = ['../../assets/viewer.js', 'site.js'];
  return shell({ title: `${site}: pages`, root: '../../', trail, main, className: 'viewing', scripts });
}
