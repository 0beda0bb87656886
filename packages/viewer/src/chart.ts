/** Line charts over page numbers as SVG, with the same figures as text for screen readers. */
import { count } from 'refrain/engine';
import { escapeMarkup } from './markup.ts';

export interface Chart {
  readonly title: string;
  /** A value of 0 or more for each page. */
  readonly values: readonly number[];
  /** `template` if the values are about template: the line has the colour of template. */
  readonly tone: 'template' | 'neutral';
  readonly format: (value: number) => string;
  /** Smallest distance of two ticks. */
  readonly smallest: number;
}

/** Pixels. */
const [WIDTH, HEIGHT] = [560, 200];
/** Pixels around the line, for the labels. */
const [LEFT, RIGHT, TOP, BOTTOM] = [80, 12, 10, 24];
/** Points of a line: more cannot be distinguished. */
const POINTS_MAX = 240;
/** Ticks between 0 and the maximum. */
const TICKS = 4;
/** Quotients that differ by less are equal. */
const EXACT = 1e-9;

/** Means of neighbours, each with the middle of its pages. */
function thin(values: readonly number[]): (readonly [page: number, mean: number])[] {
  const size = Math.ceil(values.length / POINTS_MAX);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => {
    const group = values.slice(at * size, (at + 1) * size);
    return [at * size + (group.length + 1) / 2, group.reduce((sum, value) => sum + value, 0) / group.length];
  });
}

/** Not by `Math.max(...values)`, which fails beyond about 100,000 values. */
const greatestOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

/** Round numbers from 0 to the first that is not below `greatest`. */
export function ticksOf(greatest: number, smallest: number): number[] {
  const least = Math.max(greatest / TICKS, smallest);
  const power = 10 ** Math.floor(Math.log10(least) + EXACT);
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least - EXACT) ?? least;
  return Array.from({ length: Math.max(Math.ceil(greatest / step - EXACT), 1) + 1 }, (_, at) => at * step);
}

export function drawChart({ title, values, tone, format, smallest }: Chart): string {
  const points = thin(values);
  const ticks = ticksOf(greatestOf(points.map(([, mean]) => mean)), smallest);
  const high = ticks.at(-1) ?? 1;
  const x = (page: number): string =>
    (LEFT + ((WIDTH - LEFT - RIGHT) * (page - 1)) / Math.max(1, values.length - 1)).toFixed(1);
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / high;
  const grid = ticks.map(
    (tick) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/>
<text class="scale" x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${escapeMarkup(format(tick))}</text>`,
  );
  const [first = 0] = values;
  const last = `page ${count(values.length)}`;
  const words = `${format(first)} on page 1, ${format(values.at(-1) ?? 0)} on ${last}, maximum ${format(greatestOf(values))}.`;
  return `<figure class="chart"><figcaption>${escapeMarkup(title)}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeMarkup(`${title}: ${words}`)}">${grid.join('')}
<text class="scale" x="${LEFT}" y="${HEIGHT - 6}">page 1</text>
<text class="scale" x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">${last}</text>
<polyline class="line line-${tone}" points="${points.map(([page, mean]) => `${x(page)},${y(mean).toFixed(1)}`).join(' ')}"/></svg></figure>`;
}
