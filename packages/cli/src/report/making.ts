/** The report of a run, from its temporary folder to its final one. */
import type { ResolvedOptions } from 'refrain';
import { CommandError, describe } from '../errors.ts';
import type { Tally } from '../job/task.ts';
import { OutputError } from '../output/output.ts';
import type { ReportRequest } from '../pages/arguments.ts';
import { version } from '../version.ts';
import { Collection } from './collect.ts';
import { Failures } from './failures.ts';
import { ReportFolder } from './folder.ts';
import type { ObserverOptions } from './observe.ts';
import { writeReport } from './write.ts';

/** What the report says of the run. */
export interface RunInputs {
  /** As they were given on the command line. */
  readonly inputs: readonly string[];
  readonly options: ResolvedOptions;
}

/** @throws {CommandError} where the folder cannot be made, before any input is read */
export async function beginReport(request: ReportRequest, run: RunInputs): Promise<ReportInMaking> {
  const { folder: path } = request;
  const folder = await ReportFolder.begin(path, `${request.flag} ${path}`);
  if (folder === undefined) {
    throw new CommandError(`${path} is neither empty nor an earlier report; a report replaces nothing else`, {
      code: 'OUTPUT_INVALID',
    });
  }
  return new ReportInMaking(folder, request, run);
}

export class ReportInMaking {
  readonly #folder: ReportFolder;
  readonly #path: string;
  readonly #pages: number;
  readonly #run: RunInputs;
  readonly #date = new Date();
  readonly #collection = new Collection();
  readonly #failures = new Failures();

  constructor(folder: ReportFolder, { folder: path, pages }: ReportRequest, run: RunInputs) {
    this.#folder = folder;
    this.#path = path;
    this.#pages = pages;
    this.#run = run;
  }

  /** For the threads that read the pages. */
  get observer(): ObserverOptions {
    return { folder: this.#folder.partial, pages: this.#pages, templateDf: this.#run.options.templateDf };
  }

  /** Ends a reading of the input; what the next one must know of the sites. */
  nextPass(): Map<string, number> {
    this.#failures.nextPass();
    return this.#collection.steps(this.#pages);
  }

  take({ came, judged, failures }: Tally): void {
    this.#collection.arrive(came);
    this.#collection.judge(judged);
    for (const failure of failures) this.#failures.add(failure);
  }

  /** Lists an input that could not be read. */
  fail(source: string, error: unknown): void {
    this.#failures.add({ source, message: describe(error) });
  }

  /** Writes the remaining files and moves the report to its folder. */
  async finish(): Promise<void> {
    // An empty report must not replace an older one.
    if (this.#collection.sites.size === 0)
      throw new CommandError(`${this.#path}: not written, because no page could be read`, { code: 'NO_PAGES' });
    const software = await version();
    try {
      await writeReport(this.#folder.partial, this.#collection, {
        ...this.#run,
        date: this.#date,
        version: software,
        failures: this.#failures,
      });
      await this.#folder.finish(software);
    } catch (error) {
      throw new OutputError(`cannot write ${this.#path}`, error as Error);
    }
  }

  /** Removes a report that is not complete. */
  discard(): Promise<void> {
    return this.#folder.discard();
  }
}
