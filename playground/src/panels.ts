/** The panels around the page in view: charts of the tables, metadata, sites of the store, files that were refused. */
import type { SiteSummary } from '@refrain/crawl';
import { bytes, drawChart, type PageResult, pages } from '@refrain/viewer';
import { byId, make } from '@refrain/viewer/browser';
import { count } from 'refrain/engine';
import type { Point, Refusal } from './protocol.ts';

/** Maximum of points that are kept. */
const POINTS_MAX = 1200;
const CHART_SIZE = [266, 84] as const;

interface Measure {
  readonly title: string;
  readonly of: (point: Point) => number;
  readonly format: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  { title: 'Entries', of: ({ entries }) => entries, format: count },
  { title: 'Size', of: (point) => point.bytes, format: bytes },
];

/** Entries and bytes of all tables, by the number of pages: how the tables grow and forget. */
export class Charts {
  #points: Point[] = [];
  #isDue = false;

  add(point: Point): void {
    const last = this.#points.at(-1);
    if (last?.pages === point.pages) this.#points.pop();
    this.#points.push(point);
    if (this.#points.length > POINTS_MAX) {
      this.#points = this.#points.filter((_, at) => at % 2 === 0 || at === POINTS_MAX);
    }
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  clear(): void {
    this.#points = [];
    this.#draw();
  }

  #draw(): void {
    // A line has two ends.
    const hasLine = this.#points.filter((point) => point.pages > 0).length > 1;
    byId('table').hidden = !hasLine;
    if (!hasLine) return;
    const figures = MEASURES.map(({ title, of, format }) => {
      const points = this.#points.map((point) => ({ page: point.pages, value: of(point) }));
      const last = points.at(-1)?.value ?? 0;
      return drawChart({ title: `${title}: ${format(last)}`, points, tone: 'neutral', format, size: CHART_SIZE }).text;
    });
    // Markup of the chart alone, with all its values escaped.
    byId('charts').innerHTML = figures.join('');
  }
}

/** What the page in view says of itself; a page has some of these facts. */
export function showMetadata({ facts }: Pick<PageResult, 'facts'>): void {
  const terms = facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]);
  byId('page-metadata').hidden = terms.length === 0;
  byId('metadata').replaceChildren(...terms);
}

/** Maximum of sites that are listed. */
const SITES_SHOWN = 50;

export function showSites(sites: readonly SiteSummary[], save: ((site: string) => void) | undefined): void {
  byId('known').hidden = sites.length === 0;
  const largest = [...sites].sort((one, other) => other.pages - one.pages).slice(0, SITES_SHOWN);
  const rows = largest.map(({ site, pages: learned, entries, bytes: tableBytes }) => {
    const title = `Snapshot of ${site}, for Detector.restore`;
    const button = make('button', { className: 'small', title }, 'Snapshot');
    button.type = 'button';
    button.disabled = save === undefined;
    button.setAttribute('aria-label', `Save a snapshot of ${site}`);
    button.addEventListener('click', () => save?.(site));
    const facts = `${pages(learned)}, ${count(entries)} entries, ${bytes(tableBytes)}`;
    return make('li', {}, make('span', { title: site }, make('b', {}, site), make('small', {}, facts)), button);
  });
  const rest = sites.length - largest.length;
  byId('sites').replaceChildren(
    make('ul', {}, ...rows),
    ...(rest > 0 ? [make('p', { className: 'small' }, `and ${count(rest)} more sites with fewer pages`)] : []),
  );
}

/** Maximum of names that are listed. */
const REFUSED_SHOWN = 200;

/** Files and pages that were refused. */
export class Refused {
  readonly #list = make('ul');
  readonly #summary = make('summary');
  #all = 0;

  constructor() {
    byId('refused').append(this.#summary, this.#list);
  }

  add(refusals: readonly Refusal[]): void {
    const shown = refusals.slice(0, Math.max(REFUSED_SHOWN - this.#all, 0));
    this.#list.append(...shown.map(({ name, reason }) => make('li', {}, make('b', {}, name), `: ${reason}`)));
    this.#all += refusals.length;
    const [first] = refusals;
    const more = this.#all > REFUSED_SHOWN ? `; the first ${REFUSED_SHOWN} are named` : '';
    this.#summary.textContent =
      this.#all === 1 && first !== undefined
        ? `${first.name} was left out: ${first.reason}`
        : `${count(this.#all)} files or pages were left out${more}`;
    byId('refused').hidden = this.#all === 0;
  }

  clear(): void {
    this.#all = 0;
    this.#list.replaceChildren();
    byId('refused').hidden = true;
  }
}
