import { relative, resolve, sep } from 'node:path';
import type { Detector } from '../detector.ts';
import type { RunOptions } from './arguments.ts';
import { CommandError, codeOf } from './errors.ts';
import { type FileList, fileInput, listFiles } from './files.ts';
import type { Input, InputPage } from './input.ts';
import { Output, OutputError } from './output.ts';
import { Report } from './report.ts';
import { openDetector, writeState } from './state.ts';
import { type PageWriter, pageWriter } from './writers.ts';

/** Where a run writes to, and what may end it early. */
export interface Surroundings {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly interrupted: AbortSignal;
}

/** Runs the command; gives its exit code but for an interruption. */
export async function run(options: RunOptions, { stdout, stderr, interrupted }: Surroundings): Promise<number> {
  const detector = await openDetector(options);
  const list = await listFiles(options.inputs);
  if (options.out !== undefined) checkOut(options.out, list);
  const { site, shuffle, quiet, state, labelOnly } = options;
  const input = fileInput(list, { site, shuffle, maxPageBytes: detector.options.maxPageBytes });
  const output = new Output(stdout);
  // A bar amid the lines of the results on the same terminal would be of use to nobody.
  const bar = !quiet && stderr.isTTY && (!stdout.isTTY || options.out !== undefined);
  const report = new Report({ stream: stderr, bar, quiet, site: input.site, total: input.total });
  const read = ({ bytes, id }: InputPage) => (labelOnly ? detector.label(bytes) : detector.learn(bytes, { id }));
  try {
    await readPages(input, { read, writer: pageWriter(output, options), report, interrupted });
    await output.flush();
    if (state !== undefined && !labelOnly) await save(state, detector, report);
  } catch (error) {
    // The reader has what it wanted; the state stays as it was, because not all pages were delivered.
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    throw error;
  } finally {
    report.stopBar();
  }
  report.summarise(detector.stats, { interrupted: interrupted.aborted });
  return report.failed > 0 ? 1 : 0;
}

interface Work {
  readonly read: (page: InputPage) => ReturnType<Detector['learn']>;
  readonly writer: PageWriter;
  readonly report: Report;
  readonly interrupted: AbortSignal;
}

/** One page after another; a page that fails is reported, and the next one is read all the same. */
async function readPages({ pages }: Input, { read, writer, report, interrupted }: Work): Promise<void> {
  for await (const input of pages) {
    if (interrupted.aborted) return;
    if ('error' in input) {
      report.failure(input.name, input.error);
      continue;
    }
    try {
      const page = read(input);
      await writer.write(input, page);
      report.page(page);
    } catch (error) {
      if (error instanceof OutputError || codeOf(error) === 'CORE_FAILED') throw error;
      report.failure(input.name, error);
    }
  }
}

/** A state that can not be written takes nothing back from the pages that are done. */
async function save(file: string, detector: Detector, report: Report): Promise<void> {
  const snapshot = detector.snapshot();
  try {
    await writeState(file, snapshot);
  } catch (error) {
    report.failure(`${file} (state)`, error);
  }
}

/** Results among the pages would be read as pages by the next run, or stand where the pages were. */
function checkOut(out: string, { folders, root }: FileList): void {
  const path = resolve(out);
  const within = folders.some((folder) => relative(folder, path).split(sep)[0] !== '..');
  if (within || path === root) throw new CommandError(`--out ${out} must not be in a folder that pages are read from`);
}
