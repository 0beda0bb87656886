/** Where rules are written, and how. */
import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { RulesError, type SiteRules, toCrawl4ai, toFilterList, toScraperConfig, toSiteConfig } from '@refrain/rules';
import { plural } from '@refrain/viewer';
import type { CommandContext } from '../../arguments/command.ts';
import { CommandError, naming } from '../../errors.ts';
import { type NamedTemplate, templateInState } from '../../judge/state.ts';
import { print } from '../../write/output.ts';
import type { RulesFormat, RulesOutput, RulesStateOptions } from './flags.ts';

const lineOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const WRITERS: Readonly<Record<RulesFormat, (rules: SiteRules) => string>> = {
  json: lineOf,
  filters: toFilterList,
  scraper: (rules) => lineOf(toScraperConfig(rules)),
  ftr: toSiteConfig,
  crawl4ai: (rules) => lineOf(toCrawl4ai(rules)),
};

/**
 * Makes the rules of a site, with what else is known of them, and writes them by `--format`, to `--out` or to standard output.
 *
 * @throws {CommandError} `TOO_FEW_PAGES`, or where the file cannot be written
 */
export async function writeRules(
  { format, out }: RulesOutput,
  found: NamedTemplate,
  stdout: Writable,
  change: (rules: SiteRules) => SiteRules = (rules) => rules,
): Promise<void> {
  const text = WRITERS[format](change(rulesFrom(undefined, found)));
  if (out === undefined) await print(stdout, text);
  else await naming(out, () => writeFile(out, text));
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

/** Gives the exit code. */
export async function writeStateRules(
  options: RulesStateOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<number> {
  const { folder, quiet } = options;
  const found = await templateInState(folder, options.site);
  await writeRules(options, found, stdout);
  if (!quiet) stderr.write(`refrain: rules from ${plural(found.template.pages, 'page')} of ${folder}\n`);
  return 0;
}
