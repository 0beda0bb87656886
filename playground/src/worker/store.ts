/** The store of the playground: one database of the browser, with the options of its first opening. */
import { type SiteSummary, Sites } from '@refrain/crawl';
import { RefrainError } from 'refrain';
import type { Settings } from '../protocol.ts';

const LOCATION = 'playground';
/** The name that browser-level derives from the location. */
const DATABASE = `level-js-${LOCATION}`;

/** After a reload, the old page may not have released the store yet. */
const TRIES = 10;
const WAIT = 150;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const isLocked = (error: unknown): boolean => error instanceof RefrainError && error.code === 'STORE_LOCKED';

/** Opens the store; without settings, with those of an existing store or the default ones. */
export async function openSites(settings?: Settings): Promise<Sites> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await Sites.open({ location: LOCATION, ...settings });
    } catch (error) {
      if (!isLocked(error) || attempt === TRIES) throw error;
      await wait(WAIT);
    }
  }
}

/** Closes the store and deletes it. */
export async function removeSites(sites: Sites): Promise<void> {
  await sites.close();
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}

export const settingsOf = ({ options }: Sites): Settings => {
  const { evidence, baseLifetime, lifetimeGrowth, templateDf, templateRatio } = options;
  return { evidence, baseLifetime, lifetimeGrowth, templateDf, templateRatio };
};

export async function listSites(sites: Sites): Promise<SiteSummary[]> {
  const found: SiteSummary[] = [];
  for await (const site of sites.list()) found.push(site);
  return found;
}
