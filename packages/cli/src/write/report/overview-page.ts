/** The first page of the report: the run, and all of its sites. */
import { type Markup, markup } from '@refrain/viewer';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { count, finePercent, plural } from 'refrain/engine';
import type { Failure } from '../../judge/batch.ts';
import { siteFolder } from '../file-name.ts';
import type { SiteCollection } from './collect.ts';
import { leastSureFirst, pageTable } from './page-table.ts';
import { type Fact, facts, heading, nothing, runFacts, searchField, shareBar, shell } from './shell.ts';

/** What the report says of the run itself. */
export interface RunFacts {
  /** When the run began. */
  readonly date: Date;
  readonly version: string;
  readonly inputs: readonly string[];
  readonly options: ResolvedOptions;
  /** Pages and inputs that could not be read: their number, and the first of them. */
  readonly failures: { readonly count: number; readonly first: readonly Failure[] };
}

/** Failures and inputs that are listed; the rest is counted. */
export const LISTED = 100;

/** Pages of the first list. */
const PAGES_LISTED = 100;

/** `sites`: those that cannot be opened are only counted. */
export function overviewPage(sites: readonly SiteCollection[], run: RunFacts): string {
  const listed = sites.filter(({ shown }) => shown.length > 0);
  const all = sites.reduce((sum, { pages }) => sum + pages, 0);
  const template = sites.reduce((sum, { text }) => sum + text.template, 0);
  const content = sites.reduce((sum, { text }) => sum + text.content, 0);
  const main = markup`<main id="main" tabindex="-1">
<h1>${listed.length === 1 && listed[0] !== undefined ? listed[0].site : `${count(sites.length)} sites`}</h1>
${facts([
  ['Pages', count(all)],
  ['Failures', count(run.failures.count)],
  ['Template', finePercent(template / Math.max(1, template + content))],
  ['Text', `${count(template + content)} characters`],
])}
${pageSection(listed)}
<h2>Sites</h2>
${listed.length < sites.length ? markup`<p>${count(listed.length)} of ${count(sites.length)} sites can be opened; the figures include all sites.</p>` : nothing}
${listed.length > 10 ? searchField('Find a site', 'sites') : nothing}
<div class="scroll tall"><table class="rows" id="sites"><caption class="unseen">Sites</caption>
<thead><tr>${heading('Site', true)}${heading('Pages')}${heading('Template')}</tr></thead>
<tbody>${listed.map(siteRow)}</tbody></table></div>
<h2>This run</h2>
${runTable(run)}
</main>`;
  const trail = [markup`<a href="index.html" aria-current="page">refrain</a>`];
  return shell({ title: 'refrain: report', root: '', trail, main, className: 'overview', scripts: ['assets/rows.js'] });
}

const folderOf = (site: string): string => `sites/${encodeURIComponent(siteFolder(site))}/`;

/** What is worth a look: the pages of all sites whose verdicts are least sure. */
function pageSection(sites: readonly SiteCollection[]): Markup {
  const pages = sites.flatMap(({ site, shown }) => shown.map((page) => ({ page, site, folder: folderOf(site) })));
  const isSure = pages.some(({ page }) => page.confidence !== undefined);
  const listed = (isSure ? pages.sort(leastSureFirst) : pages).slice(0, PAGES_LISTED);
  const words = isSure
    ? 'Look at these first: refrain is least sure of their verdicts.'
    : 'Repetition alone decides, so that no page has a confidence.';
  return markup`<h2>Pages${isSure ? ', least sure first' : nothing}</h2>
<p>${words}${listed.length < pages.length ? ` ${count(listed.length)} of ${count(pages.length)} pages; sites list the others.` : ''}</p>
${pageTable(listed, 'pages')}`;
}

function siteRow({ site, pages, share }: SiteCollection): Markup {
  return markup`<tr><th scope="row"><a href="${folderOf(site)}index.html">${site}</a></th>
<td data-value="${pages}">${count(pages)}</td><td data-value="${share}">${shareBar(share)}</td></tr>
`;
}

function runTable({ date, version, inputs, options, failures }: RunFacts): Markup {
  const changed = changedOptions(options);
  const rows: (readonly [string, Markup])[] = [
    ['Made', markup`<time datetime="${date.toISOString()}">${formatDate(date)}</time> by refrain ${version}`],
    [inputs.length === 1 ? 'Input' : 'Inputs', listOf(inputs, 'input')],
    [
      'Options',
      changed.length === 0
        ? markup`all have their default values`
        : markup`<ul>${changed.map(([name, value]) => markup`<li><code>${name}</code> ${value}</li>`)}</ul>`,
    ],
  ];
  if (failures.count > 0) {
    const words = failures.first.map(({ source, message }) => `${source}: ${message}`);
    rows.push([
      'Failures',
      markup`<details><summary>${plural(failures.count, 'page or input', 'pages or inputs')} could not be read</summary>${listOf(words, 'failure', failures.count)}</details>`,
    ]);
  }
  return runFacts(rows);
}

function listOf(items: readonly string[], name: string, all = items.length): Markup {
  const rest = all - Math.min(items.length, LISTED);
  return markup`<ul>${items.slice(0, LISTED).map((item) => markup`<li>${item}</li>`)}${
    rest > 0 ? markup`<li>and ${plural(rest, `more ${name}`)}</li>` : nothing
  }</ul>`;
}

/** In universal time, so that the report reads the same everywhere. */
const formatDate = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Options with another value than the default. Limit of memory and seed are left out: no verdict depends on them, and a seed is secret. */
function changedOptions(options: ResolvedOptions): Fact[] {
  const usual = resolveOptions({ maxMemory: options.maxMemory });
  const names = Object.keys(usual) as (keyof ResolvedOptions)[];
  return names
    .filter((name) => name !== 'seed' && String(options[name]) !== String(usual[name]))
    .map((name) => [name, `${formatOption(options[name])} (default: ${formatOption(usual[name])})`]);
}

const formatOption = (value: ResolvedOptions[keyof ResolvedOptions]): string =>
  typeof value === 'number' && value > 9999 ? count(value) : String(value);
