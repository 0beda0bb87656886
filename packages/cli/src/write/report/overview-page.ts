/** The first page of the report: the run, and all of its sites. */
import { bytes, count, finePercent, type Markup, markup, plural, shareLegend } from '@refrain/viewer';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import type { Failure } from '../../judge/batch.ts';
import { siteFolder } from '../file-name.ts';
import type { SiteCollection } from './collect.ts';
import {
  type Fact,
  facts,
  notes,
  nothing,
  orDash,
  runFacts,
  searchField,
  shareBar,
  shell,
  TABLE_NOTE,
} from './shell.ts';

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

/** `sites`: those that cannot be opened are only counted. */
export function overviewPage(sites: readonly SiteCollection[], run: RunFacts): string {
  const listed = sites.filter(({ shown }) => shown.length > 0);
  const all = sites.reduce((sum, { pages }) => sum + pages, 0);
  const template = sites.reduce((sum, { text }) => sum + text.template, 0);
  const content = sites.reduce((sum, { text }) => sum + text.content, 0);
  const main = markup`<main id="main" tabindex="-1">
<h1>Template and content</h1>
${facts([
  ['Sites', count(sites.length)],
  ['Pages', count(all)],
  ['Failures', count(run.failures.count)],
  ['Template', finePercent(template / Math.max(1, template + content))],
  ['Text', `${count(template + content)} characters`],
])}
${runTable(run)}
<h2 id="sites">Sites</h2>
${listed.length < sites.length ? markup`<p>${count(listed.length)} of ${count(sites.length)} sites can be opened; the figures above include all sites.</p>` : nothing}
${shareLegend}
${listed.length > 10 ? searchField('Find a site') : nothing}
<div class="scroll tall"><table class="rows" aria-labelledby="sites">
<thead><tr><th scope="col">Site</th><th scope="col">Pages</th><th scope="col">Template share</th>
<th scope="col">Table entries</th><th scope="col">Table size</th></tr></thead>
<tbody>${listed.map(siteRow)}</tbody></table></div>
${notes([['Template share', 'share of the text of all pages that is template, by the final table'], TABLE_NOTE])}
</main>`;
  const trail = [markup`<a href="index.html" aria-current="page">refrain</a>`];
  return shell({ title: 'refrain: report', root: '', trail, main, className: 'overview', scripts: ['assets/rows.js'] });
}

function siteRow(site: SiteCollection): Markup {
  const { entries, tableBytes } = site.learned;
  const folder = encodeURIComponent(siteFolder(site.site));
  return markup`<tr><th scope="row"><a href="sites/${folder}/index.html">${site.site}</a></th>
<td>${count(site.pages)}</td><td>${shareBar(site.share)}</td>
<td>${orDash(entries.at(-1), count)}</td>
<td>${orDash(tableBytes.at(-1), bytes)}</td></tr>\n`;
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
  typeof value === 'object'
    ? value.join(' ')
    : typeof value === 'number' && value > 9999
      ? count(value)
      : String(value);
