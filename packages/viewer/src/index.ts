/** What works without a DOM: what the front end shows, as plain data. */
export { type Arrival, Collection, type Judgement, type PageEntry } from './collection.ts';
export { type ListData, runList, siteList, type TemplateText, VALUES_MAX } from './lists.ts';
export { judgementOf, type PageView, pageView } from './page.ts';
