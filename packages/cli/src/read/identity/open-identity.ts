/** Loads an identity only if flags define one. */

import { existsSync } from 'node:fs';
import type { IdentityOptions } from '../../arguments/headers.ts';
import type { Identity } from './identity.ts';

/**
 * Undefined if flags define none.
 *
 * @throws {CommandError}
 */
export async function openIdentity(options: IdentityOptions): Promise<Identity | undefined> {
  const { headers, cookies = [], proxy } = options;
  if (headers.length === 0 && cookies.length === 0 && proxy === undefined) return undefined;
  const { Identity } = await import('./identity.ts');
  return await Identity.open(options);
}

/** Messages about files of cookies that do not exist: a misspelt name would read the pages without a login. */
export const newJars = ({ cookies = [] }: Pick<IdentityOptions, 'cookies'> = {}): string =>
  cookies
    .filter((path) => !existsSync(path))
    .map((path) => `refrain: --cookies ${path}: no such file; it is created, and nobody is logged in\n`)
    .join('');

/** @throws {CommandError} */
export async function withIdentity<T>(
  options: IdentityOptions,
  use: (identity: Identity | undefined) => Promise<T>,
): Promise<T> {
  const identity = await openIdentity(options);
  try {
    return await use(identity);
  } finally {
    identity?.close();
  }
}
