/** What is known of one site, as a whole. To be called in the queue of the service. */

import type { SiteTemplate } from '@refrain/rules';
import { InputError } from 'refrain';
import { openSnapshot, optionError, savedOptions, sealSnapshot, shown } from 'refrain/internal';
import { StoreError } from '../errors.ts';
import { andThen, type MaybePromise } from '../store/store.ts';
import { agree, tableOptions } from './agreement.ts';
import type { SitesParts } from './open-sites.ts';
import type { SiteTables } from './tables.ts';

/** @throws {StoreError} `SITE_UNKNOWN` where no page of the site was counted */
export function admitKnown(tables: SiteTables, site: string): MaybePromise<void> {
  return andThen(tables.admit(site), () => {
    if (!tables.isKnown(site)) throw new StoreError('SITE_UNKNOWN', `no page of ${site} was counted`);
  });
}

/** A snapshot of a site; throws as `Sites.snapshot` does. */
export function snapshotOf(
  { options, core, service }: SitesParts,
  site: string,
): MaybePromise<Uint8Array<ArrayBuffer>> {
  const { tables } = service;
  return andThen(admitKnown(tables, site), () => sealSnapshot(core, options, tables.saved(site)));
}

/** The template of a site; throws as `Sites.layouts` does. */
export function templateOf({ service }: SitesParts, site: string): MaybePromise<SiteTemplate> {
  const { tables } = service;
  return andThen(admitKnown(tables, site), () => {
    const template = tables.template(site);
    if (template === undefined) throw optionError('template', 'true for layouts and rules', false);
    return template;
  });
}

/** Replaces a site by a snapshot; throws as `Sites.restore` does. */
export function restoreSite(
  { options, core, service }: SitesParts,
  site: string,
  snapshot: unknown,
): MaybePromise<void> {
  if (!(snapshot instanceof Uint8Array))
    throw new InputError(`a snapshot must be a Uint8Array, not ${shown(snapshot)}`);
  const opened = openSnapshot(core, snapshot);
  agree(tableOptions(savedOptions(opened.options)), options);
  const { tables } = service;
  return andThen(tables.admit(site), () => tables.replace(site, opened));
}

/** Removes a site; whether anything was known of it. */
export async function forgetSite({ store, service }: SitesParts, site: string): Promise<boolean> {
  const wasCounted = await service.tables.drop(site);
  const [record] = await store.records([site]);
  if (record !== undefined) await store.forget(site);
  return wasCounted || record !== undefined;
}
