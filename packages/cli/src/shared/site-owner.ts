/** The owner of all tables where workers share the pages of a site: it learns digests in the order of the input. */
import type { SiteStore, TablesStats } from '@refrain/crawl/internal';
import { codeOf, coreForSites, DigestInput, SiteService } from '@refrain/crawl/internal';
import { Reader } from 'refrain/internal';
import { endsRun, type Mode, type WorkOptions } from '../labeller.ts';
import { isPage, type Task } from '../task.ts';
import type { AnswerOrFailure, PageFailure, SeedOrFailure } from './messages.ts';

const failureOf = (error: unknown): PageFailure => {
  if (endsRun(error)) throw error;
  return { code: codeOf(error), message: error instanceof Error ? error.message : String(error) };
};

export class SiteOwner {
  readonly #service: SiteService;

  private constructor(service: SiteService) {
    this.#service = service;
  }

  static async create(store: SiteStore, options: WorkOptions): Promise<SiteOwner> {
    const core = await coreForSites(options.detector, options.model === undefined ? {} : { model: options.model });
    const flushEvery = { pages: options.flushPages, seconds: options.flushSeconds };
    const reader = new Reader(core, options.detector);
    return new SiteOwner(new SiteService(reader, store, { flushEvery, flushesWhenIdle: false }));
  }

  get stats(): TablesStats & { readonly newSites: number } {
    const { tables } = this.#service;
    return { ...tables.stats, newSites: tables.newSites };
  }

  /** The seed of each task's site; undefined for a task that is not a page. */
  seeds(tasks: readonly Task[]): Promise<readonly (SeedOrFailure | undefined)[]> {
    return this.#service.run(async () => {
      const seeds = new Map<string, SeedOrFailure>();
      for (const { site } of tasks.filter(isPage)) if (!seeds.has(site)) seeds.set(site, await this.#seed(site));
      return tasks.map((task) => (isPage(task) ? seeds.get(task.site) : undefined));
    });
  }

  async #seed(site: string): Promise<SeedOrFailure> {
    const { tables } = this.#service;
    try {
      await tables.admit(site);
      return tables.seed(site);
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Learns or labels the pages of tasks by their digests, which are undefined for what has none. */
  answer(
    tasks: readonly Task[],
    digests: readonly (Uint8Array | undefined)[],
    mode: Mode,
  ): Promise<readonly AnswerOrFailure[]> {
    return this.#service.run(async () => {
      const counted = await this.#service.prepare(tasks);
      const answers: AnswerOrFailure[] = [];
      for (const [at, task] of tasks.entries()) {
        const digest = digests[at];
        answers.push(digest && (await this.#answer(task, digest, counted[at] === true, mode)));
      }
      await this.#service.flushIfDue();
      return answers;
    });
  }

  async #answer(task: Task, digest: Uint8Array, isCounted: boolean, mode: Mode): Promise<AnswerOrFailure> {
    const input = new DigestInput(digest);
    try {
      if (mode === 'label') await this.#service.label(task, input, isCounted);
      else await this.#service.learn(task, input, isCounted);
      return input.answer;
    } catch (error) {
      return failureOf(error);
    }
  }

  flush(): Promise<void> {
    return this.#service.flush();
  }
}
