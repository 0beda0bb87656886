/** Entries and bytes of all tables, by the number of pages: how the tables grow and forget. */
import { bytes, count, drawChart } from '@refrain/viewer';
import { byId, make } from './dom.ts';
import type { Point } from './protocol.ts';

/** Maximum of points that are kept. */
const POINTS_MAX = 1200;
const SIZE = [266, 84] as const;

interface Measure {
  readonly title: string;
  readonly of: (point: Point) => number;
  readonly format: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  { title: 'Entries', of: ({ entries }) => entries, format: count },
  { title: 'Size', of: (point) => point.bytes, format: bytes },
];

export class Charts {
  readonly #box = byId('charts', HTMLDivElement);
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
    if (this.#points.length === 0) {
      this.#box.replaceChildren(make('p', { className: 'empty' }, 'The tables are empty.'));
      return;
    }
    const figures = MEASURES.map(({ title, of, format }) => {
      const points = this.#points.map((point) => ({ page: point.pages, value: of(point) }));
      const last = points.at(-1)?.value ?? 0;
      return drawChart({ title: `${title}: ${format(last)}`, points, tone: 'neutral', format, size: SIZE }).text;
    });
    // Markup of the chart alone, with all its values escaped.
    this.#box.innerHTML = figures.join('');
  }
}
