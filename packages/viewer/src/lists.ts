/** The lists of pages as plain data: of one site, or of all sites of a run. */
import { count, finePercent, plural } from 'refrain/engine';
import { type PageEntry, type SiteCollection, shareOf } from './collection.ts';

export interface SiteEntry {
  readonly site: string;
  readonly pages: number;
  readonly share: number;
  /** Path of its data file in a report. */
  readonly file?: string | undefined;
}

export interface TemplateText {
  readonly text: string;
  readonly region?: string | undefined;
  /** Pages of a sample that have the text. */
  readonly seen: number;
}

type Fact = readonly [name: string, value: string];

export interface ListData {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Describes the listed pages and sites, unless all are listed. */
  readonly note: string;
  /** Lowest confidence first. */
  readonly entries: readonly PageEntry[];
  readonly sites: readonly SiteEntry[];
  /** Undefined for several sites. */
  readonly texts?: readonly TemplateText[];
  readonly run: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Maximum number of pages in the list of all sites. */
const PAGES_LISTED = 100;
const TEXTS_LISTED = 100;
/** Maximum UTF-16 code units of a template text. */
const TEXT_MAX = 160;
/** Maximum number of values of a fact of the run. */
export const VALUES_MAX = 100;

/** Sort key of a page: 0 without main content, else the confidence in whole percent. */
export const rankOf = ({ reason, confidence }: PageEntry): number =>
  reason === undefined ? Math.floor((confidence ?? 1) * 100) : 0;

const leastSureFirst = (one: PageEntry, other: PageEntry): number =>
  rankOf(one) - rankOf(other) || one.position - other.position;

export function siteList(site: SiteCollection, texts: readonly TemplateText[]): ListData {
  const { shown, pages, counted } = site;
  return {
    title: site.site,
    facts: [...factsOf([site]), ...(counted === pages ? [] : [['Counted in all runs', count(counted)] as const])],
    note:
      shown.length < pages
        ? `${count(shown.length)} of ${count(pages)} pages can be opened; the figures include all pages.`
        : '',
    entries: shown.toSorted(leastSureFirst),
    sites: [],
    texts: texts
      .toSorted((one, other) => other.seen - one.seen)
      .slice(0, TEXTS_LISTED)
      .map(({ text, region, seen }) => ({ text: text.slice(0, TEXT_MAX).toWellFormed(), region, seen })),
    run: [],
  };
}

interface RunFacts {
  readonly facts: ListData['run'];
  /** Pages and inputs that could not be read: their number, and the first of them. */
  readonly failures: { readonly count: number; readonly first: readonly string[] };
}

/** The first values of a fact, and a text with the number of the others. */
const valuesOf = (values: readonly string[], all = values.length): readonly string[] =>
  all > VALUES_MAX ? [...values.slice(0, VALUES_MAX), `and ${count(all - VALUES_MAX)} more`] : values;

/**
 * The list of a run. For a run over one site, the list of this site.
 *
 * @param fileOf path of the data file of a site in a report
 */
export function runList(
  sites: readonly SiteCollection[],
  { facts, failures }: RunFacts,
  textsOf: (site: string) => readonly TemplateText[],
  fileOf?: (site: string) => string,
): ListData {
  const failed: Fact[] = failures.count > 0 ? [['Failures', count(failures.count)]] : [];
  const run = [
    ...facts.map(([name, values]) => [name, valuesOf(values)] as const),
    ...(failures.count > 0 ? [['Failures', valuesOf(failures.first, failures.count)] as const] : []),
  ];
  const [only] = sites;
  if (sites.length === 1 && only !== undefined) {
    const list = siteList(only, textsOf(only.site));
    return { ...list, facts: [...list.facts, ...failed], run };
  }
  const listed = sites.filter(({ shown }) => shown.length > 0);
  const entries = listed.flatMap(({ shown }) => shown).sort(leastSureFirst);
  const first = `The first ${PAGES_LISTED} of ${count(entries.length)} pages are listed; each site below lists all of its pages.`;
  const open = `${count(listed.length)} of ${count(sites.length)} sites can be opened; the figures include all sites.`;
  return {
    title: plural(sites.length, 'site'),
    facts: [...factsOf(sites), ...failed],
    note: [entries.length > PAGES_LISTED && first, listed.length < sites.length && open].filter(Boolean).join(' '),
    entries: entries.slice(0, PAGES_LISTED),
    sites: listed.map(({ site, pages, share }) => ({ site, pages, share, file: fileOf?.(site) })),
    run,
  };
}

function factsOf(sites: readonly SiteCollection[]): Fact[] {
  const sum = (of: (site: SiteCollection) => number): number => sites.reduce((all, site) => all + of(site), 0);
  const [template, content] = [sum(({ lengths }) => lengths.template), sum(({ lengths }) => lengths.content)];
  return [
    ['Pages', count(sum(({ pages }) => pages))],
    ['Template', finePercent(shareOf({ template, content }))],
    ['Text', plural(template + content, 'character')],
  ];
}
