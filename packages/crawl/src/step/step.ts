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
import type { CrawlPage } from '../crawl-page.ts';
import { type BucketReader, type Step, StepEngine } from './engine.ts';

const MIB = 1024 * 1024;

/** Options of a step; the detector's options are those of the site. */
export interface StepOptions<F extends PageField = PageField> extends DetectorOptions {
  /**
   * Number of first pages of a site (0 to 256) that are held in the state, until all of them are known, or they have 4
   * MiB, or `last` is true. Default: 0.
   */
  settle?: number;
  /** Fields of the documents. Default: those of `PageDocument`. */
  fields?: readonly F[];
  /** Part of the page in documents. Default: `main`, or `content` if no model decides. */
  keep?: Part;
  /**
   * Seed of the keys of a new site. Default: 0, so that steps are deterministic. Use a secret if pages may be hostile.
   */
  seed?: number | string | undefined;
  /** Maximum linear memory in bytes for steps with these options. Default: 256 MiB. */
  maxMemory?: number;
}

/** Input of a step. */
export interface StepInput<F extends PageField = PageField> {
  /** Name of the site: the key of its state. */
  readonly site: string;
  /** State returned by the last step; undefined or null for a new site. */
  readonly state?: Uint8Array | null | undefined;
  /** Pages of the site, in order. */
  readonly pages: readonly CrawlPage[];
  /** True to judge held pages too, because no page follows. Default: false. */
  readonly last?: boolean;
  readonly options?: StepOptions<F>;
  /**
   * Reads the bucket of older page ids with this number, as an earlier step returned it; undefined or null for a new
   * one. With this option, the state has at most 512 page ids; without it, all ids, 12 bytes each. Later steps of the
   * site need it too.
   */
  readonly buckets?: BucketReader;
}

const MAX_INSTANCES = 4;

interface Instance {
  readonly key: string;
  readonly create: CreateOptions;
  readonly engine: Promise<StepEngine>;
}

/** Least recently used first. */
let instances: readonly Instance[] = [];

/** Runs `run` with a cached instance of the module. Drops the instance if it fails. */
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
 * Judges pages of a site by its state, and returns their documents with the new state. For engines that keep a value
 * for each key, and assign each key to one owner. The same input yields the same bytes on every machine.
 *
 * ```ts
 * const { state, documents } = await step({ site, state: await store.get(site), pages });
 * await store.commit({ [site]: state, offset }, documents);
 * ```
 *
 * A page is counted once, by its id: a repeated one is labelled, `counted` is false, and the state does not change.
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {InputError} `INPUT_INVALID` if the site has no name, or `pages` is not a list. For a refused page, the
 * document has an `error` instead
 * @throws {SnapshotError} `SNAPSHOT_DAMAGED` for a state or bucket that is damaged, or of another site;
 * `SNAPSHOT_VERSION`
 * @throws {StoreError} `STORE_OPTIONS` if the state was made with other options
 * @throws {UsageError} `NO_MAIN` if `keep` needs a model, and none decides
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
  if (!Array.isArray(given.pages)) throw new InputError(`pages must be a list, not ${check.describe(given.pages)}`);
  const state = given.state ?? undefined;
  return { ...given, state: state === undefined ? state : check.bytes('a state must be a Uint8Array', state) };
}
