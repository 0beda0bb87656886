/** `refrain rules`: prints the rules of a site, made from its pages. */
import { codeOf } from '@refrain/crawl/internal';
import { resolveFlags } from '../arguments/detector-flags.ts';
import type { CommandContext } from '../context.ts';
import { CommandError, describe } from '../errors.ts';
import { inputsOf } from '../job/input-list.ts';
import { readModelFile } from '../job/model-file.ts';
import { checkOut, planInputs } from '../job/plan.ts';
import { pagesOf } from '../job/plan-pages.ts';
import { readTask } from '../job/read-task.ts';
import type { PageTask } from '../job/task.ts';
import { checkFile } from '../output/output-target.ts';
import { plural } from '../output/progress-line.ts';
import type { RulesRunOptions } from './arguments.ts';
import { writeRules } from './output.ts';
import { RulesSite } from './site.ts';

/** Codes of failures that end the command; others fail one page. */
const FATAL: ReadonlySet<string> = new Set(['CORE_FAILED', 'MODEL_INVALID']);

/** Makes the rules; gives the exit code. Nothing is written if a signal interrupts it. */
export async function printRules(options: RulesRunOptions, context: CommandContext): Promise<number> {
  const { out, site, siteOf, patterns, model: path, quiet } = options;
  const { stdin, stdout, stderr, interrupted } = context;
  const detector = resolveFlags(options.detector);
  const { maxPageBytes } = detector;
  const inputs = await inputsOf(options.inputs, options.listFile, stdin);
  const plan = await planInputs(
    { inputs, patterns, site: undefined, siteOf, raw: false, maxPageBytes, readsAhead: true },
    stdin,
  );
  if (out !== undefined) {
    checkOut(out, plan);
    checkFile(out, `--out ${out}`);
  }
  const model = path === undefined ? undefined : await readModelFile(path, detector);
  const learned = new RulesSite(site, options.detector, model);
  let failed = 0;
  const fail = (source: string, error: unknown): void => {
    failed += 1;
    stderr.write(`refrain: ${source}: ${describe(error)}\n`);
  };
  for (const { source, error } of plan.failures) fail(source, error);
  const onFailure = ({ source, error }: { source: string; error: Error }): void => fail(source, error);
  for await (const task of pagesOf(plan, { onFailure, interrupted })) {
    if (learned.pages >= options.pages) break;
    if (!(await learned.takes(task.site))) continue;
    try {
      learned.learn(readTask(task, maxPageBytes).html, idOf(task));
    } catch (error) {
      if (FATAL.has(codeOf(error) ?? '')) throw error;
      fail(task.source, error);
    }
  }
  if (interrupted.aborted) return 1;
  if (learned.pages === 0) throw new CommandError('no page could be read: rules need pages', { code: 'NO_PAGES' });
  await writeRules(options, learned.finish(), stdout);
  if (!quiet) stderr.write(`refrain: rules from ${plural(learned.pages, 'page')}, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

/** The URL of a page; for a file its relative path. */
const idOf = ({ url, id, from }: PageTask): string => (from.kind === 'file' ? id : url);
