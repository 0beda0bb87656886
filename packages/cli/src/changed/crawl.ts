/** The pages of a crawl, by which another is compared with it. */
import type { Readable } from 'node:stream';
import { Sites } from '@refrain/crawl';
import { andThen, type InputFailure, readHtml } from '@refrain/crawl/internal';
import type { ResolvedOptions } from 'refrain';
import { CommandError, describe } from '../errors.ts';
import { endsRun } from '../job/labeller.ts';
import { type Plan, type PlanOptions, planInputs } from '../job/plan.ts';
import { pagesOf } from '../job/plan-pages.ts';
import { readTask } from '../job/read-task.ts';
import { emptyTally } from '../job/task.ts';
import type { Progress } from '../output/progress.ts';
import { ScratchStore } from '../output/scratch-store.ts';
import { FLUSHED_MAX } from '../pages/arguments.ts';
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
export interface OpeningOptions extends Pick<PlanOptions, 'patterns' | 'siteOf' | 'maxPageBytes'> {
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
  const plan = await planInputs({ inputs: [input], ...opening, site: undefined, raw: false, readsAhead: true }, stdin);
  const [failure] = plan.failures;
  if (plan.steps.length === 0 && failure !== undefined) throw CommandError.of(failure.source, failure.error);
  return {
    // Each page is read twice.
    get total() {
      return plan.total && 2 * plan.total;
    },
    read: (options, take, taken) => readPages(plan, options, take, taken),
  };
}

/** Without a state nothing has to survive: tables are written only where they would fill the memory. */
const FLUSH = { pages: FLUSHED_MAX, seconds: Number.POSITIVE_INFINITY };

/** Damage of an input is reported by the first reading. */
const ignore = (): void => undefined;

/** Reads the pages twice: the first time they are learned, the second time each is judged by what is known of all of them. */
async function readPages(
  plan: Plan,
  options: ReadingOptions,
  take: (page: PageFacts) => void,
  taken: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { detector, model, progress, interrupted } = options;
  const store = new ScratchStore(detector);
  const sitesOptions = { detector, flushEvery: FLUSH, flushesWhenIdle: false };
  const sites = await Sites.over(store, sitesOptions, model === undefined ? {} : { model });
  const onFailure = ({ source, error }: InputFailure): void => progress.failure(source, error);
  for (const failure of plan.failures) onFailure(failure);
  try {
    for (const isLearning of [true, false]) {
      for await (const task of pagesOf(plan, { onFailure: isLearning ? onFailure : ignore, interrupted })) {
        try {
          const { html, length } = readTask(task, detector.maxPageBytes);
          const read = readHtml(html);
          await sites.run((tables) =>
            isLearning
              ? andThen(tables.learn(task, read), () => undefined)
              : andThen(tables.label(task, read, true), (page) => take(factsOf(task, page))),
          );
          await taken();
          progress.batch({ ...emptyTally(), pages: 1, bytes: length });
        } catch (error) {
          if (endsRun(error)) throw error;
          // A page that cannot be learned cannot be labelled either.
          const failures = isLearning ? [] : [{ source: task.source, message: describe(error) }];
          progress.batch({ ...emptyTally(), failures });
        }
      }
    }
  } finally {
    await store.close();
  }
}
