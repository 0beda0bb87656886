/** The parts of the viewer that need no DOM. */
export { Collection, type Judgement, type PageEntry } from './collection.ts';
export { type ListData, runList, siteList, type TemplateText, VALUES_MAX } from './lists.ts';
export { judgementOf, type PageView, pageView } from './page-view.ts';
