/** An identity is loaded where flags say who asks. */

import type { Identity } from './identity.ts';
import type { IdentityOptions } from './options.ts';

/**
 * The identity of a command; undefined where nothing says who asks.
 *
 * @throws {CommandError}
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity | undefined> {
  const { headers, cookieJar, storageState, proxy } = options;
  if (headers.length === 0 && [cookieJar, storageState, proxy].every((each) => each === undefined)) return undefined;
  const { Identity } = await import('./identity.ts');
  return await Identity.open(options);
}
