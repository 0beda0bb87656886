/** What works without a DOM: the sanitiser, charts and numbers as text. */
export { type Chart, drawChart, type Point, scaleOf } from './chart.ts';
export { bytes, count, finePercent, pages, percent, plural, seconds, signed } from './format.ts';
export { frameDocument, SANDBOX } from './frame.ts';
export { escapeMarkup, Markup, markup } from './markup.ts';
export { type BlockFinder, type NodeCursor, sanitise } from './sanitiser.ts';
export { SHARED_STYLE } from './style.ts';
export { type Kind, type Section, sectionWords, sureness } from './verdict.ts';
