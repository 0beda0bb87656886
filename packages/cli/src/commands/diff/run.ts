/** `refrain diff`: prints what changed in the template of a site, from rules to later rules. */

import { diffRules, formatDiff, type SiteRules } from '@refrain/rules';
import type { CommandContext } from '../../arguments/command.ts';
import { CommandError } from '../../errors.ts';
import { isFolder } from '../../files/output-target.ts';
import { isStoreFolder, templateInState } from '../../judge/state.ts';
import { print } from '../../write/output.ts';
import { readRulesFile, rulesFrom } from '../rules/site.ts';
import type { DiffOptions } from './flags.ts';

/** Prints the changes; gives the exit code: 1 where the template has changed. */
export async function run({ old, now, site, json }: DiffOptions, { stdout }: CommandContext): Promise<number> {
  const diff = diffRules(await rulesOf(old, site), await rulesOf(now, site));
  await print(stdout, json ? `${JSON.stringify(diff)}\n` : formatDiff(diff));
  return diff.changes.length === 0 ? 0 : 1;
}

/** The rules of a file, or those that are made of what a store has learned. */
async function rulesOf(path: string, site: string | undefined): Promise<SiteRules> {
  if (isFolder(path)) {
    if (isStoreFolder(path)) return rulesFrom(path, await templateInState(path, site));
    const message = `${path}: the folder is no store; diff compares stores and files of rules: refrain rules ${path} --out FILE`;
    throw new CommandError(message, { code: 'INPUT_INVALID' });
  }
  const rules = await readRulesFile(path);
  if (site === undefined || rules.site === site) return rules;
  throw new CommandError(`--site ${site}: ${path} has the rules of ${rules.site}`, { code: 'SITE_UNKNOWN' });
}
