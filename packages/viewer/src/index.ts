/** What works without a DOM: what the viewer is given, its style, a legend, charts, numbers as text. */
export { drawChart, type Point } from './chart.ts';
export { bytes, pages, percent, seconds } from './format.ts';
export { Markup, markup } from './markup.ts';
export type { PageResult } from './result.ts';
export { SHARED_STYLE, shareLegend } from './style.ts';
export { type PageView, summaryOf, type TableView, tableView } from './view.ts';
