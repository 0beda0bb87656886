/** Line charts over page numbers as SVG, with the same figures in words for screen readers. */
import { count } from 'refrain/engine';
import { type Markup, markup } from './markup.ts';

export interface Point {
  /** Number of the page. */
  readonly page: number;
  readonly value: number;
}

export interface Chart {
  readonly title: string;
  /** In the order of their pages. */
  readonly points: readonly Point[];
  /** `template` where the values are about template: the line has the colour of template. */
  readonly tone: 'template' | 'neutral';
  readonly format: (value: number) => string;
  /** Upper bound of all values, which the axis does not exceed. */
  readonly limit?: number;
  /** Width and height in pixels; text keeps its size where the chart is as wide as this. */
  readonly size?: readonly [width: number, height: number];
}

const SIZE = [560, 200] as const;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 24;
/** Width of a character of a label, and of what surrounds the label, in pixels. */
const LABEL = { character: 8.5, around: 14 };

/** Points of a line: more cannot be distinguished. */
const POINTS_MAX = 240;

/** Means of neighbours, as many as leave `POINTS_MAX` points. */
function thin(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / POINTS_MAX);
  if (step <= 1) return points;
  const thinned: Point[] = [];
  for (let first = 0; first < points.length; first += step) {
    const group = points.slice(first, first + step);
    const mean = (of: (point: Point) => number): number =>
      group.reduce((sum, point) => sum + of(point), 0) / group.length;
    thinned.push({ page: mean(({ page }) => page), value: mean(({ value }) => value) });
  }
  return thinned;
}

/** Least and greatest value of all points. Not by `Math.max(...values)`, which fails beyond about 100,000 values. */
function rangeOf(points: readonly Point[], of: (point: Point) => number): readonly [least: number, greatest: number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    least = Math.min(least, of(point));
    greatest = Math.max(greatest, of(point));
  }
  return points.length === 0 ? [0, 0] : [least, greatest];
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Evenly spaced round numbers from `low` to `high`. */
  readonly ticks: readonly number[];
}

/** Distances between two ticks, before a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const TICKS_WANTED = 4;
/** Quotients that differ by less are equal. */
const EXACT = 1e-9;

/**
 * An axis for values from `least` to `greatest`, both 0 or more. It begins at 0, unless all values are in the upper half.
 *
 * @param limit upper bound of the axis
 * @param smallest unit of the distance of two ticks: 1 for counts, 0 for none
 */
export function scaleOf(
  least: number,
  greatest: number,
  { limit = Number.POSITIVE_INFINITY, smallest = 0 } = {},
): Scale {
  const from = least === greatest || least < greatest / 2 ? 0 : least;
  const span = greatest - from || 1;
  const power = 10 ** Math.floor(Math.log10(span / TICKS_WANTED));
  const wide = STEPS.map((factor) => factor * power).filter((each) => each >= span / TICKS_WANTED);
  const step = wide.find((each) => isMultiple(each, smallest)) ?? smallest;
  const first = Math.floor(from / step + EXACT);
  const last = Math.max(Math.ceil(greatest / step - EXACT), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  const shown = ticks.filter((tick) => tick <= limit);
  return { low: shown[0] ?? 0, high: shown.at(-1) ?? limit, ticks: shown };
}

/** Not exactly: 0.6 / 0.2 is 2.9999…. */
const isMultiple = (value: number, of: number): boolean =>
  of === 0 || (value >= of && Math.abs(value / of - Math.round(value / of)) < EXACT);

export function drawChart({ title, points, tone, format, limit, size: [width, height] = SIZE }: Chart): Markup {
  const drawn = thin(points);
  const bounds = limit === undefined ? { smallest: 1 } : { smallest: 0.01, limit };
  const scale = scaleOf(...rangeOf(drawn, ({ value }) => value), bounds);
  const [first, last] = rangeOf(points, ({ page }) => page);
  const left = LABEL.around + LABEL.character * Math.max(...scale.ticks.map((tick) => format(tick).length));
  const x = (page: number): number => left + ((width - left - RIGHT) * (page - first)) / Math.max(1, last - first);
  const y = (value: number): number =>
    height - BOTTOM - ((height - TOP - BOTTOM) * (value - scale.low)) / (scale.high - scale.low);
  const rounded = (value: number): string => value.toFixed(1);
  const grid = scale.ticks.map(
    (
      tick,
    ) => markup`<line class="grid" x1="${rounded(left)}" x2="${width - RIGHT}" y1="${rounded(y(tick))}" y2="${rounded(y(tick))}"/>
<text class="scale" x="${rounded(left - 6)}" y="${rounded(y(tick) + 4)}" text-anchor="end">${format(tick)}</text>`,
  );
  const path = drawn.map(({ page, value }) => `${rounded(x(page))},${rounded(y(value))}`).join(' ');
  const ends =
    drawn.length === 0
      ? markup`<text class="scale" x="${rounded((left + width) / 2)}" y="${height / 2}" text-anchor="middle">unknown</text>`
      : markup`<text class="scale" x="${rounded(left)}" y="${height - 6}">page ${count(first)}</text>
<text class="scale" x="${width - RIGHT}" y="${height - 6}" text-anchor="end">page ${count(last)}</text>`;
  return markup`<figure class="chart"><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}: ${inWords(points, format)}">${grid}
${ends}
<polyline class="line line-${tone}" points="${path}"/></svg></figure>`;
}

function inWords(points: readonly Point[], format: (value: number) => string): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return 'unknown.';
  const [, greatest] = rangeOf(points, ({ value }) => value);
  return `${format(first.value)} on page ${count(first.page)}, ${format(last.value)} on page ${count(last.page)}, maximum ${format(greatest)}.`;
}
