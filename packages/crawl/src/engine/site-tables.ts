/** The tables of many sites in one core: their memory, options, records and templates. */
export { coreForSites, withRoom } from '../sites/core-for-sites.ts';
export { FirstPages, hashOfSite, SETTLE } from '../sites/first-pages.ts';
export { agree, type Contradiction, tableOptions } from '../sites/sites-options.ts';
export { readHtml, type SiteTables } from '../sites/tables.ts';
export { markOf } from '../store/record.ts';
export { makeTemplate } from '../store/template.ts';
