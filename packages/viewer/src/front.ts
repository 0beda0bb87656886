/**
 * The viewer of report and playground. The URL's fragment selects the view: empty for the list of all sites, `SITE` for
 * the list of a site, `SITE/POSITION` for a page with its verdicts and result.
 */
import { count, finePercent, SHORTFALLS } from 'refrain/engine';
import type { PageEntry } from './collection.ts';
import { breakable, byId, make, terms } from './dom.ts';
import { type ListData, rankOf, type SiteEntry, type TemplateText } from './lists.ts';
import type { PageView } from './page-view.ts';
import { type Column, tableOf } from './table.ts';
import { Viewer } from './viewer.ts';

export { byId, make } from './dom.ts';

/** The folder of a report, or the worker of the playground. */
export interface DataSource {
  /** A site, or all sites of the run. */
  list(site?: SiteEntry): Promise<ListData>;
  page(entry: PageEntry): Promise<PageView>;
}

const HEAD = `<header class="top"><nav aria-label="Breadcrumb"><ol id="trail"><li>refrain</li></ol></nav></header>`;
const MAIN = `<main id="lists"></main>
<main id="page" class="viewer" hidden>
<section class="view" aria-label="The page">
<div class="bar"><h1 id="page-title"></h1>
<button type="button" id="previous" aria-label="Previous page" aria-keyshortcuts="p">←</button>
<button type="button" id="next" aria-label="Next page" aria-keyshortcuts="n">→</button></div>
<div id="view"></div></section>
<section class="side" aria-label="Result and verdicts">
<fieldset id="sides"><legend class="unseen">Shown</legend>
<label><input type="radio" name="side" value="result" checked><span>Result</span></label>
<label><input type="radio" name="side" value="blocks"><span>Verdicts</span></label></fieldset>
<div id="result"><p id="page-summary" role="status"></p><dl id="metadata" class="facts-list"></dl><pre id="markdown" tabindex="0" aria-label="Markdown"></pre></div>
<div id="blocks" hidden></div></section></main>`;

const siteAddress = (site: string): string => `#${encodeURIComponent(site.toWellFormed())}`;

export const addressOf = ({ site, position }: PageEntry): string => `${siteAddress(site)}/${position}`;

/** The id of a page below its site. */
const pathOf = ({ site, id }: PageEntry): string => {
  const at = `/${id}`.indexOf(`/${site}/`);
  return (at < 0 ? id : id.slice(at + site.length + 1)).replace(/(?<=^|\/)index\.html?$/, '') || '/';
};

const nameOf = (entry: PageEntry): string => entry.title || pathOf(entry);

export class FrontEnd {
  readonly #source: DataSource;
  readonly #viewer: Viewer;
  /** The list of the current page, and the page's index. */
  #entries: readonly PageEntry[] = [];
  #at = -1;
  readonly #lists = new Map<string | undefined, Promise<ListData>>();
  #drawn: ListData | undefined;
  /** Number of changes of the URL. Loads that started before the last change are discarded. */
  #changes = 0;

  /** Existing children of the box remain between the header and the lists. */
  constructor(box: HTMLElement, source: DataSource) {
    this.#source = source;
    box.insertAdjacentHTML('afterbegin', HEAD);
    box.insertAdjacentHTML('beforeend', MAIN);
    this.#viewer = new Viewer(byId('view'), byId('blocks'));
    byId('sides').addEventListener('change', ({ target }) => showSide((target as HTMLInputElement).value));
    byId('view').addEventListener('choose', () => showSide('blocks'));
    byId('previous').addEventListener('click', () => this.#step(-1));
    byId('next').addEventListener('click', () => this.#step(1));
    document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
      if (ctrlKey || metaKey || altKey || byId('page').hidden) return;
      if (target instanceof Element && target.matches('select, input:not([type=radio])')) return;
      if (key === 'n') this.#step(1);
      else if (key === 'p') this.#step(-1);
    });
    addEventListener('hashchange', () => this.show());
  }

  /** Shows the view of the URL's fragment. */
  async show(): Promise<void> {
    this.#changes += 1;
    const change = this.#changes;
    try {
      const run = await this.#load();
      const row = run.sites.find(({ site }) => location.hash.split('/')[0] === siteAddress(site));
      const list = row === undefined ? run : await this.#load(row);
      const at = list.entries.findIndex((entry) => location.hash === addressOf(entry));
      const entry = list.entries[at];
      const page = entry && (await this.#source.page(entry));
      if (change !== this.#changes) return;
      this.#entries = list.entries;
      this.#at = at;
      frame(row === undefined && run.sites.length > 0 ? undefined : list.title, entry);
      if (entry !== undefined && page !== undefined) {
        showPage(entry, page);
        await this.#viewer.show(page);
      } else if (list !== this.#drawn) {
        byId('lists').replaceChildren(...listView(list));
        this.#drawn = list;
      }
    } catch (error) {
      if (change !== this.#changes) return;
      this.#drawn = undefined;
      frame(undefined, undefined);
      byId('lists').replaceChildren(make('p', { role: 'alert' }, `This page cannot be shown: ${String(error)}`));
    }
  }

  /** Reloads the view with the current data. */
  refresh(): Promise<void> {
    this.#lists.clear();
    return this.show();
  }

  /** A list is loaded once, and drawn again only after another list. */
  #load(site?: SiteEntry): Promise<ListData> {
    const loaded = this.#lists.get(site?.site) ?? this.#source.list(site);
    this.#lists.set(site?.site, loaded);
    return loaded;
  }

  #step(by: 1 | -1): void {
    const entry = this.#entries[this.#at + by];
    if (entry !== undefined) location.hash = addressOf(entry);
  }
}

/** Shows the trail, and either the lists or the page. */
function frame(site: string | undefined, entry: PageEntry | undefined): void {
  const links = [make('a', { href: '#' }, 'refrain')];
  if (site !== undefined) links.push(make('a', { href: siteAddress(site) }, site));
  if (entry !== undefined) links.push(make('a', { href: addressOf(entry) }, `page ${count(entry.position)}`));
  links.at(-1)?.setAttribute('aria-current', 'page');
  byId('trail').replaceChildren(...links.map((link) => make('li', {}, link)));
  document.title = [...(entry === undefined ? [] : [nameOf(entry)]), site ?? 'refrain'].join(' – ');
  document.body.classList.toggle('viewing', entry !== undefined);
  byId('page').hidden = entry === undefined;
  byId('lists').hidden = entry !== undefined;
}

function showPage(entry: PageEntry, page: PageView): void {
  const { facts, markdown, note } = page.result;
  byId('page-title').textContent = nameOf(entry);
  const summary = `Page ${count(entry.position)}: ${page.summary} ${entry.id}`;
  byId('page-summary').replaceChildren(...breakable(summary), make('b', {}, note && ` ${note}`));
  byId('metadata').replaceChildren(...terms(facts));
  byId('markdown').textContent = markdown;
}

function showSide(name: string): void {
  for (const side of byId('sides').querySelectorAll('input')) {
    side.checked = side.value === name;
    byId(side.value).hidden = !side.checked;
  }
}

/** A share of template as a bar and a number. */
function shareOf({ share }: { readonly share: number }): (Node | string)[] {
  const bar = make('span', { className: 'share-bar', ariaHidden: 'true' });
  bar.style.setProperty('--share', share.toFixed(3));
  return [bar, ` ${finePercent(share)}`];
}

const NOTES: Readonly<Record<string, string>> = {
  Confidence: 'mean probability that the verdict on a block of the page is right',
  Template: 'share of the text that belongs to the site: navigation, headers, footers',
  Region: 'the landmark element around the text, if any',
  Sample: 'pages with the text, of a sample: the first pages of each layout, and later one of 64',
};

function section<R>(
  heading: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
  sorted?: string,
): HTMLElement[] {
  if (rows.length === 0) return [];
  const explained = columns.filter(({ head }) => head in NOTES);
  const name = heading.split(/\W/)[0]?.toLowerCase() ?? '';
  return [
    make('h2', {}, heading),
    ...tableOf(name, columns, rows, sorted),
    ...explained.map(({ head }) => make('small', {}, `${head}: ${NOTES[head]}`)),
  ];
}

function listView({ title, facts, note, entries, sites, texts, run }: ListData): HTMLElement[] {
  return [
    make('h1', {}, title),
    make('dl', { className: 'facts' }, ...facts.map((fact) => make('div', {}, ...terms([fact])))),
    make('p', {}, note),
    ...pageSection(entries, sites.length > 0),
    ...section<SiteEntry>('Sites', SITE_COLUMNS, sites),
    ...section<TemplateText>('Template', TEXT_COLUMNS, texts ?? []),
    ...(run.length === 0 ? [] : runSection(run)),
  ];
}

const byShare = { head: 'Template', key: ({ share }: { readonly share: number }) => share, cell: shareOf };

const SITE_COLUMNS: readonly Column<SiteEntry>[] = [
  { head: 'Site', key: ({ site }) => site, cell: ({ site }) => [make('a', { href: siteAddress(site) }, site)] },
  { head: 'Pages', key: ({ pages }) => pages },
  byShare,
];

const TEXT_COLUMNS: readonly Column<TemplateText>[] = [
  { head: 'Text', key: ({ text }) => text },
  { head: 'Region', key: ({ region = 'other' }) => region },
  { head: 'Sample', key: ({ seen }) => seen },
];

const CONFIDENCE: Column<PageEntry> = {
  head: 'Confidence',
  key: rankOf,
  cell: (entry) => [entry.reason === undefined ? `${rankOf(entry)} %` : '–'],
};

function pageSection(entries: readonly PageEntry[], hasSites: boolean): HTMLElement[] {
  // The column is shown only if it tells pages apart: most pages have 98 or 99 %.
  const ranks = entries.some((entry) => rankOf(entry) > 0 && rankOf(entry) < 95);
  const columns: readonly Column<PageEntry>[] = [
    {
      head: 'Page',
      key: nameOf,
      cell: (entry) => {
        const { title, id, reason } = entry;
        const small = [title && pathOf(entry), reason && SHORTFALLS[reason]]
          .filter(Boolean)
          .map((text) => make('small', {}, ...breakable(text ?? '')));
        return [make('a', { href: addressOf(entry), title: id }, ...breakable(nameOf(entry))), ...small];
      },
    },
    ...(ranks ? [CONFIDENCE] : []),
    byShare,
    ...(hasSites ? [{ head: 'Site', key: ({ site }: PageEntry) => site }] : []),
    { head: 'Reading order', key: ({ position }) => position },
  ];
  return section(`Pages${ranks ? ', least sure first' : ''}`, columns, entries, ranks ? 'Confidence' : undefined);
}

function runSection(run: ListData['run']): HTMLElement[] {
  const facts = run.map(([name, values]) => {
    const items = values.map((value) => make('li', {}, ...breakable(value)));
    return make('div', {}, make('dt', {}, name), make('dd', {}, make('ul', {}, ...items)));
  });
  return [make('h2', {}, 'This run'), make('dl', { className: 'run' }, ...facts)];
}
