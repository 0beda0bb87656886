/** The step of a site as a value: what is known of the site and some of its pages go in, what is known then and documents come out. */
import {
  type CreateOptions,
  type DetectorOptions,
  InputError,
  type PageDocument,
  type PageField,
  type PageFields,
  type Part,
  RefrainError,
  type ResolvedOptions,
  resolveOptions,
} from 'refrain';
import { check, checkFields, SETTLE, Seed, selection } from 'refrain/engine';
import type { CrawlPage } from '../page.ts';
import { type ReadBucket, type Step, StepEngine } from './engine.ts';

const MIB = 1024 * 1024;

/** How the pages of a step are judged, and what their documents have; the detector's options are those of the site. */
export interface StepOptions<F extends PageField = PageField> extends DetectorOptions {
  /**
   * The first pages of a site wait in its state until this many are known, or 4 MiB of them, or a step is the last one; up to 256.
   * Default: 0, none waits.
   */
  settle?: number;
  /** Names of fields of the documents. Default: those of `PageDocument`. */
  fields?: readonly F[];
  /** The part of the page that documents have. Default: `main`, or `content` where no model decides. */
  keep?: Part;
  /** Seed of the keys of a new site. Default: 0, because a step is deterministic; give a secret one where pages may be hostile. */
  seed?: number | string | undefined;
  /** Maximum of linear memory, in bytes, for the steps with these options. Default: 256 MiB. */
  maxMemory?: number;
}

/** What a step takes. */
export interface StepInput<F extends PageField = PageField> {
  /** The name of the site: the key of its state. */
  readonly site: string;
  /** The state that the last step of the site has given; undefined or null for a new site. */
  readonly state?: Uint8Array | null | undefined;
  /** Pages of the site, in their order. */
  readonly pages: readonly CrawlPage[];
  /** Whether the pages that wait are judged with this step. Default: false. */
  readonly last?: boolean;
  readonly options?: StepOptions<F>;
  /**
   * Reads a bucket of older page ids by its number, which a step has given before; undefined or null for one that was not given yet.
   * With it the state has the ids of at most 512 pages; without it those of all pages, 12 bytes each. Once given, it must be given to
   * every step of the site.
   */
  readonly buckets?: ReadBucket;
}

/** Instances of the module that are kept for the next steps. */
const MAX_INSTANCES = 4;

interface Instance {
  readonly key: string;
  readonly create: CreateOptions;
  readonly engine: Promise<StepEngine>;
}

/** In the order of their last use. */
let instances: readonly Instance[] = [];

/**
 * Runs with an instance of the module for these options, which is kept for the next run. One that has failed, or could not be opened, is
 * not used again.
 */
export async function withEngine<T>(
  options: ResolvedOptions,
  create: CreateOptions,
  run: (engine: StepEngine) => Promise<T>,
): Promise<T> {
  const key = Object.values(options).map(String).join(' ');
  const found = instances.find(
    (one) => one.key === key && one.create.wasm === create.wasm && one.create.model === create.model,
  );
  const instance = found ?? { key, create, engine: StepEngine.open(options, create) };
  const others = instances.filter((one) => one !== instance);
  instances = [...others.slice(others.length < MAX_INSTANCES ? 0 : 1), instance];
  const giveUp = (error: unknown): never => {
    instances = instances.filter((one) => one !== instance);
    throw error;
  };
  const engine = await instance.engine.catch(giveUp);
  try {
    return await run(engine);
  } catch (error) {
    if (error instanceof RefrainError && error.code === 'CORE_FAILED') giveUp(error);
    throw error;
  }
}

/**
 * Takes pages of a site by what is known of it, and gives their documents with what is known then: for engines that keep a value for each
 * key, and give the pages of a key to one owner. The same input gives the same bytes on every machine. An instance of the module is kept
 * between steps.
 *
 * ```ts
 * const { state, documents } = await step({ site, state: await store.get(site), pages });
 * await store.commit({ [site]: state, offset }, documents);
 * ```
 *
 * A page is counted once, by its id: one that is given again is labelled, `counted` is false, and the state stays as it is.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {InputError} `INPUT_INVALID` where the site has no name, or `pages` is no list; a page that is refused is a document with `error`
 * @throws {SnapshotError} `SNAPSHOT_DAMAGED` for a state or bucket that is damaged, or of another site; `SNAPSHOT_VERSION`
 * @throws {StoreError} `STORE_OPTIONS` where the state was made with other options
 * @throws {UsageError} `NO_MAIN` where `keep` needs a model, and none decides
 */
export function step<F extends PageField>(
  input: StepInput<F> & { readonly options: { readonly fields: readonly F[] } },
  create?: CreateOptions,
): Promise<Step<Pick<PageFields, F>>>;
export function step(input: StepInput, create?: CreateOptions): Promise<Step<PageDocument>>;
export async function step(input: StepInput, create: CreateOptions = {}): Promise<Step> {
  const { site, state, pages, last = false, options = {}, buckets } = checkInput(input);
  const { settle = 0, fields, keep, seed = 0, ...given } = check.object('options', options);
  const detector = resolveOptions({ ...given, maxMemory: given.maxMemory ?? 256 * MIB });
  const how = {
    settle: check.whole('settle', settle, SETTLE.min, SETTLE.max),
    fields: checkFields(fields),
    part: selection.check('keep', keep, detector.evidence !== 'repetition'),
    seed: Seed.option(seed) as string,
  };
  return withEngine(detector, create, (engine) =>
    engine.step({ site, state, pages, last, buckets, ...how, learns: true }),
  );
}

function checkInput(input: StepInput): StepInput {
  const given = check.object('step', input, ['site', 'state', 'pages', 'last', 'options', 'buckets']);
  check.site(given.site);
  check.type('last', given.last, 'boolean');
  check.type('buckets', given.buckets, 'function');
  if (!Array.isArray(given.pages)) throw new InputError(`pages must be a list, not ${check.shown(given.pages)}`);
  const state = given.state ?? undefined;
  return { ...given, state: state && check.bytes('a state must be a Uint8Array', state) };
}
