/** `refrain index`: builds an index of the inputs, or writes nothing. */

import { dirname } from 'node:path';
import { codeOf } from '@refrain/crawl/internal';
import { type Index, IndexBuilder } from '@refrain/search';
import { RefrainError } from 'refrain';
import { resolveFlags } from '../arguments/detector-flags.ts';
import { checkEvidence, choiceOf, evidenceName, evidenceOf, keepFlag } from '../arguments/keep.ts';
import { type CommandContext, interruptible } from '../context.ts';
import { CommandError, describe } from '../errors.ts';
import { inputsOf } from '../job/input-list.ts';
import { readModelFile } from '../job/model-file.ts';
import { checkOut, type Plan, planInputs } from '../job/plan.ts';
import { pagesOf } from '../job/plan-pages.ts';
import { readTask } from '../job/read-task.ts';
import { emptyTally, type PageTask } from '../job/task.ts';
import { checkFile, isFolder } from '../output/output-target.ts';
import { Progress } from '../output/progress.ts';
import type { IndexRunOptions } from './arguments.ts';

/** Codes of failures that end the build; others fail one page. */
const FATAL: ReadonlySet<string> = new Set(['CORE_FAILED', 'INDEX_FAILED']);

/** Builds the index; gives the exit code, unless a signal interrupts it. */
export async function buildIndex(options: IndexRunOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { out, site, siteOf, keep, patterns, model: path } = options;
  const inputs = await inputsOf(options.inputs, options.listFile, context.stdin);
  checkEvidence(keepFlag(keep), evidenceOf(options.detector), evidenceName(options.detector));
  const detector = resolveFlags(options.detector);
  const { maxPageBytes } = detector;
  const plan = await planInputs(
    { inputs, patterns, site, siteOf, raw: false, maxPageBytes, readsAhead: true },
    context.stdin,
  );
  checkOut(out, plan);
  const source = `--out ${out}`;
  checkFile(out, source);
  if (!isFolder(dirname(out)))
    throw new CommandError(`${source}: there is no folder ${dirname(out)}`, { code: 'OUTPUT_INVALID' });
  const model = path === undefined ? undefined : await readModelFile(path, detector);
  try {
    return await build(options, { ...context, plan, model, maxPageBytes });
  } catch (error) {
    throw error instanceof RefrainError ? CommandError.of(out, error) : error;
  }
}

interface Build extends CommandContext {
  readonly plan: Plan;
  readonly model: Uint8Array | undefined;
  readonly maxPageBytes: number;
}

async function build(options: IndexRunOptions, context: Build): Promise<number> {
  const { plan, model, stderr, interrupted } = context;
  const { out, template, keep, maxMemory, detector, quiet } = options;
  // The plan names the sites: not only URLs, but also folders and lines of NDJSON have them.
  const current: Current = { site: '' };
  const builder = await IndexBuilder.create(
    out,
    {
      ...{ template, detector, part: choiceOf(keep), siteOf: () => current.site },
      ...(maxMemory === undefined ? {} : { maxMemory }),
    },
    model === undefined ? {} : { model },
  );
  const isVisible = !quiet && stderr.isTTY === true;
  const total = () => plan.total;
  const progress = new Progress({ stream: stderr, isVisible, quiet, passes: 1, total, interrupted });
  try {
    return await work(options, { ...context, builder, current, progress });
  } finally {
    progress.stop();
    builder[Symbol.dispose]();
  }
}

/** The site of the current page. */
interface Current {
  site: string;
}

interface Work extends Build {
  readonly builder: IndexBuilder;
  readonly current: Current;
  readonly progress: Progress;
}

async function work({ out }: IndexRunOptions, given: Work): Promise<number> {
  const { plan, maxPageBytes, builder, current, progress, interrupted } = given;
  for (const failure of plan.failures) progress.failure(failure.source, failure.error);
  const onFailure = ({ source, error }: { source: string; error: Error }): void => progress.failure(source, error);
  for await (const task of pagesOf(plan, { onFailure, interrupted })) {
    try {
      const { html, length } = readTask(task, maxPageBytes);
      current.site = task.site;
      builder.add(nameOf(task), html);
      progress.batch({ ...emptyTally(), pages: 1, counted: 1, bytes: length });
    } catch (error) {
      if (FATAL.has(codeOf(error) ?? '')) throw error;
      progress.batch({ ...emptyTally(), failures: [{ source: task.source, message: describe(error) }] });
    }
  }
  const { pages, sites } = builder.stats;
  // An empty index must not replace an older one.
  if (pages === 0 && !interrupted.aborted)
    throw new CommandError(`${out}: not written, because no page could be read`, { code: 'NO_PAGES' });
  const index = await unlessInterrupted(builder, interrupted);
  progress.stop();
  if (index === undefined) {
    progress.summariseIndex(undefined);
    return 1;
  }
  index.close();
  progress.summariseIndex({ file: out, sites, ...index.stats });
  return progress.failed > 0 ? 1 : 0;
}

/** The URL of a page; for a file its relative path, which stays valid when the folder is moved. */
const nameOf = ({ url, id, from }: PageTask): string => (from.kind === 'file' ? id : url);

/** The index; undefined if the build was interrupted. */
async function unlessInterrupted(builder: IndexBuilder, interrupted: AbortSignal): Promise<Index | undefined> {
  try {
    interrupted.throwIfAborted();
    return await builder.build({ signal: interrupted });
  } catch (error) {
    if (interrupted.aborted && error === interrupted.reason) return undefined;
    throw error;
  }
}
