/** The page of a site: how its table grew, what its template is, its pages. */
import { bytes, drawChart, type Markup, markup, type Point, percent } from '@refrain/viewer';
import { count, finePercent } from 'refrain/engine';
import type { SiteTemplateText } from '../template-texts.ts';
import type { SiteCollection } from './collect.ts';
import { leastSureFirst, pageTable } from './page-table.ts';
import { facts, heading, notes, nothing, orDash, shell } from './shell.ts';

export function sitePage(site: SiteCollection, layouts: readonly SiteTemplateText[]): string {
  const { entries, tableBytes } = site.learned;
  const main = markup`<main id="main" tabindex="-1">
<h1>${site.site}</h1>
${facts([
  ['Pages', count(site.pages)],
  ['Template', finePercent(site.share)],
])}
${pageSection(site)}
${textSection(layouts)}
<h2 id="figures">What refrain remembers of the site</h2>
<p>Of each site refrain keeps a table with one entry for each text segment, and no page. A text that does not come back is forgotten.</p>
${facts([
  ['Pages counted in all runs', count(site.counted)],
  ['Entries', orDash(entries.at(-1), count)],
  ['Size', orDash(tableBytes.at(-1), bytes)],
])}
<section class="charts" aria-labelledby="figures">${site.pages > 1 ? charts(site) : nothing}</section>
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
    drawChart({ title: 'Template share of each page, by all pages', points: pointsOf(shares), ...template }),
    drawChart({ title: 'Template share of each page when it was read', points: pointsOf(learned.shares), ...template }),
    drawChart({
      title: 'Entries after each page',
      points: pointsOf(learned.entries),
      tone: 'neutral',
      format: count,
    }),
    drawChart({
      title: 'Size after each page',
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
      markup`<tr><th scope="row"><span class="region">${region ?? 'other'}</span></th><td data-value="${seen}">${count(seen)}</td><td class="text">${text.slice(0, TEXT_MAX)}</td></tr>\n`,
  );
  return markup`<h2 id="texts">Template</h2>
<div class="scroll tall"><table class="rows" aria-labelledby="texts"><thead><tr>${['Region', 'Pages', 'Text'].map((head) => heading(head))}</tr></thead>
<tbody>${rows}</tbody></table></div>
${notes([
  ['Region', 'by the landmark element around the text, where there is one'],
  ['Pages', 'those of a sample that have the text: the first pages of each layout, and later one of 64'],
])}`;
}

function pageSection({ shown, pages: all, site }: SiteCollection): Markup {
  const listed = shown.map((page) => ({ page, site, folder: '' })).sort(leastSureFirst);
  const isSure = shown.some(({ confidence }) => confidence !== undefined);
  return markup`<h2>Pages${isSure ? ', least sure first' : nothing}</h2>
${shown.length < all ? markup`<p>${count(shown.length)} of ${count(all)} pages can be opened (set by <code>--pages</code>); the figures include all pages.</p>` : nothing}
${pageTable(listed, 'pages')}`;
}

export function viewerPage(site: string): string {
  const main = markup`<main class="viewer" id="main" tabindex="-1">
<section class="view" aria-label="The page">
<div class="bar"><h1 id="page-title">…</h1>
<button type="button" id="previous" aria-keyshortcuts="p">← Previous</button> <button type="button" id="next" aria-keyshortcuts="n">Next →</button>
<p id="page-summary" aria-live="polite"></p></div>
<div id="view" class="viewed"></div>
</section>
<section class="side" aria-label="Result and verdicts">
<fieldset id="sides" class="choices"><legend class="unseen">Beside the page</legend>
<label><input type="radio" name="side" value="result" checked><span>Result</span></label>
<label><input type="radio" name="side" value="blocks"><span>Verdicts</span></label></fieldset>
<div id="result"><p id="result-note"></p><dl id="metadata" class="facts-list"></dl><pre id="markdown" tabindex="0" aria-label="Markdown"></pre></div>
<div id="blocks" class="blocks" hidden></div>
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
