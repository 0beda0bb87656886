/** The report of a run, from its empty folder to its place. */
import type { ResolvedOptions } from 'refrain';
import type { ReportRequest } from './arguments.ts';
import { CommandError } from './errors.ts';
import { Collection } from './report/collect.ts';
import { ReportFolder } from './report/folder.ts';
import type { ObserverOptions } from './report/observe.ts';
import { writeReport } from './report/write.ts';
import type { Tally } from './task.ts';
import { version } from './version.ts';

/** @throws {CommandError} where it can not be made in its place, before anything is read */
export async function beginReport(request: ReportRequest, options: ResolvedOptions): Promise<ReportInMaking> {
  const { folder: path } = request;
  const folder = await ReportFolder.begin(path).catch((error: unknown) => {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (folder === undefined) {
    throw new CommandError(`${path} is neither empty nor an earlier report, which alone would be replaced`);
  }
  return new ReportInMaking(folder, request.pages, options);
}

export class ReportInMaking {
  readonly #folder: ReportFolder;
  readonly #pages: number;
  readonly #options: ResolvedOptions;
  readonly #collection = new Collection();

  constructor(folder: ReportFolder, pages: number, options: ResolvedOptions) {
    this.#folder = folder;
    this.#pages = pages;
    this.#options = options;
  }

  /** What the threads that see the pages need to know. */
  get observer(): ObserverOptions {
    return { folder: this.#folder.partial, pages: this.#pages };
  }

  get steps(): Map<string, number> {
    return this.#collection.steps(this.#pages);
  }

  take({ came, judged }: Tally): void {
    this.#collection.arrive(came);
    this.#collection.judge(judged);
  }

  /** Writes what is left to write and puts the report in its place. */
  async finish(): Promise<void> {
    await writeReport(this.#folder.partial, this.#collection, this.#options);
    await this.#folder.finish(await version());
  }

  /** Takes away what is not in its place. */
  discard(): Promise<void> {
    return this.#folder.discard();
  }
}
