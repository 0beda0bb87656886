/** The pages of a crawl, by which another is compared with it. */
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Sites } from '@refrain/crawl';
import { siteTables } from '@refrain/crawl/engine';
import { inputFiles } from '@refrain/crawl/engine/node';
import type { InputFailure } from '@refrain/crawl/input';
import { InputError, type ResolvedOptions } from 'refrain';
import { CommandError } from '../../errors.ts';
import { SCRATCH_FLUSH, tallyOf } from '../../judge/batch.ts';
import { isStoreFolder, ScratchStore } from '../../judge/state.ts';
import { eachPage, type Plan, type PlanOptions, planInputs } from '../../read/plan.ts';
import type { Progress } from '../../write/progress.ts';
import { factsOf, namesOf, type PageFacts } from './pages.ts';

/** How a crawl is read. */
export interface Reading {
  readonly detector: ResolvedOptions;
  readonly model: Uint8Array | undefined;
  readonly progress: Progress;
  readonly interrupted: AbortSignal;
  /** Takes each page. */
  readonly take: (page: PageFacts) => void | Promise<void>;
}

/** A crawl that can be read. */
export interface Crawl {
  /** Expected number of pages that are reported as progress. */
  readonly total: number | undefined;
  read(reading: Reading): Promise<void>;
}

const FIELDS = '--fields id,url,contentHash,contentDigest';

/** @throws {CommandError} `INPUT_INVALID` for a store; and for an input that cannot be read, whose pages would all seem gone or new */
export async function openCrawl(
  input: string,
  options: Pick<PlanOptions, 'isRead' | 'siteOf'>,
  stdin: Readable,
): Promise<Crawl> {
  if (isStoreFolder(input)) {
    const message =
      `${input}: a store keeps no pages that could be compared; give the pages, or keep a line of each page by ` +
      `refrain INPUT… --state FOLDER ${FIELDS} --out FILE, and compare these files`;
    throw new CommandError(message, { code: 'INPUT_INVALID' });
  }
  if (await isHashList(input)) return { total: undefined, read: (reading) => readHashList(input, reading) };
  const plan = await planInputs({ ...options, inputs: [input], listFile: undefined }, stdin);
  const [failure] = plan.failures;
  // An archive has no such failure.
  if (plan.files.length === 0 && failure !== undefined) throw CommandError.of(failure.source, failure.error);
  return {
    // Each page is read twice.
    get total() {
      return plan.total && 2 * plan.total;
    },
    read: (reading) => readPages(plan, reading),
  };
}

/** Reads the pages twice: the first time they are learned, the second time each is judged by what is known of all of them. */
async function readPages(plan: Plan, { detector, model, progress, interrupted, take }: Reading): Promise<void> {
  const store = new ScratchStore(detector);
  const sitesOptions = { detector, flushEvery: SCRATCH_FLUSH, flushesWhenIdle: false };
  const sites = await Sites.over(store, sitesOptions, model === undefined ? {} : { model });
  // What cannot be learned cannot be labelled either.
  const failed = new Set<string>();
  const onFailure = ({ source, error }: InputFailure): void => {
    if (!failed.has(source)) progress.failure({ source, error });
    failed.add(source);
  };
  const { maxPageBytes } = detector;
  const options = { interrupted, maxPageBytes, onFailure };
  try {
    for (const isLearning of [true, false]) {
      await eachPage(plan, options, async (task, read) => {
        const { html, length } = read();
        const facts = await sites.run(async (tables) => {
          if (!isLearning) return factsOf(task, await tables.label(task, siteTables.readHtml(html), true));
          await tables.learn(task, siteTables.readHtml(html));
          return undefined;
        });
        if (facts !== undefined) await take(facts);
        progress.batch(tallyOf({ pages: 1, bytes: length }));
      });
    }
  } finally {
    await store.close();
  }
}

/** Maximum length of a line of a list of hashes. Lines of a run may have the text of their page too. */
const LINE_BYTES_MAX = 64 * 1024 * 1024;

const HASH = /^[0-9a-f]{16}$/;

/**
 * Whether an input is a list of pages as a run has written them, by its first line: JSON with `id` or `url`, `contentHash` and
 * `contentDigest`, and without HTML. So crawls can be compared whose pages nobody has kept.
 */
async function isHashList(path: string): Promise<boolean> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  try {
    for await (const { bytes } of inputFiles.readLines(inputFiles.openPlain(path), LINE_BYTES_MAX)) {
      const value = objectOf(bytes);
      return value !== undefined && !('html' in value) && ('id' in value || 'url' in value);
    }
  } catch {
    // Reading it as a crawl says what is wrong with it.
  }
  return false;
}

/** @throws {CommandError} `INPUT_INVALID` where no line has a hash */
async function readHashList(path: string, { progress, interrupted, take }: Reading): Promise<void> {
  let hashes = 0;
  const lines = inputFiles.readLines(inputFiles.openPlain(path), LINE_BYTES_MAX);
  for await (const line of inputFiles.untilFailure(lines, (error) => progress.failure({ source: path, error }))) {
    await new Promise(setImmediate);
    if (interrupted.aborted) return;
    const page = pageOf(objectOf(line.bytes));
    if (page === undefined) {
      const message = `the line at byte ${line.offset} has no id or url; write the lines with ${FIELDS}`;
      progress.failure({ source: `${path}:${line.number}`, error: new InputError(message, 'INPUT_DAMAGED') });
      continue;
    }
    if (page.hash !== undefined) hashes += 1;
    await take(page);
    progress.batch(tallyOf({ pages: 1, bytes: line.length }));
  }
  const message = `${path}: no line has a contentHash; write the lines with ${FIELDS}`;
  if (hashes === 0) throw new CommandError(message, { code: 'INPUT_INVALID' });
}

type Line = Readonly<Record<string, unknown>>;

function objectOf(bytes: Uint8Array | undefined): Line | undefined {
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The facts of a line; undefined where it has neither id nor URL. */
function pageOf(line: Line | undefined): PageFacts | undefined {
  const textOf = (name: string): string => (typeof line?.[name] === 'string' ? line[name] : '');
  const hashOf = (name: string): string | undefined => (HASH.test(textOf(name)) ? textOf(name) : undefined);
  const url = textOf('url');
  const id = textOf('id') || url;
  if (id === '') return undefined;
  // By URL or id alone: the site of a file is the name of its folder, which differs from crawl to crawl.
  const names = namesOf({ id, url, site: '', namesSite: true });
  return { ...names, hash: hashOf('contentHash'), digest: hashOf('contentDigest'), texts: undefined };
}
