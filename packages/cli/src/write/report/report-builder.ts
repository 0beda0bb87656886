/** Builds the report of a run in a temporary folder, then renames it. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFailure } from '@refrain/crawl/input';
import { Collection, type ListData, runList, siteList, VALUES_MAX } from '@refrain/viewer';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { CommandError, describe, OutputError } from '../../errors.ts';
import type { BatchResult, Failure } from '../../judge/batch.ts';
import { version } from '../../version.ts';
import type { SiteTemplateText } from '../template-texts.ts';
import { type ObserverOptions, pagesOfEach, type ReportNotes, SITES_MAX } from './page-observer.ts';
import { homeOf, ReportFolder, writeData } from './report-folder.ts';

export interface ReportRequest {
  readonly folder: string;
  /** Maximum number of pages of a site that can be opened. */
  readonly pages: number;
}

/** The inputs, as written on the command line, and the options. */
interface RunInputs {
  readonly inputs: readonly string[];
  readonly options: ResolvedOptions;
}

/** @throws {CommandError} if the folder cannot be made, before any input is read */
export async function beginReport(request: ReportRequest, run: RunInputs): Promise<ReportBuilder> {
  return new ReportBuilder(await ReportFolder.begin(request.folder), request, run);
}

export class ReportBuilder {
  readonly #folder: ReportFolder;
  readonly #request: ReportRequest;
  readonly #run: RunInputs;
  readonly #date = new Date();
  readonly #collection = new Collection();
  readonly #came = new Map<string, number>();
  readonly #failures = { count: 0, first: [] as string[] };
  #isFirst = true;

  constructor(folder: ReportFolder, request: ReportRequest, run: RunInputs) {
    this.#folder = folder;
    this.#request = request;
    this.#run = run;
  }

  get observer(): ObserverOptions {
    return { folder: this.#folder.partial, pages: this.#request.pages, options: this.#run.options };
  }

  /** Ends a pass over the input; returns `stepsOf` for the next pass. */
  nextPass(): Map<string, number> {
    this.#isFirst = false;
    return stepsOf(this.#came, this.#request.pages);
  }

  take({ tally, notes }: BatchResult): void {
    for (const { came, judged } of notes as readonly ReportNotes[]) {
      for (const site of came) this.#came.set(site, (this.#came.get(site) ?? 0) + 1);
      for (const judgement of judged) this.#collection.site(judgement.site).judge(judgement);
    }
    for (const failure of tally.failures) this.#fail(failure);
  }

  fail({ source, error }: InputFailure): void {
    this.#fail({ source, message: describe(error) });
  }

  /** The second pass repeats failures of the first. */
  #fail({ source, message }: Failure): void {
    if (!this.#isFirst) return;
    this.#failures.count += 1;
    if (this.#failures.first.length < VALUES_MAX) this.#failures.first.push(`${source}: ${message}`);
  }

  /** Writes the remaining files and renames the folder. */
  async finish(texts: readonly SiteTemplateText[]): Promise<void> {
    // An empty report must not replace an older one.
    const sites = this.#collection.sites.filter(({ pages }) => pages > 0);
    if (sites.length === 0)
      throw new CommandError(`${this.#request.folder}: not written, because no page could be read`, {
        code: 'NO_PAGES',
      });
    const facts = factsOf(this.#run, this.#date);
    const textsOf = (site: string) => texts.filter((each) => each.site === site).flatMap(({ blocks }) => blocks);
    const folder = this.#folder.partial;
    try {
      for (const name of ['index.html', 'report.css', 'report.js'])
        await copyFile(new URL(`../report/${name}`, import.meta.url), join(folder, name));
      writeData(folder, 'run.js', runList(sites, { facts, failures: this.#failures }, textsOf, siteFile));
      for (const site of sites.length > 1 ? sites.filter(({ shown }) => shown.length > 0) : [])
        writeData(folder, siteFile(site.site), siteList(site, textsOf(site.site)));
      await this.#folder.finish(version());
    } catch (error) {
      throw new OutputError(`cannot write ${this.#request.folder}`, error as Error);
    }
  }

  discard(): Promise<void> {
    return this.#folder.discard();
  }
}

const siteFile = (site: string): string => `${homeOf(site)}/site.js`;

/** The largest sites, which are listed. The value n of a site: every n-th page can be opened. */
export function stepsOf(pages: ReadonlyMap<string, number>, max: number): Map<string, number> {
  const largest = [...pages].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, SITES_MAX);
  const each = pagesOfEach(max, largest.length);
  return new Map(largest.map(([site, pages]) => [site, Math.ceil(pages / each)]));
}

/** Facts about the run. The date is in UTC, so that the report does not depend on the machine. */
function factsOf({ inputs, options }: RunInputs, date: Date): ListData['run'] {
  const changed = changedOptions(options);
  return [
    ['Made', [`${date.toISOString().slice(0, 16).replace('T', ' ')} UTC by refrain ${version()}`]],
    ['Inputs', inputs],
    ['Options', changed.length === 0 ? ['all have their default values'] : changed],
  ];
}

/** Options that differ from the default, except the memory limit, which changes no verdict, and the secret seed. */
function changedOptions(options: ResolvedOptions): string[] {
  const usual = resolveOptions({ maxMemory: options.maxMemory });
  const names = Object.keys(usual) as (keyof ResolvedOptions)[];
  return names
    .filter((name) => name !== 'seed' && String(options[name]) !== String(usual[name]))
    .map((name) => `${name}: ${options[name]} (default: ${usual[name]})`);
}
