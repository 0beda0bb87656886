/** A run: reads the pages of the inputs, judges them, and writes the output. */

import { errors } from '@refrain/crawl/engine';
import { warcRecords } from '@refrain/crawl/engine/node';
import type { InputFailure } from '@refrain/crawl/input';
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { selection } from 'refrain/engine';
import { type CommandContext, interruptible } from '../../arguments/command-line.ts';
import { checkMain, RUN_MEMORY, readModelFile, resolveFlags } from '../../arguments/detector.ts';
import { MIB } from '../../arguments/flag-kinds.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { type BatchResult, FLUSHED_MAX, SCRATCH_FLUSH, tallyOf } from '../../judge/batch.ts';
import { dispatch } from '../../judge/dispatch.ts';
import { PAUSE_MS, type WorkOptions } from '../../judge/judge.ts';
import { OutputLog } from '../../judge/output-log.ts';
import { isWriting, type Mode } from '../../judge/page-writer.ts';
import { rulesSummary } from '../../judge/rules-folder.ts';
import { openState, ScratchStore } from '../../judge/state-store.ts';
import { WorkerPool } from '../../judge/worker-pool.ts';
import { newJars } from '../../read/identity/open-identity.ts';
import { checkOut, type Plan, planInputs } from '../../read/plan.ts';
import type { PageFilter } from '../../read/task.ts';
import { hostRemarks } from '../../write/canonical-hosts.ts';
import { formatByName } from '../../write/formats/index.ts';
import { fileOutput, isCutOff, Output, streamOutput } from '../../write/output.ts';
import { preparePageFolder } from '../../write/page-folder.ts';
import { Progress } from '../../write/progress.ts';
import { beginReport } from '../../write/report/report-builder.ts';
import { runSummary } from '../../write/summary.ts';
import { inOrder, type SiteTemplateText, writeCard } from '../../write/template-texts.ts';
import type { RunOptions } from './flags.ts';
import { openWriters, type WritingOptions } from './writers.ts';

/**
 * Returns the exit code, unless a signal interrupts the run.
 *
 * @param crawled the pages of a crawl, which replace the inputs; the templates of their sites are also written
 */
export async function run(options: RunOptions, streams: CommandContext, crawled?: Plan): Promise<number> {
  const context = interruptible(streams);
  const opened: CloseAction[] = [];
  try {
    return await workOn(await open(options, context, crawled, opened));
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

type CloseAction = () => void | Promise<void>;

/** Opens the parts of a run. Adds functions that close them to `opened`. */
async function open(options: RunOptions, context: CommandContext, crawled: Plan | undefined, opened: CloseAction[]) {
  const { state, out, report, templates } = options;
  const given = { ...options.detector, maxMemory: options.detector.maxMemory ?? RUN_MEMORY.default };
  const mainFlag = mainFlagOf(options);
  checkMain(mainFlag, given);
  const format = formatByName(options.format);
  if (crawled === undefined && !options.quiet) context.stderr.write(newJars(options.identity));
  const plan =
    crawled ?? (await planInputs({ ...options, raw: format.hasRecords === true }, context.stdin, context.interrupted));
  const found = state === undefined ? undefined : await openState(state, { create: !isReadOnly(options), given });
  const detector = found?.options ?? resolveFlags(given);
  const store = found?.store ?? new ScratchStore(detector);
  opened.push(() => store.close());
  if (state !== undefined) checkMain(mainFlag, detector, state);
  checkOut(out, plan);
  checkOut(templates, plan, '--templates');
  checkOut(report?.folder, plan);
  const making = report && (await beginReport(report, { inputs: plan.inputs, options: detector }));
  if (making !== undefined) opened.push(() => making.discard());
  const file = out === undefined || options.isFolder ? undefined : out;
  const written = state !== undefined && options.skipKnown ? new OutputLog(state, file) : undefined;
  if (written !== undefined) {
    opened.push(() => written.close());
    written.precede(store);
  }
  const events = await openEvents(options, context);
  const model = await readModelFile(options.model, detector);
  if (out !== undefined && options.isFolder) preparePageFolder(out);
  const passes = passesOf(options);
  const hasCard = crawled !== undefined && out !== undefined && options.isFolder;
  const writing = { hasTemplates: hasCard || templates !== undefined, observer: making?.observer };
  const work = {
    ...workOptions(options, detector, writing),
    mode: passes[0],
    model,
    stop: stopOf(options, context.interrupted),
  };
  // One job uses a separate thread if this thread can read ahead in the meantime.
  const jobs = options.jobs === 1 && !plan.isLarge ? 0 : options.jobs;
  const pool = await WorkerPool.start(jobs, store, work, openWriters);
  opened.push(() => pool.close());
  const sites = (): number => store.count;
  const known = plan.files.length === 0 || options.site !== undefined ? Number.POSITIVE_INFINITY : store.count;
  const output: Output =
    file === undefined
      ? streamOutput(context.stdout)
      : await fileOutput(file, { isPacked: format.isPacked, from: written?.length });
  opened.push(() => output[Symbol.dispose]());
  return {
    ...{ ...context, options, plan, hasCard, detector, pool, passes, making },
    ...{ file, output, written, events, sites, known },
  };
}

/** The flag that requests main content, if any. */
function mainFlagOf({ keep, structured }: RunOptions): string | undefined {
  if (keep !== undefined && selection.isOfModel(keep)) return `--keep ${keep}`;
  return structured ? '--structured' : undefined;
}

/** A run with a store appends to the file of events. */
async function openEvents({ events, state }: RunOptions, { stderr }: CommandContext): Promise<Output | undefined> {
  if (events === '-') return new Output(stderr, 'standard error', false);
  return events === undefined
    ? undefined
    : fileOutput(events, { flag: '--events', flags: state === undefined ? 'w' : 'a' });
}

/**
 * True if results must be written before the state is saved: the next run skips the pages and events that the state
 * contains.
 */
const savesDelivered = ({ skipKnown, events, state }: RunOptions): boolean =>
  skipKnown || (events !== undefined && state !== undefined);

const isReadOnly = ({ state, relabel }: RunOptions): boolean => relabel && state !== undefined;

/** The passes over the input. Labelling with an existing state needs one pass. */
function passesOf(options: RunOptions): readonly [Mode, ...Mode[]] {
  const last = options.report === undefined ? 'label' : 'report';
  if (isReadOnly(options)) return [last];
  return options.relabel || last === 'report' ? ['silent', last] : ['learn'];
}

/** Without a state, a signal ends the run at the current page. With a state, counted pages are written first. */
function stopOf({ state }: RunOptions, interrupted: AbortSignal): Int32Array<SharedArrayBuffer> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  if (state === undefined) interrupted.addEventListener('abort', () => Atomics.store(stop, 0, 1), { once: true });
  return stop;
}

function workOptions(
  options: RunOptions,
  detector: ResolvedOptions,
  writing: Pick<WritingOptions, 'hasTemplates' | 'observer'>,
): Omit<WorkOptions<WritingOptions>, 'mode' | 'model' | 'stop'> {
  // Functions cannot be sent to a thread; inputs are not needed there.
  const { isRead, inputs, ...plain } = options;
  const { jobs, state, flushEvery, events } = plain;
  const { pages, seconds } = state === undefined ? SCRATCH_FLUSH : flushEvery;
  const maxMemory = Math.max(MIB, Math.floor(detector.maxMemory / jobs));
  return {
    ...plain,
    ...{ separator: formatByName(plain.format).separator ?? '', hasEvents: events !== undefined },
    detector: resolveOptions({ ...detector, maxMemory }),
    writing: { ...plain, ...writing },
    savesDelivered: savesDelivered(options),
    flush: { pages: Math.max(1, Math.min(pages, FLUSHED_MAX) / jobs), seconds },
  };
}

type Job = Awaited<ReturnType<typeof open>>;

async function workOn(job: Job): Promise<number> {
  const { options, plan, pool, passes, making, file, output, written, events, stdout, stderr, interrupted } = job;
  const { quiet, out, state, report, templates } = options;
  const format = formatByName(options.format);
  const isHidden = stdout.isTTY && out === undefined && report === undefined;
  using progress = new Progress({
    ...{ stream: stderr, isHidden, quiet, passes: passes.length, interrupted },
    ...{ total: () => plan.total, isEstimate: () => plan.isEstimate },
  });
  // A killed run may have left an unfinished line, to which the output must not be appended.
  const isLines = format.separator === undefined && format.isPacked !== true;
  if (isLines && file === undefined && written?.isCutOff && isCutOff(stdout)) await output.write('\n');
  if (format.head !== undefined && passes.some(isWriting) && !written?.length)
    await output.write(format.head(options.fields));
  for (const [at, mode] of passes.entries()) {
    const steps = at === 0 ? undefined : (making?.nextPass() ?? new Map<string, number>());
    if (steps !== undefined) await pool.each((judge) => judge.begin({ mode, steps }));
    progress.startPass(at + 1);
    await onePass(job, mode, output, progress);
  }
  if (job.hasCard && out !== undefined && !interrupted.aborted) await writeCard(out, await textsOf(pool, 'templates'));
  if (templates !== undefined) await writeTemplates(templates, job, format.hasRecords ? output : undefined);
  const cut = await output.endUnless(interrupted);
  await events?.end();
  // Saved after the output, so that the state contains no page whose output failed.
  if (state !== undefined && !isReadOnly(options) && (await save(state, pool, progress))) written?.saved();
  if (!interrupted.aborted) await making?.finish(await textsOf(pool, 'report'));
  const remarks = [
    ...hostRemarks(await pool.each((judge) => judge.end('hosts'))),
    ...rulesSummary(options.rules, await pool.each((judge) => judge.rules())),
  ];
  const end = {
    ...{ interrupted: interrupted.aborted, out: cut ?? out, state, isReadOnly: isReadOnly(options) },
    ...{ report: report?.folder, shard: options.shard, known: job.known },
    ...{ sites: job.sites() + pool.newSites, memoryBytes: peakMemory() },
  };
  progress.summarise([...remarks, ...progress.short, ...runSummary(progress.totals, end)]);
  return progress.totals.failed > 0 ? 1 : 0;
}

/** In bytes, of all threads together. */
const peakMemory = (): number => 1024 * process.resourceUsage().maxRSS;

/** The template texts of a writer on all threads. */
const textsOf = async (pool: WorkerPool, writer: string): Promise<readonly SiteTemplateText[]> =>
  inOrder(await pool.each((judge) => judge.end(writer)));

async function onePass(job: Job, mode: Mode, output: Output, progress: Progress): Promise<void> {
  const { options, plan, detector, pool, making, written, events, interrupted } = job;
  const { separator = '' } = formatByName(options.format);
  let isStarted = written !== undefined && written.length > 0;
  let pausedAt = performance.now();
  const deliver = async (result: BatchResult): Promise<void> => {
    const { output: bytes, tally } = result;
    if (bytes !== undefined) {
      // Not awaited here, so that the output of another worker cannot come between.
      const separated = isStarted && separator !== '' ? output.write(separator) : undefined;
      isStarted = true;
      const [length] = await Promise.all([output.write(bytes), separated]);
      written?.add(tally.written, length);
    }
    // Written before the worker continues and may save what it has learned.
    if (tally.events.length > 0) await events?.write(tally.events.join(''));
    pool.memory.written(result);
    progress.batch(tally);
    making?.take(result);
    if (performance.now() - pausedAt < PAUSE_MS) return;
    await new Promise(setImmediate);
    pausedAt = performance.now();
  };
  const onFailure = (failure: InputFailure): void => {
    progress.failure(failure);
    making?.fail(failure);
  };
  const { maxPageBytes } = detector;
  const settle = mode === 'learn' && detector.evidence !== 'page' ? options.settle : 0;
  const delivery = { interrupted, savesDelivered: savesDelivered(options), settle, deliver };
  const asks = mode === 'learn' && written !== undefined;
  const known: PageFilter = async (pages) => {
    const answers = await pool.known(pages);
    progress.batch(tallyOf({ known: answers.filter(Boolean).length }));
    return answers;
  };
  const tasks = plan.tasks({ interrupted, maxPageBytes, onFailure, known: asks ? known : undefined });
  await dispatch(pool, delivery, mode === 'learn' && written !== undefined ? written.marked(tasks) : tasks, plan.files);
}

/** Writes a line for each site, and a record of the archive if that is the output. */
async function writeTemplates(path: string, { pool, interrupted }: Job, archive: Output | undefined): Promise<void> {
  using file = await fileOutput(path, { flag: '--templates' });
  for (const record of await textsOf(pool, 'templates')) {
    await file.write(jsonLine(record));
    await archive?.write(warcRecords.siteRecord(record.site, record));
  }
  await file.endUnless(interrupted);
}

/** A state that cannot be written is one failure. The results are complete. */
async function save(state: string, pool: WorkerPool, progress: Progress): Promise<boolean> {
  try {
    await pool.flush();
    return true;
  } catch (error) {
    if (errors.codeOf(error) !== 'STORE_FAILED') throw error;
    progress.failure({ source: `--state ${state}`, error: error as Error });
    return false;
  }
}
