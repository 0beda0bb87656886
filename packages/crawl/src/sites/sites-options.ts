import type { SiteRules, TemplateEvent } from '@refrain/rules';
import {
  type BytesOptions,
  type DetectorOptions,
  type InputError,
  type LimitError,
  OptionError,
  type PageDocument,
  type PageField,
  type PageFields,
  type Part,
  type ResolvedOptions,
  resolveOptions,
} from 'refrain';
import { check, checkFields, selection, type Want } from 'refrain/engine';
import type { CheckedPage } from '../crawl-page.ts';
import { StoreError } from '../errors.ts';
import type { SiteDatabase } from '../store/database.ts';
import { checkFlushEvery, type FlushEvery } from './flush-policy.ts';
import type { SiteOf } from './site-of.ts';

const MIB = 1024 * 1024;

/** Options of `Sites`. The options of detectors apply to every site. */
export interface SitesOptions extends DetectorOptions {
  /** A folder in Node, the name of an IndexedDB database in browsers; created if missing. */
  location?: string;
  /** Instead of a location: an abstract-level database or sublevel. The caller closes it. */
  store?: SiteDatabase;
  /** The part of a URL that names its site; default: `host`. */
  siteOf?: SiteOf;
  /** When counted pages are written to the store; default: after 20,000 pages or 30 seconds. */
  flushEvery?: FlushEvery;
  /** True to keep the template of each site: layouts, rules and events. Default: true with `onEvent`, else false. */
  template?: boolean;
  /** Called synchronously with each event of a site's template, while the page is valid. */
  onEvent?: (event: TemplateEvent) => void;
  /**
   * Handwritten rules of a site, which override the model: see `PageRules` of `@refrain/rules`. Must return the same
   * object for the same site.
   */
  rules?: (site: string) => SiteRules | undefined;
  /**
   * Maximum linear memory in bytes, for the current page and the tables of recently used sites. One table may use a
   * quarter of it; then `TABLE_FULL`. Default: 256 MiB.
   */
  maxMemory?: number;
}

/** Options of one page. */
export interface SitePageOptions extends BytesOptions {
  /** Identity of the page; default: its URL. */
  id?: string | undefined;
  /** Its site; default: derived from the URL by `siteOf`. */
  site?: string | undefined;
}

export interface OutputOptions<F extends PageField = keyof PageDocument> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label' | undefined;
  /** Part of the page in text, Markdown and HTML. Default: `main`, or `content` if no model decides. */
  readonly part?: Part | undefined;
  /** Names of fields. Default: those of `PageDocument`. */
  readonly fields?: readonly F[] | undefined;
}

/** Options of a stream of documents. */
export interface DocumentsOptions<F extends PageField = keyof PageDocument> extends OutputOptions<F> {
  /**
   * Number of the first pages of a site that are held until all of them are known, or the stream ends. 0 to 256;
   * default: 8.
   */
  readonly settle?: number | undefined;
}

/** A page as a document, or the error with which it was refused. */
export type SiteDocument<T = PageDocument> =
  | { readonly url: string; readonly document: T; readonly error?: undefined }
  | { readonly url: string; readonly error: InputError | LimitError; readonly document?: undefined };

export const OUTPUT_OPTIONS = ['mode', 'part', 'fields'] as const;

export function outputOf<F extends PageField>(
  { evidence }: ResolvedOptions,
  { mode = 'learn', part, fields }: OutputOptions<F>,
): Pick<Want<CheckedPage, Pick<PageFields, F>>, 'learns' | 'part' | 'write'> {
  const names = checkFields<F>(fields);
  const learns = check.oneOf('mode', mode, ['learn', 'label']) === 'learn';
  selection.check('part', part, evidence !== 'repetition');
  return { learns, part, write: (judged) => judged.record(names) };
}

/** Counts of `Sites`. */
export interface SitesStats {
  readonly sites: number;
  /** Known sites without a record in the store. */
  readonly newSites: number;
  /** Counted since `open`. */
  readonly pages: number;
  /** Sites whose tables are in linear memory. */
  readonly hot: number;
  /** Tables read from the store since `open`, and tables evicted to free memory. */
  readonly loaded: number;
  readonly evicted: number;
  /** Bytes that wait for the store. */
  readonly queuedBytes: number;
  readonly memoryBytes: number;
}

export function checkSitesOptions(options: SitesOptions) {
  if (options === undefined || typeof options === 'string')
    throw new OptionError(`Sites.open takes options: Sites.open({ location: ${JSON.stringify(options ?? 'FOLDER')} })`);
  check.object('Sites.open', options);
  const {
    location,
    store,
    siteOf = 'host',
    flushEvery = {},
    onEvent,
    rules,
    template = onEvent !== undefined,
    ...given
  } = options;
  check.type('template', template, 'boolean');
  check.type('onEvent', onEvent, 'function');
  check.type('rules', rules, 'function');
  const target = store ?? location;
  if (target === undefined || (store !== undefined && location !== undefined)) {
    throw new OptionError('Sites.open needs either location or store');
  }
  if (store !== undefined) checkStore(store);
  else if (typeof location !== 'string' || location === '') {
    throw check.optionError('location', 'a string that is not empty', location);
  }
  const detector: DetectorOptions = { ...given, maxMemory: given.maxMemory ?? 256 * MIB };
  resolveOptions(detector);
  return { target, siteOf, flushEvery: checkFlushEvery(flushEvery), detector, template, onEvent, rules };
}

function checkStore(store: unknown): void {
  const isStore = typeof store === 'object' && store !== null && 'getMany' in store && 'batch' in store;
  if (!isStore) throw check.optionError('store', 'an abstract-level database', store);
}

/** Options that may differ between runs: tables do not depend on them. */
const OF_THE_RUN: ReadonlySet<string> = new Set(
  'recall unseen maxPageBytes maxNodes maxWork maxTableBytes maxMemory seed'.split(' '),
);

export interface Contradiction {
  readonly option: string;
  readonly given: string;
  readonly has: string;
}

export function tableOptions(options: ResolvedOptions): DetectorOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !OF_THE_RUN.has(name)));
}

/**
 * The stored options that determine the tables, with all other options from `given`.
 *
 * @throws {StoreError} `STORE_OPTIONS`, its `cause` a list of {@link Contradiction}
 */
export function agree(given: DetectorOptions, had: ResolvedOptions): ResolvedOptions {
  const tables = tableOptions(had);
  // A preset sets several options at once.
  const wanted = resolveOptions(given.preset === undefined ? { ...tables, ...given } : given);
  const names = Object.keys(tables) as (keyof ResolvedOptions)[];
  const contradictions = names
    .filter((name) => String(wanted[name]) !== String(had[name]))
    .map((name): Contradiction => ({ option: name, given: String(wanted[name]), has: String(had[name]) }));
  if (contradictions.length === 0) return wanted;
  const list = contradictions.map(({ option, given: value, has }) => `${option} ${value} (it has ${has})`).join(', ');
  throw new StoreError('STORE_OPTIONS', `the store was created with other options than ${list}`, {
    cause: contradictions,
  });
}
