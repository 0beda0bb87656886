/** The pages of a crawl, by which another is compared with it. */
import type { Readable } from 'node:stream';
import { Sites } from '@refrain/crawl';
import { andThen, type InputFailure, readHtml } from '@refrain/crawl/internal';
import type { ResolvedOptions } from 'refrain';
import { CommandError, describe } from '../errors.ts';
import { endsRun } from '../job/labeller.ts';
import { eachPage, type Plan, type PlanOptions, planInputs } from '../job/plan.ts';
import { tallyOf } from '../job/task.ts';
import type { Progress } from '../output/progress.ts';
import { ScratchStore } from '../output/scratch-store.ts';
import { SCRATCH_FLUSH } from '../pages/arguments.ts';
import { isStoreFolder } from '../state/open.ts';
import { factsOf, type PageFacts } from './facts.ts';
import { isHashList, readHashList } from './hash-list.ts';

/** A crawl that can be read. */
export interface Crawl {
  /** Expected number of pages that are reported as progress. */
  readonly total: number | undefined;
  /** Gives every page to `take`; `taken` runs behind each. */
  readonly read: (
    options: ReadingOptions,
    take: (page: PageFacts) => void,
    taken?: () => Promise<void>,
  ) => Promise<void>;
}

/** Which pages of an input are read. */
export interface OpeningOptions extends Pick<PlanOptions, 'patterns' | 'siteOf'> {
  readonly stdin: Readable;
}

/** How a crawl is read. */
export interface ReadingOptions {
  readonly detector: ResolvedOptions;
  readonly model: Uint8Array | undefined;
  readonly progress: Progress;
  readonly interrupted: AbortSignal;
}

/** @throws {CommandError} `INPUT_INVALID` for a store; and for an input that cannot be read, whose pages would all seem gone or new */
export async function openCrawl(input: string, { stdin, ...opening }: OpeningOptions): Promise<Crawl> {
  if (isStoreFolder(input)) {
    const message =
      `${input}: a store keeps no pages that could be compared; give the pages, or keep a line of each page by ` +
      'refrain INPUT… --state FOLDER --fields id,url,contentHash,contentDigest --out FILE, and compare these files';
    throw new CommandError(message, { code: 'INPUT_INVALID' });
  }
  if (await isHashList(input)) {
    return { total: undefined, read: (options, take, taken) => readHashList(input, options, take, taken) };
  }
  const plan = await planInputs({ inputs: [input], listFile: undefined, ...opening }, stdin);
  const [failure] = plan.failures;
  // An archive has no such failure.
  if (plan.files.length === 0 && failure !== undefined) throw CommandError.of(failure.source, failure.error);
  return {
    // Each page is read twice.
    get total() {
      return plan.total && 2 * plan.total;
    },
    read: (options, take, taken) => readPages(plan, options, take, taken),
  };
}

/** Reads the pages twice: the first time they are learned, the second time each is judged by what is known of all of them. */
async function readPages(
  plan: Plan,
  options: ReadingOptions,
  take: (page: PageFacts) => void,
  taken: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { detector, model, progress, interrupted } = options;
  const store = new ScratchStore(detector);
  const sitesOptions = { detector, flushEvery: SCRATCH_FLUSH, flushesWhenIdle: false };
  const sites = await Sites.over(store, sitesOptions, model === undefined ? {} : { model });
  // What cannot be learned cannot be labelled either.
  const failed = new Set<string>();
  const onFailure = ({ source, error }: InputFailure): void => {
    const failures = failed.has(source) ? [] : [{ source, message: describe(error) }];
    failed.add(source);
    progress.batch(tallyOf({ failures }));
  };
  try {
    for (const isLearning of [true, false]) {
      const { maxPageBytes } = detector;
      await eachPage(plan, { interrupted, maxPageBytes, onFailure, fatal: endsRun }, async (task, read) => {
        const { html, length } = read();
        await sites.run((tables) =>
          isLearning
            ? andThen(tables.learn(task, readHtml(html)), () => undefined)
            : andThen(tables.label(task, readHtml(html), true), (page) => take(factsOf(task, page))),
        );
        await taken();
        progress.batch(tallyOf({ pages: 1, bytes: length }));
      });
    }
  } finally {
    await store.close();
  }
}
