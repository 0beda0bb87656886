/** The store of a run. Its errors name flags instead of options. */

import { stat } from 'node:fs/promises';
import { StoreError } from '@refrain/crawl';
import { type OpenedStore, type OwnedStore, openStore, type SiteStore, siteTables } from '@refrain/crawl/engine';
import type { SiteTemplate } from '@refrain/rules';
import { type DetectorOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { optionText, resolveFlags, withFlagNames } from '../arguments/detector.ts';
import { CommandError, messageOf, withSource } from '../errors.ts';
import { makeFolder } from '../files/output-target.ts';
import { makeScratchFolder, removeScratchFolder } from '../files/scratch-folder.ts';

/**
 * `create`: true to create a missing store.
 *
 * @throws {CommandError} if the store cannot be opened, or its options differ from the given ones
 */
export async function openState(
  folder: string,
  { create, given }: { readonly create: boolean; readonly given: DetectorOptions },
): Promise<OpenedStore> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined && !create)
    throw new CommandError(`${folder}: there is no such store`, { code: 'STORE_MISSING' });
  if (found?.isFile()) {
    throw new CommandError(
      `${folder}: must be a folder, and it is a file; refrain state import puts a snapshot of one site into a store`,
      { code: 'OUTPUT_INVALID' },
    );
  }
  if (found === undefined) {
    resolveFlags(given);
    makeFolder(folder, `--state ${folder}`);
  }
  try {
    return await openStore(folder, {
      create,
      settle: (saved) =>
        withFlagNames(() => (saved === undefined ? resolveOptions(given) : siteTables.agree(given, saved))),
    });
  } catch (error) {
    throw refusal(folder, given, error);
  }
}

function refusal(folder: string, given: DetectorOptions, error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  if (error.code === 'STORE_OPTIONS') {
    const list = (error.cause as readonly siteTables.Contradiction[])
      .map(({ option, given: value, has }) => `${optionText(option, `${value}`)} (it has ${has})`)
      .join(', ');
    const preset = given.preset === undefined ? '' : `--preset ${given.preset}: `;
    return new CommandError(
      `${folder}: the store has other options than ${preset}${list}; leave these flags out, or use another folder`,
      { code: error.code },
    );
  }
  const advice =
    error.code === 'STORE_DAMAGED'
      ? `refrain state check ${folder} prints what can be saved`
      : 'the store was not changed';
  return new CommandError(`${folder}: ${messageOf(error)}; ${advice}`, { code: error.code });
}

export interface NamedTemplate {
  readonly site: string;
  readonly template: SiteTemplate;
}

export async function templateInState(folder: string, site: string): Promise<NamedTemplate> {
  const { store } = await openState(folder, { create: false, given: {} });
  try {
    return { site, template: await templateOf(store, folder, site) };
  } finally {
    await store.close();
  }
}

async function templateOf(store: OwnedStore, folder: string, site: string): Promise<SiteTemplate> {
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
  return withSource(folder, () => siteTables.makeTemplate(site, saved));
}

/** A temporary folder, made at the first write. Short runs whose tables fit into memory write nothing. */
export class ScratchStore implements SiteStore {
  readonly #options: ResolvedOptions;
  /** A promise, because several workers may write first at the same time. */
  #opening: Promise<{ readonly folder: string; readonly store: OwnedStore }> | undefined;
  #store: OwnedStore | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#store?.count ?? 0;
  }

  records(sites: readonly string[]): ReturnType<SiteStore['records']> {
    return this.#store?.records(sites) ?? sites.map(() => undefined);
  }

  templates(sites: readonly string[]): ReturnType<SiteStore['templates']> {
    return this.#store?.templates(sites) ?? sites.map(() => undefined);
  }

  counted(...[pages]: Parameters<SiteStore['counted']>): ReturnType<SiteStore['counted']> {
    return this.#store?.counted(pages) ?? pages.map(() => false);
  }

  async write(...[changes]: Parameters<SiteStore['write']>): Promise<void> {
    this.#opening ??= this.#open();
    const { store } = await this.#opening;
    return store.write(changes);
  }

  async #open() {
    const folder = await makeScratchFolder();
    try {
      const { store } = await openStore(folder, { create: true, settle: () => this.#options });
      this.#store = store;
      return { folder, store };
    } catch (error) {
      await removeScratchFolder(folder);
      throw error;
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    try {
      await opened?.store.close();
    } finally {
      if (opened !== undefined) await removeScratchFolder(opened.folder);
    }
  }
}
