import { type CreateOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import { type Core, Reader } from 'refrain/internal';
import type { DecodedHtml } from '../reading/charset.ts';
import { coreForSites } from '../store/core-for-sites.ts';
import { LevelStore } from '../store/level.ts';
import { agree } from './agreement.ts';
import { SiteService } from './service.ts';
import { siteFinder } from './site-of.ts';
import type { CheckedOptions } from './sites-options.ts';

/** The parts of an open `Sites`. */
export interface SitesParts {
  readonly options: ResolvedOptions;
  readonly core: Core;
  readonly store: LevelStore;
  readonly service: SiteService;
  readonly siteOf: (url: string) => string;
  readonly decode: (bytes: Uint8Array, contentType?: string) => DecodedHtml;
}

/** Opens the store, or creates it, and an instance of the module. Throws as `Sites.open` does. */
export async function openParts(given: CheckedOptions, create: CreateOptions): Promise<SitesParts> {
  const { target, flushEvery, detector } = given;
  const siteOf = await siteFinder(given.siteOf);
  // Loaded here, because character sets are large: programs with a single `Detector` do without them.
  const { decodeHtml: decode } = await import('../reading/charset.ts');
  const { store, options } = await LevelStore.open(target, {
    create: true,
    settle: (saved) => (saved === undefined ? resolveOptions(detector) : agree(detector, saved)),
  });
  try {
    const core = await coreForSites(options, create);
    const service = new SiteService(new Reader(core, options), store, {
      flushEvery,
      flushesWhenIdle: true,
      template: given.template,
      onEvent: given.onEvent,
    });
    return { options, core, store, service, siteOf, decode };
  } catch (error) {
    await store.close();
    throw error;
  }
}
