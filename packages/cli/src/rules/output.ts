/** Where rules are written, and how. */

import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { RulesError, type SiteRules, toFilterList, toScraperConfig } from '@refrain/rules';
import { CommandError } from '../errors.ts';
import { print } from '../output/output.ts';
import type { NamedTemplate } from '../state/template.ts';
import type { RulesFormat, RulesOutput } from './arguments.ts';

const lineOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const WRITERS: Readonly<Record<RulesFormat, (rules: SiteRules) => string>> = {
  json: lineOf,
  filters: toFilterList,
  scraper: (rules) => lineOf(toScraperConfig(rules)),
};

/**
 * Makes the rules of a site and writes them by `--format`, to `--out` or to standard output.
 *
 * @throws {CommandError} `TOO_FEW_PAGES`, or where the file cannot be written
 */
export async function writeRules({ format, out }: RulesOutput, found: NamedTemplate, stdout: Writable): Promise<void> {
  const text = WRITERS[format](rulesFrom(undefined, found));
  if (out === undefined) await print(stdout, text);
  else await writeFile(out, text).catch((error: unknown) => Promise.reject(CommandError.of(out, error)));
}

/**
 * The rules of a template.
 *
 * @param source named by an error, if it is no input
 * @throws {CommandError} `TOO_FEW_PAGES`
 */
export function rulesFrom(source: string | undefined, { site, template }: NamedTemplate): SiteRules {
  try {
    return template.rules(site);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    if (source !== undefined) throw CommandError.of(source, error);
    throw new CommandError(error.message, { code: error.code });
  }
}
