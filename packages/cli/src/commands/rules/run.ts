/** `refrain rules`: prints the rules of a site, made from its pages or from a store. */

import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type SiteRules, toFilterList, toScraperConfig, toSiteConfig } from '@refrain/rules';
import { plural } from 'refrain/engine';
import type { CommandContext } from '../../arguments/command-line.ts';
import { CommandError, withSource } from '../../errors.ts';
import { quoted } from '../../install.ts';
import { templateInState } from '../../judge/state-store.ts';
import { eachPage } from '../../read/plan.ts';
import { print } from '../../write/output.ts';
import type { RulesFormat, RulesOptions } from './flags.ts';
import { openInputs, RulesSite, rulesFrom, withRules } from './site.ts';

/** Returns the exit code. Writes nothing if a signal interrupts it. */
export function run(options: RulesOptions, context: CommandContext): Promise<number> {
  return options.kind === 'state' ? writeStateRules(options, context) : writePageRules(options, context);
}

async function writePageRules(
  options: Extract<RulesOptions, { readonly kind: 'pages' }>,
  context: CommandContext,
): Promise<number> {
  const { plan, reading, openDetector, progress } = await openInputs(options, context);
  const learned = new RulesSite(options.site, openDetector);
  await eachPage(plan, reading, async (task, read) => {
    await learned.take(task, read);
    return learned.pages < options.pages;
  });
  if (reading.interrupted.aborted) return 1;
  if (learned.pages === 0) throw new CommandError('no page could be read: rules need pages', { code: 'NO_PAGES' });
  await writeRules(options, learned.withItems(rulesFrom(learned.finish())), context.stdout);
  const { failed } = progress.totals;
  progress.summarise([`rules from ${plural(learned.pages, 'page')}, ${failed} failed`]);
  progress.stop();
  return failed > 0 ? 1 : 0;
}

async function writeStateRules(
  options: Extract<RulesOptions, { readonly kind: 'state' }>,
  { stdout, stderr }: CommandContext,
): Promise<number> {
  const { folder, quiet } = options;
  const found = await templateInState(folder, options.site);
  await writeRules(options, rulesFrom(found), stdout);
  if (!quiet) stderr.write(`refrain: rules from ${plural(found.template.pages, 'page')} of ${folder}\n`);
  return 0;
}

const lineOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const WRITERS: Readonly<Record<RulesFormat, (rules: SiteRules) => string>> = {
  json: lineOf,
  filters: toFilterList,
  scraper: (rules) => lineOf(toScraperConfig(rules)),
  ftr: toSiteConfig,
};

async function writeRules(options: RulesOptions, rules: SiteRules, stdout: Writable): Promise<void> {
  const { format, out } = options;
  const inputs = options.kind === 'pages' ? options.inputs.map(quoted) : [];
  const remedy = inputs.length > 0 ? `refrain rules ${inputs.join(' ')} --format ${format} --site HOST` : undefined;
  // The rules are valid, so only the name of the site can be refused.
  const text = withRules(() => WRITERS[format](rules), '; read its pages with --site HOST', remedy);
  if (out === undefined) await print(stdout, text);
  else await withSource(out, () => writeFile(out, text));
}
