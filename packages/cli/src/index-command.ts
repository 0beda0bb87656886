/** `refrain index`: inputs → the file of an index, or nothing at all. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Index, IndexBuilder } from '@refrain/search';
import { RefrainError } from 'refrain';
import { CommandError, codeOf, describe } from './errors.ts';
import type { IndexRunOptions } from './index-arguments.ts';
import { readModelFile } from './model-file.ts';
import { checkOut, type Plan, planInputs } from './plan.ts';
import { readTask } from './read-task.ts';
import { Report } from './report.ts';
import type { Surroundings } from './run.ts';
import { emptyTally, isPage, type PageTask, type Task } from './task.ts';
import { resolveFlags } from './values.ts';

/** Failures that are the build's and not a page's. */
const FATAL: ReadonlySet<string> = new Set(['CORE_FAILED', 'INDEX_FAILED']);

/** Builds what is asked for; gives the exit code but for an interruption. */
export async function buildIndex(options: IndexRunOptions, surroundings: Surroundings): Promise<number> {
  const { inputs, out, site, siteOf, model: path } = options;
  const detector = resolveFlags(options.detector);
  const { maxPageBytes } = detector;
  const plan = await planInputs({ inputs, site, siteOf, raw: false, maxPageBytes }, surroundings.stdin);
  checkOut(out, plan);
  checkFile(out);
  const model = path === undefined ? undefined : await readModelFile(path, detector);
  try {
    return await build(options, { ...surroundings, plan, model, maxPageBytes });
  } catch (error) {
    throw error instanceof RefrainError ? new CommandError(`${out}: ${describe(error)}`) : error;
  }
}

/** A folder can not become a file, which is better told before the work than after it. */
function checkFile(out: string): void {
  if (isFolder(out)) throw new CommandError(`--out ${out} is a folder`);
  if (!isFolder(dirname(out))) throw new CommandError(`--out ${out}: there is no folder for it`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

interface Build extends Surroundings {
  readonly plan: Plan;
  readonly model: Uint8Array | undefined;
  readonly maxPageBytes: number;
}

async function build(options: IndexRunOptions, surroundings: Build): Promise<number> {
  const { plan, model, stderr } = surroundings;
  const { out, template, maxMemory, detector, quiet } = options;
  // Sites are not for the builder to find out: folders and lines of NDJSON say them too.
  const current: Current = { site: '' };
  const builder = await IndexBuilder.create(
    out,
    { template, detector, siteOf: () => current.site, ...(maxMemory === undefined ? {} : { maxMemory }) },
    model === undefined ? {} : { model },
  );
  const bar = !quiet && stderr.isTTY;
  const report = new Report({ stream: stderr, bar, quiet, isTwice: false, total: () => plan.total });
  try {
    return await work(options, { ...surroundings, builder, current, report });
  } finally {
    report.stopBar();
    builder[Symbol.dispose]();
  }
}

/** The site of the page in hand. */
interface Current {
  site: string;
}

interface Work extends Build {
  readonly builder: IndexBuilder;
  readonly current: Current;
  readonly report: Report;
}

async function work({ out }: IndexRunOptions, given: Work): Promise<number> {
  const { plan, maxPageBytes, builder, current, report, interrupted } = given;
  for (const failure of plan.failures) report.failure(failure.source, failure.error);
  for await (const task of pagesOf(plan, report, interrupted)) {
    try {
      const { html, length } = readTask(task, maxPageBytes);
      current.site = task.site;
      builder.add(nameOf(task), html);
      report.batch({ ...emptyTally(), pages: 1, counted: 1, bytes: length }, false);
    } catch (error) {
      if (FATAL.has(codeOf(error))) throw error;
      report.failure(task.source, error);
    }
  }
  const { pages, sites } = builder.stats;
  // An index of nothing in the place of one of something would be a loss.
  if (pages === 0 && !interrupted.aborted) throw new CommandError(`no page could be read; ${out} was not written`);
  const index = await unlessInterrupted(builder, interrupted);
  report.stopBar();
  if (index === undefined) {
    report.summariseIndex(undefined);
    return 1;
  }
  index.close();
  report.summariseIndex({ sites, ...index.stats });
  return report.failed > 0 ? 1 : 0;
}

/** The URL of a page; the path of one that is a file, which holds wherever its folder is moved to. */
const nameOf = ({ url, id, from }: PageTask): string => (from.kind === 'file' ? id : url);

/** All pages, one after another. Signals are heard between two of them. */
async function* pagesOf(plan: Plan, report: Report, interrupted: AbortSignal): AsyncGenerator<PageTask> {
  const onFailure = ({ source, error }: { source: string; error: Error }): void => report.failure(source, error);
  for (const step of plan.steps) {
    const tasks: Iterable<Task> | AsyncIterable<Task> =
      step.kind === 'files' ? step.tasks : step.tasks({ onFailure, interrupted });
    for await (const task of tasks) {
      await new Promise(setImmediate);
      if (interrupted.aborted) return;
      if (isPage(task)) yield task;
    }
  }
}

/** What comes of a build; undefined where there is an interruption before its end. */
async function unlessInterrupted(builder: IndexBuilder, interrupted: AbortSignal): Promise<Index | undefined> {
  try {
    interrupted.throwIfAborted();
    return await builder.build({ signal: interrupted });
  } catch (error) {
    if (interrupted.aborted && error === interrupted.reason) return undefined;
    throw error;
  }
}
