/** Lines over page numbers as SVG, with what they say in words. */
import { Markup, markup } from './markup.ts';

export interface Series {
  readonly name: string;
  /** A value for each page, in order; gaps where there is none. */
  readonly values: readonly (number | undefined)[];
}

export interface Chart {
  readonly title: string;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  /** The top of the scale, where it is not the largest value. */
  readonly most?: number;
}

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 52;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 26;
/** Points that a line has at most: more can not be told apart. */
const POINTS_MAX = 240;

/** Means of as many neighbours as leave no more points than can be told apart. */
function thin(values: readonly (number | undefined)[]): { readonly at: number; readonly value: number }[] {
  const step = Math.max(1, Math.ceil(values.length / POINTS_MAX));
  const points: { at: number; value: number }[] = [];
  for (let first = 0; first < values.length; first += step) {
    const group = values.slice(first, first + step).filter((value) => value !== undefined);
    if (group.length === 0) continue;
    points.push({ at: first + (step - 1) / 2, value: group.reduce((sum, value) => sum + value, 0) / group.length });
  }
  return points;
}

/** A round number that is at least as large. */
function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10);
}

export function drawChart({ title, series, format, most }: Chart): Markup {
  const pages = Math.max(...series.map(({ values }) => values.length));
  const top = most ?? ceiling(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const x = (at: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(1, pages - 1);
  const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
  const rounded = (value: number): string => value.toFixed(1);
  const lines = series.map(({ values }, number) => {
    const points = thin(values).map(({ at, value }) => `${rounded(x(Math.min(at, pages - 1)))},${rounded(y(value))}`);
    return markup`<polyline class="line line-${number}" points="${points.join(' ')}"/>`;
  });
  const scale = [0, top / 2, top].map(
    (
      value,
    ) => markup`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${rounded(y(value))}" y2="${rounded(y(value))}"/>
<text class="scale" x="${LEFT - 6}" y="${rounded(y(value) + 4)}" text-anchor="end">${format(value)}</text>`,
  );
  const legend =
    series.length < 2
      ? []
      : series.map(({ name }, number) => markup`<li><span class="swatch line-${number}"></span>${name}</li>`);
  return markup`<figure class="chart"><figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}. ${sayAll(series, format)}">${scale}
<text class="scale" x="${LEFT}" y="${HEIGHT - 6}">page 1</text>
<text class="scale" x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">page ${pages.toLocaleString('en-US')}</text>
${lines}</svg>${legend.length > 0 ? markup`<ul class="legend">${legend}</ul>` : new Markup('')}</figure>`;
}

const sayAll = (series: readonly Series[], format: (value: number) => string): string =>
  series.map(({ name, values }) => `${name}: ${say(values, format)}`).join(' ');

function say(values: readonly (number | undefined)[], format: (value: number) => string): string {
  const known = values.filter((value) => value !== undefined);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return 'not known.';
  return `${format(first)} on the first page, ${format(last)} on the last, at most ${format(Math.max(...known))}.`;
}
