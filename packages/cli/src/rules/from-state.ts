/** `refrain rules SITE --state FOLDER`: rules of a site from the template that a store keeps. */
import type { CommandContext } from '../context.ts';
import { plural } from '../output/progress-line.ts';
import { templateInState } from '../state/template.ts';
import type { RulesStateOptions } from './arguments.ts';
import { writeRules } from './output.ts';

/** Gives the exit code. */
export async function printStateRules(
  options: RulesStateOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<number> {
  const { folder, quiet } = options;
  const found = await templateInState(folder, options.site);
  await writeRules(options, found, stdout);
  if (!quiet) stderr.write(`refrain: rules from ${plural(found.template.pages, 'page')} of ${folder}\n`);
  return 0;
}
