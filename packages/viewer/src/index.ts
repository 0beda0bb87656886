/** What works without a DOM: the sanitiser, charts and numbers as text. */
export { drawChart, type Point, scaleOf } from './chart.ts';
export { bytes, count, finePercent, pages, percent, plural, seconds, signed } from './format.ts';
export { frameDocument, SANDBOX } from './frame.ts';
export { Markup, markup } from './markup.ts';
export { sanitise } from './sanitiser.ts';
export { SHARED_STYLE } from './style.ts';
export { type Section, sectionWords, sureness } from './verdict.ts';
