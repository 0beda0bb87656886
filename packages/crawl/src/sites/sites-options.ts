/** Options of `Sites`, their checks, and its numbers. */
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
import { StoreError } from '../errors.ts';
import type { CheckedPage } from '../page.ts';
import type { SiteDatabase } from '../store/database.ts';
import { checkFlushEvery, type FlushEvery } from './flush-policy.ts';
import type { SiteOf } from './site-of.ts';

const MIB = 1024 * 1024;

/** Where sites are kept, and how pages are assigned to them; the detector's options are those of every site. */
export interface SitesOptions extends DetectorOptions {
  /** A folder in Node, the name of an IndexedDB database in browsers; it is created where it is missing. */
  location?: string;
  /** In place of a location: an abstract-level database, or a sublevel of one. Its owner closes it. */
  store?: SiteDatabase;
  /** The part of a URL that names its site; default: `host`. */
  siteOf?: SiteOf;
  /** When counted pages are written to the store; default: after 20,000 pages or 30 seconds. */
  flushEvery?: FlushEvery;
  /**
   * Whether the template of each site is kept beside its table: layouts, rules and events. Default: false; true with `onEvent`.
   */
  template?: boolean;
  /** Called with each event of the template of a site, synchronously, while the page is valid. */
  onEvent?: (event: TemplateEvent) => void;
  /**
   * Rules that persons have written for a site, by its name; undefined where there are none. They win over the model: see `PageRules` of
   * `@refrain/rules`. Of one site always the same object.
   */
  rules?: (site: string) => SiteRules | undefined;
  /**
   * Maximum of linear memory, in bytes, for the current page and the tables of recently used sites. One table may use a quarter
   * of it (`TABLE_FULL`). Default: 256 MiB. JavaScript needs some 200 bytes more for each of these tables.
   */
  maxMemory?: number;
}

/** How one page is read. */
export interface SitePageOptions extends BytesOptions {
  /** Identity of the page; default: its URL. */
  id?: string | undefined;
  /** Its site; default: the one that `siteOf` finds in the URL. */
  site?: string | undefined;
}

/** How pages are judged, and what is made of them. */
export interface OutputOptions<F extends PageField = keyof PageDocument> {
  /** `learn` (default) counts pages; `label` changes nothing. */
  readonly mode?: 'learn' | 'label' | undefined;
  /** The part of the page that text, Markdown and HTML have. Default: `main`, or `content` where no model decides. */
  readonly part?: Part | undefined;
  /** Names of fields. Default: those of `PageDocument`. */
  readonly fields?: readonly F[] | undefined;
}

/** How the pages of a stream become documents. */
export interface DocumentsOptions<F extends PageField = keyof PageDocument> extends OutputOptions<F> {
  /** The first pages of a site wait until this many are known, or the stream ends; 0: none waits. Up to 256, default: 8. */
  readonly settle?: number | undefined;
}

/** A page as a document, or why it was refused: plain data. */
export type SiteDocument<T = PageDocument> =
  | { readonly url: string; readonly document: T; readonly error?: undefined }
  | { readonly url: string; readonly error: InputError | LimitError; readonly document?: undefined };

export const OUTPUT_OPTIONS = ['mode', 'part', 'fields'] as const;

/** Checks {@link OutputOptions}: whether pages are learned, and their records. */
export function outputOf<F extends PageField>(
  { evidence }: ResolvedOptions,
  { mode = 'learn', part, fields }: OutputOptions<F>,
): Pick<Want<CheckedPage, Pick<PageFields, F>>, 'learns' | 'part' | 'write'> {
  const names = checkFields<F>(fields);
  const learns = check.oneOf('mode', mode, ['learn', 'label']) === 'learn';
  selection.check('part', part, evidence !== 'repetition');
  return { learns, part, write: (judged) => judged.record(names) };
}

/** Numbers of `Sites`. */
export interface SitesStats {
  /** Known sites. */
  readonly sites: number;
  /** Known sites of which the store has no record yet. */
  readonly newSites: number;
  /** Pages that were counted since `open`. */
  readonly pages: number;
  /** Sites whose tables are in linear memory. */
  readonly hot: number;
  /** Tables that were read from the store since `open`, and tables that were evicted to make room. */
  readonly loaded: number;
  readonly evicted: number;
  /** Bytes that wait for the store. */
  readonly queuedBytes: number;
  /** Bytes of linear memory. */
  readonly memoryBytes: number;
}

/**
 * The options of `Sites`, checked and complete.
 *
 * @throws {OptionError} `OPTION_INVALID`
 */
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

/** Limits belong to a machine and a run, a seed to the tables that are made in a run, and no table knows of `recall` and `unseen`. */
const OF_THE_RUN: ReadonlySet<string> = new Set([
  'recall',
  'unseen',
  'maxPageBytes',
  'maxNodes',
  'maxWork',
  'maxTableBytes',
  'maxMemory',
  'seed',
]);

/** An option that differs from that of the tables. */
export interface Contradiction {
  readonly option: string;
  readonly given: string;
  readonly has: string;
}

/** The options of the tables: all but those of the run. */
export function tableOptions(options: ResolvedOptions): DetectorOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !OF_THE_RUN.has(name)));
}

/**
 * The options of the tables, with those of the run that were given.
 *
 * @throws {StoreError} `STORE_OPTIONS`, its `cause` a list of {@link Contradiction}
 */
export function agree(given: DetectorOptions, had: ResolvedOptions): ResolvedOptions {
  const tables = tableOptions(had);
  // A preset stands for all options that it sets.
  const wanted = resolveOptions(given.preset === undefined ? { ...tables, ...given } : given);
  const names = Object.keys(tables) as (keyof ResolvedOptions)[];
  const contradictions = names
    .filter((name) => String(wanted[name]) !== String(had[name]))
    .map((name): Contradiction => ({ option: name, given: String(wanted[name]), has: String(had[name]) }));
  if (contradictions.length === 0) return wanted;
  const list = contradictions.map(({ option, given: asked, has }) => `${option} ${asked} (it has ${has})`).join(', ');
  throw new StoreError('STORE_OPTIONS', `the store was created with other options than ${list}`, {
    cause: contradictions,
  });
}
