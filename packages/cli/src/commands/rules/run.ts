/** `refrain rules`: prints the rules of a site, made from its pages. */

import type { InputFailure } from '@refrain/crawl/input';
import { plural } from '@refrain/viewer';
import type { CommandContext } from '../../arguments/command.ts';
import { CommandError, describe } from '../../errors.ts';
import { eachPage } from '../../read/plan.ts';
import { nameOf } from '../../read/task.ts';
import type { RulesOptions } from './flags.ts';
import { writeRules, writeStateRules } from './output.ts';
import { openInputs, RulesSite } from './site.ts';

/** Makes the rules; gives the exit code. Nothing is written if a signal interrupts it. */
export async function run(options: RulesOptions, context: CommandContext): Promise<number> {
  if (options.kind === 'state') return writeStateRules(options, context);
  const { site, quiet } = options;
  const { stdin, stdout, stderr, interrupted } = context;
  const { plan, maxPageBytes, model } = await openInputs(options, stdin);
  const learned = new RulesSite(site, options.detector, model);
  let failed = 0;
  const onFailure = ({ source, error }: InputFailure): void => {
    failed += 1;
    stderr.write(`refrain: ${source}: ${describe(error)}\n`);
  };
  await eachPage(plan, { interrupted, maxPageBytes, onFailure }, async (task, read) => {
    if (await learned.takes(task.site)) learned.learn(read().html, nameOf(task));
    return learned.pages < options.pages;
  });
  if (interrupted.aborted) return 1;
  if (learned.pages === 0) throw new CommandError('no page could be read: rules need pages', { code: 'NO_PAGES' });
  const { site: name, template } = learned.finish();
  await writeRules(options, { site: name, template }, stdout, (rules) => learned.withItems(rules));
  if (!quiet) stderr.write(`refrain: rules from ${plural(learned.pages, 'page')}, ${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}
