/** Entries and bytes of the tables over the pages: how they grow and forget. */
import { byId, make } from './dom.ts';
import type { Point } from './protocol.ts';
import { count, pages, size } from './words.ts';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 280;
const HEIGHT = 64;
/** Points are thinned out beyond, for they are closer than a pixel. */
const MOST = 1200;

interface Measure {
  readonly name: string;
  readonly of: (point: Point) => number;
  readonly words: (value: number) => string;
}

const MEASURES: readonly Measure[] = [
  { name: 'Entries', of: ({ entries }) => entries, words: count },
  { name: 'Bytes', of: ({ bytes }) => bytes, words: size },
];

function draw<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export class Charts {
  readonly #box = byId('charts', HTMLDivElement);
  #points: Point[] = [];
  #isDue = false;

  add(point: Point): void {
    const last = this.#points.at(-1);
    if (last?.pages === point.pages) this.#points.pop();
    this.#points.push(point);
    if (this.#points.length > MOST) this.#points = this.#points.filter((_, at) => at % 2 === 0 || at === MOST);
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
      this.#box.replaceChildren(make('p', { className: 'empty' }, 'Nothing is known yet.'));
      return;
    }
    this.#box.replaceChildren(...MEASURES.map((measure) => figure(this.#points, measure)));
  }
}

function figure(points: readonly Point[], { name, of, words }: Measure): HTMLElement {
  const first = points[0]?.pages ?? 0;
  const last = points.at(-1);
  const most = points.reduce(
    (best, point) => (of(point) > of(best) ? point : best),
    points[0] ?? { pages: 0, entries: 0, bytes: 0 },
  );
  const across = Math.max((last?.pages ?? 0) - first, 1);
  const up = Math.max(of(most), 1);
  const x = (point: Point): string => (((point.pages - first) / across) * WIDTH).toFixed(1);
  const y = (point: Point): string => (HEIGHT - (of(point) / up) * (HEIGHT - 4)).toFixed(1);
  const line = points.map((point) => `${x(point)},${y(point)}`).join(' ');
  const end = last === undefined ? '' : words(of(last));
  const told = `${name}: ${end} after ${pages(last?.pages ?? 0)}; at most ${words(of(most))}, after ${pages(most.pages)}`;
  const svg = draw('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'img',
    'aria-label': told,
    preserveAspectRatio: 'none',
  });
  svg.append(
    draw('polygon', { points: `0,${HEIGHT} ${line} ${last === undefined ? 0 : x(last)},${HEIGHT}` }),
    draw('polyline', { points: line, 'vector-effect': 'non-scaling-stroke' }),
  );
  const axis = make(
    'p',
    { className: 'axis' },
    make('span', {}, `page ${count(first)}`),
    make('span', {}, `page ${count(last?.pages ?? 0)}`),
  );
  axis.setAttribute('aria-hidden', 'true');
  const caption = make(
    'figcaption',
    {},
    make('span', {}, name),
    make('strong', {}, end),
    make('span', {}, `at most ${words(of(most))}`),
  );
  return make('figure', {}, caption, svg, axis);
}
