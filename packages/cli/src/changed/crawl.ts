/** Reads a crawl twice: the first time its pages are learned, the second time each is judged by what is known of all of them. */
import { coreForSites, SiteService } from '@refrain/crawl/unstable';
import type { Page, ResolvedOptions } from 'refrain';
import { Reader } from 'refrain/unstable';
import { describe } from '../errors.ts';
import { endsRun } from '../labeller.ts';
import type { Plan } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { readTask } from '../read-task.ts';
import { ScratchStore } from '../scratch-store.ts';
import { emptyTally, isPage, type PageTask, type Task } from '../task.ts';
import { FLUSHED_MAX } from '../values.ts';

/** How a crawl is read. */
export interface CrawlOptions {
  readonly detector: ResolvedOptions;
  readonly model: Uint8Array | undefined;
  readonly progress: Progress;
  readonly interrupted: AbortSignal;
}

/** Without a state nothing has to survive: tables are written only where they would fill the memory. */
const FLUSH = { pages: FLUSHED_MAX, seconds: Number.POSITIVE_INFINITY };

/** Gives every page of a crawl to `take`, as it is judged by the whole crawl; `taken` runs behind each. */
export async function readCrawl(
  plan: Plan,
  options: CrawlOptions,
  take: (task: PageTask, page: Page) => void,
  taken: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { detector, model, progress } = options;
  const core = await coreForSites(detector, model === undefined ? {} : { model });
  const store = new ScratchStore(detector);
  const service = new SiteService(new Reader(core, detector), store, { flushEvery: FLUSH, flushesWhenIdle: false });
  for (const { source, error } of plan.failures) progress.failure(source, error);
  try {
    for (const isLearning of [true, false]) {
      for await (const task of pagesOf(plan, options)) {
        try {
          const { html, length } = readTask(task, detector.maxPageBytes);
          await service.run(async () => {
            const page = isLearning ? await service.learn(task, html) : await service.label(task, html, true);
            if (!isLearning) take(task, page);
          });
          await taken();
          progress.batch({ ...emptyTally(), pages: isLearning ? 0 : 1, counted: isLearning ? 0 : 1, bytes: length });
        } catch (error) {
          if (endsRun(error)) throw error;
          // The second reading fails in the same way.
          const failures = isLearning ? [] : [{ source: task.source, message: describe(error) }];
          progress.batch({ ...emptyTally(), failures });
        }
      }
    }
  } finally {
    service.close();
    await store.close();
  }
}

/** All pages, one after another. The event loop runs between two of them, so that signals are handled. */
async function* pagesOf(plan: Plan, { progress, interrupted }: CrawlOptions): AsyncGenerator<PageTask> {
  const onFailure = ({ source, error }: { source: string; error: Error }): void => progress.failure(source, error);
  for (const step of plan.steps) {
    const groups: Iterable<readonly Task[]> | AsyncIterable<readonly Task[]> =
      step.kind === 'files' ? [step.tasks] : step.tasks({ onFailure, interrupted });
    for await (const group of groups) {
      for (const task of group) {
        await new Promise(setImmediate);
        if (interrupted.aborted) return;
        if (isPage(task)) yield task;
      }
    }
  }
}
