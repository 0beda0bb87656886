/** `refrain diff`: prints what changed in the template of a site, from rules to later rules. */
import { readFile } from 'node:fs/promises';
import { diffRules, formatDiff, readRules, type SiteRules } from '@refrain/rules';
import type { DiffOptions } from './diff-arguments.ts';
import { CommandError } from './errors.ts';
import { streamOutput } from './output.ts';

/** Prints the changes; gives the exit code: 1 where the template has changed. */
export async function printDiff({ old, now, json }: DiffOptions, stdout: NodeJS.WriteStream): Promise<number> {
  const diff = diffRules(await rulesOf(old), await rulesOf(now));
  const output = streamOutput(stdout);
  await output.write(json ? `${JSON.stringify(diff)}\n` : formatDiff(diff));
  await output.end();
  return diff.changes.length === 0 ? 0 : 1;
}

async function rulesOf(file: string): Promise<SiteRules> {
  try {
    return readRules(await readFile(file, 'utf8'));
  } catch (error) {
    throw CommandError.of(file, error);
  }
}
