/** Charts as SVG text, drawn by Observable Plot on a document of linkedom. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { seriesColour } from './html.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

const STYLE = { background: 'none', color: 'inherit', fontSize: '12px', fontFamily: 'system-ui, sans-serif' };

function draw(title: string, options: Plot.PlotOptions): string {
  const chart = Plot.plot({ ...options, document, style: STYLE });
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', title);
  return chart.outerHTML;
}

/** A point of a series. Charts of several sites have one panel for each site. */
export interface Mark {
  readonly series: string;
  readonly x: number;
  readonly y: number;
  readonly panel?: string;
}

export interface ChartOptions {
  /** Names of the series, in the order of their colours. */
  readonly series: readonly string[];
  readonly x: string;
  readonly y: string;
  readonly xScale?: 'log' | 'linear';
  readonly yDomain?: readonly [number, number];
  /** Ticks of the x axis. */
  readonly xTicks?: readonly number[];
  readonly kind?: 'line' | 'dotted' | 'steps';
}

const PANEL_WIDTH = 330;

/** A line chart, with three columns of panels where there are panels. Panels have no axis labels; the text beside the chart names the axes. */
export function chart(title: string, marks: readonly Mark[], options: ChartOptions): string {
  const { series, kind = 'line', xScale = 'linear', xTicks } = options;
  const panels = [...new Set(marks.map(({ panel }) => panel ?? ''))];
  const column = (panel: string | undefined): number => panels.indexOf(panel ?? '') % 3;
  const row = (panel: string | undefined): number => Math.floor(panels.indexOf(panel ?? '') / 3);
  const isFaceted = panels.length > 1;
  const facets = isFaceted ? { fx: (mark: Mark) => column(mark.panel), fy: (mark: Mark) => row(mark.panel) } : {};
  const channels = { x: 'x', y: 'y', stroke: 'series', ...facets };
  const curve = kind === 'steps' ? 'step-after' : 'linear';
  const shapes = [
    Plot.line(marks, { ...channels, z: 'series', strokeWidth: 2, curve }),
    ...(kind === 'dotted' ? [Plot.dot(marks, { ...channels, fill: 'series', r: 2 })] : []),
  ];
  const titles = panels.map((panel) => ({ panel, title: panel }));
  return draw(title, {
    width: isFaceted ? PANEL_WIDTH * 3 : 720,
    height: isFaceted ? 230 * Math.ceil(panels.length / 3) + 40 : 320,
    marginLeft: 55,
    marginTop: isFaceted ? 28 : 20,
    marginRight: 30,
    marginBottom: 40,
    x: {
      label: isFaceted ? null : options.x,
      type: xScale,
      grid: true,
      ...(xTicks && { ticks: [...xTicks], tickFormat: '~s' }),
    },
    y: {
      label: isFaceted ? null : options.y,
      grid: true,
      ...(options.yDomain && { domain: [...options.yDomain] }),
    },
    ...(isFaceted && { fx: { axis: null, padding: 0.14 }, fy: { axis: null, padding: 0.18 } }),
    color: { domain: [...series], range: series.map((_, at) => seriesColour(at)) },
    marks: [
      ...(isFaceted
        ? [
            Plot.frame({ strokeOpacity: 0.25 }),
            Plot.text(titles, {
              ...{ text: 'title', frameAnchor: 'top', dy: -14, fontWeight: 600 },
              ...{ fx: ({ panel }) => column(panel), fy: ({ panel }) => row(panel) },
            }),
          ]
        : []),
      ...shapes,
    ],
  });
}

export interface HeatCell {
  readonly column: number;
  readonly row: number;
  readonly value: number;
}

/** Values in cells. Larger values have a stronger colour. */
export function heatmap(
  title: string,
  cells: readonly HeatCell[],
  labels: { readonly column: string; readonly row: string; readonly digits: number },
): string {
  const values = cells.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const share = (value: number): number => (most === least ? 0.5 : (value - least) / (most - least));
  return draw(title, {
    width: 560,
    height: 260,
    marginLeft: 50,
    marginBottom: 40,
    x: { type: 'band', label: labels.column, tickFormat: String },
    y: { type: 'band', label: labels.row, tickFormat: String },
    marks: [
      Plot.cell(cells, {
        ...{ x: 'column', y: 'row', inset: 1, fill: seriesColour(0) },
        fillOpacity: ({ value }: HeatCell) => 0.08 + 0.6 * share(value),
      }),
      Plot.text(cells, { x: 'column', y: 'row', text: ({ value }: HeatCell) => value.toFixed(labels.digits) }),
    ],
    opacity: { type: 'identity' },
  });
}
