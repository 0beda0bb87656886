/** The page of a site: how its table grew, what its template is, its pages. */
import { bytes, count, drawChart, finePercent, type Markup, markup, type Point, pages, percent } from '@refrain/viewer';
import type { ResolvedOptions } from 'refrain';
import type { SiteCollection, SiteRegion } from './collect.ts';
import { nameRegion } from './region-names.ts';
import { facts, kindLegend, notes, nothing, orDash, searchField, shareBar, shell, TABLE_NOTE } from './shell.ts';

/** Largest DF that a table counts. */
export const maxDf = ({ fingerprintBits, templateDf }: ResolvedOptions): number =>
  fingerprintBits === 64 || templateDf > 255 ? 65_535 : 255;

export function sitePage(site: SiteCollection, options: ResolvedOptions): string {
  const { entries, tableBytes } = site.growth;
  const main = markup`<main>
<h1>${site.site}</h1>
${facts([
  ['Pages', count(site.pages)],
  ['Counted in all runs', count(site.counted)],
  ['Template', finePercent(site.share)],
  ['Table', `${orDash(entries.at(-1), count)} entries, ${orDash(tableBytes.at(-1), bytes)}`],
])}
${notes([TABLE_NOTE])}
<section class="charts" aria-label="Figures by page">${charts(site)}</section>
${regionSection(site, options)}
${pageSection(site)}
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

function charts({ shares, growth: { share, entries, tableBytes } }: SiteCollection): Markup[] {
  return [
    drawChart({
      ...{ title: 'Share of the text that is template', format: percent, limit: 1 },
      series: [
        { name: 'at the first reading', tone: 'template', isDashed: true, points: pointsOf(share) },
        { name: 'by the final table', tone: 'template', points: pointsOf(shares) },
      ],
    }),
    drawChart({
      ...{ title: 'Entries of the table after each page', format: count },
      series: [{ name: 'Entries', tone: 'neutral', points: pointsOf(entries) }],
    }),
    drawChart({
      ...{ title: 'Size of the table after each page', format: bytes },
      series: [{ name: 'Size', tone: 'neutral', points: pointsOf(tableBytes) }],
    }),
  ];
}

/** Pages that a text seen on `df` pages is remembered for: Wang et al., formula of the lifetime. */
function lifetimeOf(df: number, { baseLifetime, lifetimeGrowth }: ResolvedOptions): number {
  return (baseLifetime * lifetimeGrowth) / (1 + (lifetimeGrowth - 1) * Math.exp(1 - Math.max(1, df)));
}

const formatLifetime = (lifetime: number): string =>
  lifetime === Number.POSITIVE_INFINITY ? 'for ever' : pages(Math.max(1, Math.round(lifetime)));

const formatDf = (df: number, options: ResolvedOptions): string =>
  `${count(df)}${df === maxDf(options) ? ' or more' : ''}`;

const REGIONS_SHOWN = 30;
/** Sites with fewer pages show every region, others those that are on 2 % of the pages, and on two at least. */
const FEW_PAGES = 4;
const LEAST_SHARE = 0.02;

function regionSection(site: SiteCollection, options: ResolvedOptions): Markup {
  const all = site.pages;
  const least = all < FEW_PAGES ? 1 : Math.max(2, all * LEAST_SHARE);
  const regions = [...site.regions.values()]
    .filter((region) => region.pages >= least)
    .sort((one, other) => other.length - one.length)
    .slice(0, REGIONS_SHOWN);
  if (regions.length === 0) return markup`<h2 id="regions">Template regions</h2>\n<p>None was found.</p>`;
  return markup`<h2 id="regions">Template regions</h2>
<div class="scroll"><table aria-labelledby="regions"><thead><tr><th scope="col">Region</th><th scope="col">Pages</th><th scope="col">Characters</th>
<th scope="col">DF</th><th scope="col">Lifetime</th><th scope="col">Text and path</th></tr></thead>
<tbody>${regions.map((region) => regionRow(region, all, options))}</tbody></table></div>
${notes([
  [
    'Region',
    'a part of a page in which all text is template; its name is taken from its elements, otherwise from its position and links',
  ],
  ['DF', 'number of other pages on which its text was counted (document frequency)'],
  ['Lifetime', 'pages after which its text is evicted from the table unless it is seen again'],
])}`;
}

function regionRow(region: SiteRegion, all: number, options: ResolvedOptions): Markup {
  const { key, names, pages: found, length, linked, before, behind, df, text } = region;
  const name = nameRegion({
    names,
    before: before / found,
    behind: behind / found,
    linked: linked / Math.max(1, length),
  });
  return markup`<tr><th scope="row"><span class="region">${name}</span></th>
<td>${count(found)} (${finePercent(found / all)})</td><td>${count(length / found)}</td>
<td>${df === 0 ? '–' : formatDf(df, options)}</td><td>${df === 0 ? '–' : formatLifetime(lifetimeOf(df, options))}</td>
<td class="text">${text}<br><code>${key}</code></td></tr>\n`;
}

function pageSection({ shown, pages: all }: SiteCollection): Markup {
  const rows = shown.map(
    ({ id, title, share, position }) => markup`<tr><td>${count(position)}</td>
<th scope="row"><a href="page.html#${position}">${title === '' ? id : title}</a>${title === '' ? nothing : markup`<br><small>${id}</small>`}</th>
<td>${shareBar(share)}</td></tr>\n`,
  );
  return markup`<h2 id="pages">Pages</h2>
${shown.length < all ? markup`<p>${count(shown.length)} of ${count(all)} pages can be opened (set by <code>--pages</code>); the figures above include all pages.</p>` : nothing}
${kindLegend}
${rows.length > 10 ? searchField('Find a page') : nothing}
<div class="scroll tall"><table class="rows" aria-labelledby="pages"><thead><tr><th scope="col">Page</th><th scope="col">Title</th><th scope="col">Template share</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
