/** `refrain index`: builds an index of the inputs, or writes nothing. */
import { dirname } from 'node:path';
import { type Index, IndexBuilder } from '@refrain/search';
import { type CommandContext, interruptible } from '../../arguments/command.ts';
import { checkMain, keepFlag } from '../../arguments/common-flags.ts';
import { readModelFile, resolveFlags } from '../../arguments/detector-flags.ts';
import { CommandError, naming } from '../../errors.ts';
import { checkFile, isFolder } from '../../files/output-target.ts';
import { tallyOf } from '../../judge/batch.ts';
import { checkOut, eachPage, planInputs } from '../../read/plan.ts';
import { nameOf } from '../../read/task.ts';
import { Progress } from '../../write/progress.ts';
import { indexSummary } from '../../write/summary.ts';
import type { IndexRunOptions } from './flags.ts';

/** Builds the index; gives the exit code, unless a signal interrupts it. */
export async function run(options: IndexRunOptions, streams: CommandContext): Promise<number> {
  const context = interruptible(streams);
  const { out, keep, template, maxMemory, quiet } = options;
  checkMain(keepFlag(keep), options.detector);
  const detector = resolveFlags(options.detector);
  const plan = await planInputs(options, context.stdin, context.interrupted);
  checkOut(out, plan);
  const source = `--out ${out}`;
  checkFile(out, source);
  if (!isFolder(dirname(out)))
    throw new CommandError(`${source}: there is no folder ${dirname(out)}`, { code: 'OUTPUT_INVALID' });
  const model = await readModelFile(options.model, detector);
  const { interrupted, stderr: stream } = context;
  using progress = new Progress({
    ...{ stream, quiet, passes: 1, interrupted },
    ...{ total: () => plan.total, isEstimate: () => plan.isEstimate },
  });
  // The plan names the sites: not only URLs, but also folders and lines of NDJSON have them.
  let site = '';
  return naming(out, async () => {
    using builder = await IndexBuilder.create(
      out,
      {
        ...{ template, detector: options.detector, siteOf: () => site },
        ...(keep === undefined ? {} : { part: keep }),
        ...(maxMemory === undefined ? {} : { maxMemory }),
      },
      model === undefined ? {} : { model },
    );
    const { maxPageBytes } = detector;
    await eachPage(plan, { interrupted, maxPageBytes, onFailure: progress.failure }, (task, read) => {
      const { html, length } = read();
      site = task.site;
      builder.add(nameOf(task), html);
      progress.batch(tallyOf({ pages: 1, counted: 1, bytes: length }));
    });
    const { pages, sites } = builder.stats;
    // An empty index must not replace an older one.
    if (pages === 0 && !interrupted.aborted)
      throw new CommandError(`${out}: not written, because no page could be read`, { code: 'NO_PAGES' });
    const index = await unlessInterrupted(builder, interrupted);
    index?.close();
    progress.summarise(indexSummary(progress.totals, out, index && { sites, ...index.stats }));
    return index === undefined || progress.totals.failed > 0 ? 1 : 0;
  });
}

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
