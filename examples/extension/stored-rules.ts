/** Rules of sites in `chrome.storage.local`, which the popup writes and pages read. */
import { readRules, type SiteRules } from '@refrain/rules/apply';

const keyOf = (site: string): string => `rules of ${site}`;

/** The rules of a site, if a person has imported any. */
export async function storedRules(site: string): Promise<SiteRules | undefined> {
  const { [keyOf(site)]: stored } = await chrome.storage.local.get(keyOf(site));
  return stored === undefined ? undefined : readRules(stored);
}

/**
 * Checks rules and keeps them.
 *
 * @throws {RulesError} for a file that has no rules; the message names the member
 */
export async function importRules(json: string): Promise<SiteRules> {
  const rules = readRules(json);
  await chrome.storage.local.set({ [keyOf(rules.site)]: rules });
  return rules;
}

export const removeRules = (site: string): Promise<void> => chrome.storage.local.remove(keyOf(site));
