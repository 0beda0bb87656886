import { codeOf, siteRecord, warcinfo } from '@refrain/crawl/internal';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { RUN_MEMORY } from '../arguments/common-flags.ts';
import { resolveFlags } from '../arguments/detector-flags.ts';
import { checkEvidence, evidenceName, evidenceOf, keepFlag } from '../arguments/keep.ts';
import { type CommandContext, interruptible } from '../context.ts';
import { jsonLine } from '../formats/json-line.ts';
import { Dispatcher } from '../job/dispatch.ts';
import { inputsOf } from '../job/input-list.ts';
import type { Mode, WorkOptions } from '../job/labeller.ts';
import { readModelFile } from '../job/model-file.ts';
import { checkOut, type Plan, planInputs } from '../job/plan.ts';
import type { BatchResult } from '../job/task.ts';
import { WorkerPool } from '../job/worker-pool.ts';
import { fileOutput, type Output, OutputError, streamOutput } from '../output/output.ts';
import { preparePageFolder } from '../output/page-folder.ts';
import { Progress } from '../output/progress.ts';
import { ScratchStore } from '../output/scratch-store.ts';
import { beginReport, type ReportInMaking } from '../report/making.ts';
import { openState } from '../state/open.ts';
import { FLUSHED_MAX, type RunOptions } from './arguments.ts';
import { EventOutput } from './event-output.ts';
import { fieldsFlag } from './fields.ts';
import { tableHead } from './page-line.ts';
import { isRendered } from './writers.ts';

/** Runs the command; gives its exit code, unless a signal interrupts it. */
export async function run(options: RunOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { state, jobs } = options;
  const given = { ...options.detector, maxMemory: options.detector.maxMemory ?? RUN_MEMORY.default };
  const isReading = isStateReadOnly(options);
  const mainFlag = keepFlag(options.keep) ?? fieldsFlag(options.fields);
  checkEvidence(mainFlag, evidenceOf(given), evidenceName(given));
  const inputs = await inputsOf(options.inputs, options.listFile, context.stdin);
  const opened = state === undefined ? undefined : await openState(state, { create: !isReading, given });
  const detector = opened?.options ?? resolveFlags(given);
  const store = opened?.store ?? new ScratchStore(detector);
  let pool: WorkerPool | undefined;
  let making: ReportInMaking | undefined;
  let events: EventOutput | undefined;
  try {
    if (state !== undefined) checkEvidence(mainFlag, detector.evidence, `the store ${state}`);
    const { patterns, site, siteOf, shuffle, format } = options;
    const raw = format === 'warc';
    const { maxPageBytes } = detector;
    const plan = await planInputs(
      { inputs, patterns, site, siteOf, shuffle, raw, maxPageBytes, readsAhead: true },
      context.stdin,
    );
    if (options.out !== undefined) checkOut(options.out, plan);
    if (options.templates !== undefined) checkOut(options.templates, plan, '--templates');
    if (options.report !== undefined)
      checkOut(options.report.folder, plan, options.report.isAll ? '--out' : '--report');
    making =
      options.report === undefined ? undefined : await beginReport(options.report, { inputs, options: detector });
    events =
      options.events === undefined
        ? undefined
        : new EventOutput(options.events, { continues: state !== undefined, stderr: context.stderr });
    const separator = format === 'html' ? '\f' : '';
    const model = options.model === undefined ? undefined : await readModelFile(options.model, detector);
    if (options.out !== undefined && isRendered(format)) preparePageFolder(options.out);
    const passes = passesOf(options);
    const [mode] = passes;
    const work = { ...workOptions(options, detector), mode, model, report: making?.observer };
    pool = await WorkerPool.start(jobs, store, work, separator);
    return await workOn(options, {
      ...context,
      plan,
      pool,
      passes,
      making,
      events,
      separator,
      sites: () => store.count,
    });
  } finally {
    await pool?.close();
    events?.close();
    await store.close();
    await making?.discard();
  }
}

/** Whether what was learned is saved only when its results are written: a page that is skipped next time, or an event that is not repeated. */
const savesDelivered = ({ skipKnown, events, state }: RunOptions): boolean =>
  skipKnown || (events !== undefined && state !== undefined);

const isStateReadOnly = ({ state, labelOnly, relabel }: RunOptions): boolean =>
  labelOnly || (relabel && state !== undefined);

/** Modes of the passes over the input: labelling by a state needs one pass. */
function passesOf(options: RunOptions): readonly [Mode, ...Mode[]] {
  const { relabel, report } = options;
  const isReading = isStateReadOnly(options);
  if (report?.isAll) return isReading ? ['report'] : ['silent', 'report'];
  if (isReading) return ['label'];
  if (relabel) return ['silent', 'label'];
  return report === undefined ? ['learn'] : ['learn', 'report'];
}

/** Without a state nothing has to survive a crash: pages are written only because ids of many pages would fill the memory. */
const SCRATCH_FLUSH = { pages: FLUSHED_MAX, seconds: Number.POSITIVE_INFINITY };

function workOptions(options: RunOptions, detector: ResolvedOptions): Omit<WorkOptions, 'mode' | 'model' | 'report'> {
  const { format, fields, cut, chunkWords, out, keep, structured, skipKnown, bulkIndex } = options;
  const { keepOne, maxRemoved, jobs, state } = options;
  const flush = state === undefined ? SCRATCH_FLUSH : options.flush;
  return {
    detector: resolveOptions({
      ...detector,
      maxMemory: Math.max(RUN_MEMORY.min, Math.floor(detector.maxMemory / jobs)),
    }),
    ...{ format, fields, cut, chunkWords, out, keep, structured, skipKnown, bulkIndex, keepOne, maxRemoved },
    templates: options.templates !== undefined,
    events: options.events !== undefined,
    savesDelivered: savesDelivered(options),
    flushPages: Math.max(1, flush.pages / jobs),
    flushSeconds: flush.seconds,
  };
}

interface Work extends CommandContext {
  readonly plan: Plan;
  readonly pool: WorkerPool;
  readonly passes: readonly Mode[];
  readonly making: ReportInMaking | undefined;
  readonly events: EventOutput | undefined;
  readonly separator: string;
  readonly sites: () => number;
}

async function workOn(options: RunOptions, work: Work): Promise<number> {
  const { plan, pool, passes, making, events, separator, sites, stdout, stderr, interrupted } = work;
  const { quiet, format, out } = options;
  const isFile = out !== undefined && !isRendered(format);
  const output: Output = isFile ? await fileOutput(out) : streamOutput(stdout);
  // On one terminal, the results would overwrite the progress line.
  const isVisible =
    !quiet && stderr.isTTY === true && (!stdout.isTTY || out !== undefined || options.report?.isAll === true);
  const usage = () => ({ sites: sites() + pool.stats.newSites, memoryBytes: pool.stats.memoryBytes });
  const total = () => plan.total;
  const progress = new Progress({ stream: stderr, isVisible, quiet, passes: passes.length, usage, total, interrupted });
  try {
    for (const failure of plan.failures) {
      progress.failure(failure.source, failure.error);
      making?.fail(failure.source, failure.error);
    }
    if (format === 'warc') await output.write(warcinfo());
    if (format === 'csv') await output.write(tableHead(options.fields));
    for (const [at, mode] of passes.entries()) {
      if (at > 0) await pool.setMode({ mode, steps: making?.nextPass() ?? new Map() });
      progress.startPass(at + 1);
      await onePass({
        plan,
        pool,
        progress,
        interrupted,
        output,
        separator,
        making,
        events,
        isStrict: options.skipKnown,
        savesDelivered: savesDelivered(options),
      });
    }
    if (options.templates !== undefined)
      await writeTemplates(options.templates, pool, format === 'warc' ? output : undefined);
    await output.end();
    await save(options, pool, progress);
    if (making !== undefined && !interrupted.aborted) await making.finish();
  } catch (error) {
    // The reader closed the pipe. Pages learned since the last flush are not saved: not all of them were delivered.
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    throw error;
  } finally {
    progress.stop();
  }
  const { state, report } = options;
  const isReadOnly = isStateReadOnly(options);
  progress.summarise({ interrupted: interrupted.aborted, out, state, isReadOnly, report: report?.folder });
  return progress.failed > 0 ? 1 : 0;
}

/** Files are read synchronously. Without a pause the event loop would not run, and no signal would be handled. */
const PAUSE_MS = 20;

interface Pass {
  readonly plan: Plan;
  readonly pool: WorkerPool;
  readonly progress: Progress;
  readonly output: Output;
  readonly separator: string;
  readonly interrupted: AbortSignal;
  readonly making: ReportInMaking | undefined;
  readonly events: EventOutput | undefined;
  /** Whether the next page is read only when the results of the page before it are written. */
  readonly isStrict: boolean;
  /** Whether the same holds for batches. */
  readonly savesDelivered: boolean;
}

async function onePass({
  plan,
  pool,
  progress,
  output,
  separator,
  interrupted,
  making,
  events,
  isStrict,
  savesDelivered,
}: Pass): Promise<void> {
  let isStarted = false;
  let pausedAt = performance.now();
  const deliver = async ({ output: parts, tally, taken }: BatchResult): Promise<void> => {
    for (const part of parts) {
      if (isStarted && separator !== '') await output.write(separator);
      isStarted = true;
      await (taken === undefined && !isStrict ? output.write(part) : output.writeOut(part));
    }
    // First: when the worker may go on, it may save what it has learned.
    events?.write(tally.events);
    taken?.();
    progress.batch(tally);
    making?.take(tally);
    if (performance.now() - pausedAt < PAUSE_MS) return;
    await new Promise(setImmediate);
    pausedAt = performance.now();
  };
  const dispatcher = new Dispatcher(pool, { interrupted, isStrict, savesDelivered, deliver });
  const onFailure = ({ source, error }: { source: string; error: Error }): void => {
    progress.failure(source, error);
    making?.fail(source, error);
  };
  for (const step of plan.steps) {
    if (interrupted.aborted) return;
    if (step.kind === 'files') await dispatcher.list(step.tasks);
    else await dispatcher.stream(step.tasks({ onFailure, interrupted }));
  }
}

/** The template texts of the sites: a line each, and a record of the archive where that is the output. */
async function writeTemplates(path: string, pool: WorkerPool, archive: Output | undefined): Promise<void> {
  const file = await fileOutput(path, '--templates');
  for (const record of await pool.templates()) {
    await file.write(jsonLine(record));
    await archive?.write(siteRecord(record.site, record));
  }
  await file.end();
}

/** A state that cannot be written is one failure: the results are complete. */
async function save({ state, labelOnly }: RunOptions, pool: WorkerPool, progress: Progress): Promise<void> {
  if (state === undefined || labelOnly) return;
  try {
    await pool.flush();
  } catch (error) {
    if (codeOf(error) !== 'STORE_FAILED') throw error;
    progress.failure(`--state ${state}`, error);
  }
}
