/** What flags say of an identity, which is loaded where they do. */

import type { Header } from './headers.ts';
import type { Identity } from './identity.ts';

export interface IdentityOptions {
  readonly headers: readonly Header[];
  readonly cookieJar?: string | undefined;
  readonly storageState?: string | undefined;
  readonly proxy?: string | undefined;
}

/** The same with more headers. */
export const withHeaders = (options: IdentityOptions | undefined, headers: readonly Header[]): IdentityOptions => ({
  ...options,
  headers: [...(options?.headers ?? []), ...headers],
});

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
