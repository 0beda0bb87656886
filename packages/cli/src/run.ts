import { warcinfo } from '@refrain/crawl/unstable';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import type { RunOptions } from './arguments.ts';
import { type Crew, gather } from './crew.ts';
import { Dispatcher } from './dispatch.ts';
import { codeOf } from './errors.ts';
import type { Mode, WorkOptions } from './labeller.ts';
import { readModelFile } from './model-file.ts';
import { fileOutput, type Output, OutputError, streamOutput } from './output.ts';
import { checkOut, type Plan, planInputs } from './plan.ts';
import { Report } from './report.ts';
import { beginReport, type ReportInMaking } from './report-making.ts';
import { ScratchStore } from './scratch-store.ts';
import { openState } from './state.ts';
import type { BatchResult } from './task.ts';
import { resolveFlags } from './values.ts';
import { isRendered } from './writers.ts';

const MIB = 1024 * 1024;
/** Memory of the module, of all threads together, unless it is said. */
const MEMORY = 512 * MIB;

/** Where a run reads from and writes to, and what may end it early. */
export interface Surroundings {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly interrupted: AbortSignal;
}

/** Runs the command; gives its exit code but for an interruption. */
export async function run(options: RunOptions, surroundings: Surroundings): Promise<number> {
  const { state, labelOnly, relabel, jobs } = options;
  const given = { ...options.detector, maxMemory: options.detector.maxMemory ?? MEMORY };
  const isReading = labelOnly || (relabel && state !== undefined);
  const opened = state === undefined ? undefined : await openState(state, { create: !isReading, given });
  const detector = opened?.options ?? resolveFlags(given);
  const store = opened?.store ?? new ScratchStore(detector);
  let crew: Crew | undefined;
  let making: ReportInMaking | undefined;
  try {
    const { inputs, site, siteOf, shuffle, format } = options;
    const raw = format === 'warc';
    const { maxPageBytes } = detector;
    const plan = await planInputs({ inputs, site, siteOf, shuffle, raw, maxPageBytes }, surroundings.stdin);
    if (options.out !== undefined) checkOut(options.out, plan);
    if (options.report !== undefined)
      checkOut(options.report.folder, plan, options.report.isAll ? '--out' : '--report');
    making =
      options.report === undefined ? undefined : await beginReport(options.report, { inputs, options: detector });
    const separator = isRendered(format) ? '\f' : '';
    const model = options.model === undefined ? undefined : await readModelFile(options.model, detector);
    const passes = passesOf(options);
    const [mode] = passes;
    const work = { ...workOptions(options, detector), mode, model, report: making?.observer };
    crew = await gather(jobs, store, work, separator);
    return await workOn(options, { ...surroundings, plan, crew, passes, making, separator, sites: () => store.count });
  } finally {
    await crew?.close();
    await store.close();
    await making?.discard();
  }
}

/** What is read how often: those who only label by a state read once. */
function passesOf({ state, labelOnly, relabel, report }: RunOptions): readonly [Mode, ...Mode[]] {
  const isReading = labelOnly || (relabel && state !== undefined);
  if (report?.isAll) return isReading ? ['report'] : ['silent', 'report'];
  if (isReading) return ['label'];
  if (relabel) return ['silent', 'label'];
  return report === undefined ? ['learn'] : ['learn', 'report'];
}

function workOptions(options: RunOptions, detector: ResolvedOptions): Omit<WorkOptions, 'mode' | 'model' | 'report'> {
  const { format, out, bulkIndex, keepOne, maxRemoved, jobs, flushPages, flushSeconds } = options;
  return {
    detector: resolveOptions({ ...detector, maxMemory: Math.max(MIB, Math.floor(detector.maxMemory / jobs)) }),
    ...{ format, out, bulkIndex, keepOne, maxRemoved },
    flushPages: Math.max(1, flushPages / jobs),
    flushSeconds,
  };
}

interface Work extends Surroundings {
  readonly plan: Plan;
  readonly crew: Crew;
  readonly passes: readonly Mode[];
  readonly making: ReportInMaking | undefined;
  readonly separator: string;
  readonly sites: () => number;
}

async function workOn(options: RunOptions, surroundings: Work): Promise<number> {
  const { plan, crew, passes, making, separator, sites, stdout, stderr, interrupted } = surroundings;
  const { quiet, format, out, state } = options;
  const isTwice = passes.length > 1;
  const isFile = out !== undefined && !isRendered(format);
  const output: Output = isFile ? await fileOutput(out) : streamOutput(stdout);
  // A bar amid the lines of the results on the same terminal would be of use to nobody.
  const bar = !quiet && stderr.isTTY && (!stdout.isTTY || out !== undefined);
  const holds = () => ({ sites: sites() + crew.stats.newSites, memoryBytes: crew.stats.memoryBytes });
  const report = new Report({ stream: stderr, bar, quiet, isTwice, holds, total: () => plan.total });
  try {
    for (const failure of plan.failures) report.failure(failure.source, failure.error);
    for (const failure of plan.failures) making?.fail(failure.source, failure.error);
    if (format === 'warc') await output.write(warcinfo());
    for (const [at, mode] of passes.entries()) {
      if (at > 0) await crew.setMode({ mode, steps: making?.steps ?? new Map() });
      const isFirst = at < passes.length - 1;
      await onePass({ plan, crew, report, interrupted, isFirst, output, separator, making });
    }
    await output.end();
    await save(options, crew, report);
    if (making !== undefined && !interrupted.aborted) await making.finish();
  } catch (error) {
    // The reader has what it wanted; what was learned since the last flush is not kept, because not all pages were delivered.
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    report.stopBar();
    throw error;
  } finally {
    report.stopBar();
  }
  report.summarise({ interrupted: interrupted.aborted, state });
  return report.failed > 0 ? 1 : 0;
}

interface Pass {
  readonly plan: Plan;
  readonly crew: Crew;
  readonly report: Report;
  readonly output: Output;
  readonly separator: string;
  readonly interrupted: AbortSignal;
  readonly isFirst: boolean;
  readonly making: ReportInMaking | undefined;
}

async function onePass({ plan, crew, report, output, separator, interrupted, isFirst, making }: Pass): Promise<void> {
  let isBegun = false;
  const deliver = async ({ output: parts, tally, taken }: BatchResult): Promise<void> => {
    for (const part of parts) {
      if (isBegun && separator !== '') await output.write(separator);
      isBegun = true;
      await (taken === undefined ? output.write(part) : output.writeOut(part));
    }
    taken?.();
    report.batch(tally, isFirst);
    making?.take(tally);
  };
  const dispatcher = new Dispatcher(crew, { interrupted, deliver });
  const onFailure = ({ source, error }: { source: string; error: Error }): void => {
    report.failure(source, error);
    making?.fail(source, error);
  };
  for (const step of plan.steps) {
    if (interrupted.aborted) return;
    if (step.kind === 'files') await dispatcher.list(step.tasks);
    else await dispatcher.stream(step.tasks({ onFailure, interrupted }));
  }
}

/** A state that can not be written takes nothing back from the pages that are done. */
async function save({ state, labelOnly }: RunOptions, crew: Crew, report: Report): Promise<void> {
  if (state === undefined || labelOnly) return;
  try {
    await crew.flush();
  } catch (error) {
    if (codeOf(error) !== 'STORE_FAILED') throw error;
    report.failure(`${state} (state)`, error);
  }
}
