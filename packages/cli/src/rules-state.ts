/** `refrain rules SITE --state FOLDER`: rules of a site from the template that a store keeps. Nothing is written to the store. */
import { type LevelStore, makeTemplate } from '@refrain/crawl/unstable';
import type { SiteTemplate } from '@refrain/rules';
import { RefrainError } from 'refrain';
import type { CommandContext } from './context.ts';
import { CommandError } from './errors.ts';
import { plural } from './progress-line.ts';
import type { RulesStateOptions } from './rules-arguments.ts';
import { writeRules } from './rules-output.ts';
import { openState } from './state.ts';

/** Gives the exit code. */
export async function printStateRules(
  options: RulesStateOptions,
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
): Promise<number> {
  const { folder, site, quiet } = options;
  const { store } = await openState(folder, { create: false, given: {} });
  let template: SiteTemplate;
  try {
    template = await templateOf(store, folder, site);
  } finally {
    await store.close();
  }
  await writeRules(options, site, template, stdout);
  if (!quiet) stderr.write(`refrain: rules from ${plural(template.pages, 'page')} of ${folder}\n`);
  return 0;
}

/** @throws {CommandError} `SITE_UNKNOWN`, `TEMPLATE_MISSING`, `STORE_DAMAGED`, `STORE_VERSION` */
async function templateOf(store: LevelStore, folder: string, site: string): Promise<SiteTemplate> {
  const [saved] = await store.templates([site]);
  if (saved === undefined) {
    const [record] = await store.records([site]);
    if (record === undefined) {
      const message = `${folder}: the store has no site ${site}; refrain state list ${folder} lists the sites`;
      throw new CommandError(message, { code: 'SITE_UNKNOWN' });
    }
    const message = `${folder}: the store has no template of ${site}; learn the pages with --events, or with Sites and template: true`;
    throw new CommandError(message, { code: 'TEMPLATE_MISSING' });
  }
  try {
    return makeTemplate(site, saved);
  } catch (error) {
    if (!(error instanceof RefrainError)) throw error;
    throw CommandError.of(folder, error);
  }
}
