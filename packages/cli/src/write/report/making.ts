/** The report of a run, from its temporary folder to its final one. */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFailure } from '@refrain/crawl/input';
import { tableView } from '@refrain/viewer';
import type { ResolvedOptions } from 'refrain';
import { CommandError, describe, OutputError } from '../../errors.ts';
import type { BatchResult, Failure } from '../../judge/batch.ts';
import { version } from '../../version.ts';
import { siteFolder } from '../file-name.ts';
import type { SiteTemplateText } from '../template-texts.ts';
import { Collection, type SiteCollection } from './collect.ts';
import { ReportFolder } from './folder.ts';
import type { ObserverOptions, ReportNotes } from './observe.ts';
import { LISTED, overviewPage, type RunFacts } from './overview-page.ts';
import type { SiteData } from './page-data.ts';
import { sitePage, viewerPage } from './site-page.ts';

/** The report to make. */
export interface ReportRequest {
  readonly folder: string;
  /** Maximum number of pages of a site that can be opened. */
  readonly pages: number;
  /** The flag that names the folder; with `--out`, the run writes nothing else. */
  readonly flag: '--report' | '--out';
}

/** What the report says of the run: its inputs as they were given on the command line. */
type RunInputs = Pick<RunFacts, 'inputs' | 'options'>;

/** @throws {CommandError} where the folder cannot be made, before any input is read */
export async function beginReport(request: ReportRequest, run: RunInputs): Promise<ReportInMaking> {
  const { folder, flag } = request;
  return new ReportInMaking(await ReportFolder.begin(folder, `${flag} ${folder}`), request, run);
}

export class ReportInMaking {
  readonly #folder: ReportFolder;
  readonly #request: ReportRequest;
  readonly #run: RunInputs;
  readonly #date = new Date();
  readonly #collection = new Collection();
  readonly #failures = { count: 0, first: [] as Failure[] };
  #isFirst = true;

  constructor(folder: ReportFolder, request: ReportRequest, run: RunInputs) {
    this.#folder = folder;
    this.#request = request;
    this.#run = run;
  }

  /** For the threads that read the pages. */
  get observer(): ObserverOptions {
    return { folder: this.#folder.partial, pages: this.#request.pages, templateDf: this.#run.options.templateDf };
  }

  /** Ends a reading of the input; what the next one must know of the sites. */
  nextPass(): Map<string, number> {
    this.#isFirst = false;
    return this.#collection.steps(this.#request.pages);
  }

  take({ tally, notes }: BatchResult): void {
    for (const each of notes as readonly ReportNotes[]) this.#collection.take(each);
    for (const failure of tally.failures) this.#fail(failure);
  }

  /** Lists an input that could not be read. */
  fail({ source, error }: InputFailure): void {
    this.#fail({ source, message: describe(error) });
  }

  /** What fails at the first reading fails at the second too. */
  #fail(failure: Failure): void {
    if (!this.#isFirst) return;
    this.#failures.count += 1;
    if (this.#failures.first.length < LISTED) this.#failures.first.push(failure);
  }

  /** Writes the remaining files and moves the report to its folder. */
  async finish(texts: readonly SiteTemplateText[]): Promise<void> {
    // An empty report must not replace an older one.
    const sites = this.#collection.sites.filter(({ pages }) => pages > 0);
    if (sites.length === 0)
      throw new CommandError(`${this.#request.folder}: not written, because no page could be read`, {
        code: 'NO_PAGES',
      });
    const software = version();
    try {
      const run = { ...this.#run, date: this.#date, version: software, failures: this.#failures };
      await writeReport(this.#folder.partial, sites, texts, run);
      await this.#folder.finish(software);
    } catch (error) {
      throw new OutputError(`cannot write ${this.#request.folder}`, error as Error);
    }
  }

  /** Removes a report that is not complete. */
  discard(): Promise<void> {
    return this.#folder.discard();
  }
}

const ASSETS = ['report.css', 'rows.js', 'viewer.js'] as const;

/** Writes all but the data files of the pages that can be opened, which are there already. */
async function writeReport(
  folder: string,
  sites: readonly SiteCollection[],
  texts: readonly SiteTemplateText[],
  run: RunFacts,
): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const name of ASSETS)
    await copyFile(new URL(`../report/${name}`, import.meta.url), join(folder, 'assets', name));
  for (const site of sites.filter(({ shown }) => shown.length > 0)) {
    const home = join(folder, 'sites', siteFolder(site.site));
    await writeSite(home, site, run.options);
    const own = texts.filter((each) => each.site === site.site);
    await writeFile(join(home, 'index.html'), sitePage(site, own));
  }
  await writeFile(join(folder, 'index.html'), overviewPage(sites, run));
}

async function writeSite(folder: string, site: SiteCollection, options: ResolvedOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const data: SiteData = {
    site: site.site,
    entries: site.shown,
    ...tableView(options, { number: site.counted, counted: false }),
  };
  await writeFile(join(folder, 'site.js'), `refrainSite(${JSON.stringify(data)})\n`);
  await writeFile(join(folder, 'page.html'), viewerPage(site.site));
}
