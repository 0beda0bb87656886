/** What a browser has stored, as Playwright writes it. No message has a part of it. */

import { readFileSync } from 'node:fs';
import { Cookie, type CookieJar } from 'tough-cookie';
import { CommandError } from '../../errors.ts';

/** What pages of an origin have stored. */
export interface StoredOrigin {
  readonly origin: string;
  readonly localStorage: { readonly name: string; readonly value: string }[];
}

/** A cookie of a browser. */
export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds; -1 at the end of the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

const isText = (value: unknown): value is string => typeof value === 'string';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isCookie = (value: unknown): value is StoredCookie => {
  const { name, value: text, domain, path } = (value ?? {}) as Partial<StoredCookie>;
  return [name, text, domain, path].every(isText);
};

/** Whether a file of cookies is JSON: what curl writes is not. */
export const isStorageState = (path: string): boolean => {
  try {
    return readFileSync(path, 'utf8').trimStart().startsWith('{');
  } catch {
    return false;
  }
};

/**
 * Reads a file into a jar; gives the rest of it.
 *
 * @throws {CommandError} `INPUT_INVALID`
 */
export function readStorageState(jar: CookieJar, path: string): readonly StoredOrigin[] {
  const { cookies, origins } = contentOf(path);
  for (const { name: key, value, domain, path: at, expires, httpOnly, secure } of cookies) {
    const host = { domain: domain.replace(/^\./, '').toLowerCase(), hostOnly: !domain.startsWith('.') };
    const end = expires > 0 ? new Date(1000 * expires) : ('Infinity' as const);
    const cookie = new Cookie({ key, value, ...host, path: at, httpOnly, secure, expires: end });
    if (cookie.TTL() > 0) void jar.store.putCookie(cookie);
  }
  return origins;
}

function contentOf(path: string): { cookies: readonly StoredCookie[]; origins: readonly StoredOrigin[] } {
  const source = `--cookies ${path}`;
  const refusal = new CommandError(`${source}: is no JSON as Playwright's storageState() writes it`, {
    code: 'INPUT_INVALID',
  });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw CommandError.of(source, error);
  }
  let state: Partial<Record<'cookies' | 'origins', unknown>>;
  try {
    state = { ...(JSON.parse(text) as object) };
  } catch {
    throw refusal;
  }
  const cookies = listOf(state.cookies);
  if (!Array.isArray(state.cookies) || !cookies.every(isCookie)) throw refusal;
  const origins = listOf(state.origins).map((each) => {
    const { origin, localStorage } = (each ?? {}) as Partial<StoredOrigin>;
    const items = listOf(localStorage) as StoredOrigin['localStorage'];
    if (
      !isText(origin) ||
      !/^https?:/.test(origin) ||
      !URL.canParse(origin) ||
      !items.every((item) => isText(item?.name) && isText(item.value))
    )
      throw refusal;
    return { origin, localStorage: items.map(({ name, value }) => ({ name, value })) };
  });
  return { cookies, origins };
}
