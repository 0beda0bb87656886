/** The report of a run, from its temporary folder to its final one. */
import type { ResolvedOptions } from 'refrain';
import type { ReportRequest } from './arguments.ts';
import { CommandError, describe } from './errors.ts';
import { Collection } from './report/collect.ts';
import { ReportFolder } from './report/folder.ts';
import type { ObserverOptions } from './report/observe.ts';
import { writeReport } from './report/write.ts';
import type { Failure, Tally } from './task.ts';
import { version } from './version.ts';

/** What the report says of the run. */
export interface RunInputs {
  /** As they were given on the command line. */
  readonly inputs: readonly string[];
  readonly options: ResolvedOptions;
}

/** @throws {CommandError} where the folder cannot be made, before any input is read */
export async function beginReport(request: ReportRequest, run: RunInputs): Promise<ReportInMaking> {
  const { folder: path } = request;
  const folder = await ReportFolder.begin(path).catch((error: unknown) => {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (folder === undefined) {
    throw new CommandError(`${path} is neither empty nor an earlier report; a report replaces nothing else`);
  }
  return new ReportInMaking(folder, request.pages, run);
}

export class ReportInMaking {
  readonly #folder: ReportFolder;
  readonly #pages: number;
  readonly #run: RunInputs;
  readonly #date = new Date();
  readonly #collection = new Collection();
  /** By their text: an input that is read twice fails twice. */
  readonly #failures = new Map<string, Failure>();

  constructor(folder: ReportFolder, pages: number, run: RunInputs) {
    this.#folder = folder;
    this.#pages = pages;
    this.#run = run;
  }

  /** For the threads that read the pages. */
  get observer(): ObserverOptions {
    return { folder: this.#folder.partial, pages: this.#pages };
  }

  get steps(): Map<string, number> {
    return this.#collection.steps(this.#pages);
  }

  take({ came, judged, failures }: Tally): void {
    this.#collection.arrive(came);
    this.#collection.judge(judged);
    for (const failure of failures) this.#addFailure(failure);
  }

  /** Lists an input that could not be read. */
  fail(source: string, error: unknown): void {
    this.#addFailure({ source, message: describe(error) });
  }

  #addFailure(failure: Failure): void {
    this.#failures.set(`${failure.source}\0${failure.message}`, failure);
  }

  /** Writes the remaining files and moves the report to its folder. */
  async finish(): Promise<void> {
    const software = await version();
    const failures = [...this.#failures.values()];
    await writeReport(this.#folder.partial, this.#collection, {
      ...this.#run,
      date: this.#date,
      version: software,
      failures,
    });
    await this.#folder.finish(software);
  }

  /** Removes a report that is not complete. */
  discard(): Promise<void> {
    return this.#folder.discard();
  }
}
