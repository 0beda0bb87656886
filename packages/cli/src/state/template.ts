/** The template of a site that a store keeps. Nothing is written to the store. */
import { type LevelStore, makeTemplate } from '@refrain/crawl/internal';
import type { SiteTemplate } from '@refrain/rules';
import { CommandError, naming } from '../errors.ts';
import { openState } from './open.ts';

/** Sites that an error names. */
const NAMED_MAX = 5;

/** A template and the name of its site. */
export interface NamedTemplate {
  readonly site: string;
  readonly template: SiteTemplate;
}

/**
 * The template of a site; without a name, of the only site of the store.
 *
 * @throws {CommandError} `SITE_UNKNOWN`, `TEMPLATE_MISSING`, `STORE_DAMAGED`, `STORE_VERSION`; and where several sites need a name
 */
export async function templateInState(folder: string, name: string | undefined): Promise<NamedTemplate> {
  const { store } = await openState(folder, { create: false, given: {} });
  try {
    const site = name ?? (await onlySite(store, folder));
    return { site, template: await templateOf(store, folder, site) };
  } finally {
    await store.close();
  }
}

async function onlySite(store: LevelStore, folder: string): Promise<string> {
  const sites: string[] = [];
  for await (const { site } of store.list()) {
    sites.push(site);
    if (sites.length > NAMED_MAX) break;
  }
  const [first] = sites;
  if (first === undefined) throw new CommandError(`${folder}: the store has no site`, { code: 'SITE_UNKNOWN' });
  if (sites.length === 1) return first;
  const more = store.count > NAMED_MAX ? ', …' : '';
  const message = `${folder}: the store has several sites; choose one by --site NAME: ${sites.slice(0, NAMED_MAX).join(', ')}${more}`;
  throw new CommandError(message, { usage: true });
}

async function templateOf(store: LevelStore, folder: string, site: string): Promise<SiteTemplate> {
  const [saved] = await store.templates([site]);
  if (saved === undefined) {
    const [record] = await store.records([site]);
    if (record === undefined) {
      const message = `${folder}: the store has no site ${site}; refrain state list ${folder} lists the sites`;
      throw new CommandError(message, { code: 'SITE_UNKNOWN' });
    }
    const message =
      `${folder}: the store has no template of ${site}, since only runs with --events FILE keep templates; read pages of the site ` +
      `once more: refrain INPUT… --state ${folder} --events FILE`;
    throw new CommandError(message, { code: 'TEMPLATE_MISSING' });
  }
  return naming(folder, () => makeTemplate(site, saved));
}
