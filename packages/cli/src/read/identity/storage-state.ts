/** The storage of a browser, as written by Playwright. No message contains a part of it. */

import { readFileSync } from 'node:fs';
import { Cookie, type CookieJar } from 'tough-cookie';
import { CommandError } from '../../errors.ts';

export interface StoredOrigin {
  readonly origin: string;
  readonly localStorage: { readonly name: string; readonly value: string }[];
}

export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds; -1 for the end of the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isCookie = (value: unknown): value is StoredCookie => {
  const { name, value: text, domain, path } = (value ?? {}) as Partial<StoredCookie>;
  return [name, text, domain, path].every(isText);
};

/**
 * Reads the cookies of a file into a jar; returns the local storage. Undefined if the file is not JSON, or cannot be
 * read.
 *
 * @throws {CommandError} `INPUT_INVALID`
 */
export function readStorageState(jar: CookieJar, path: string): readonly StoredOrigin[] | undefined {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // A file of cookies may not exist yet; it is then created.
  }
  if (!text.trimStart().startsWith('{')) return undefined;
  const { cookies, origins } = contentOf(text, path);
  for (const { name: key, value, domain, path: at, expires, httpOnly, secure } of cookies) {
    const host = { domain: domain.replace(/^\./, '').toLowerCase(), hostOnly: !domain.startsWith('.') };
    const end = expires > 0 ? new Date(1000 * expires) : ('Infinity' as const);
    const cookie = new Cookie({ key, value, ...host, path: at, httpOnly, secure, expires: end });
    if (cookie.TTL() > 0) void jar.store.putCookie(cookie);
  }
  return origins;
}

function contentOf(text: string, path: string) {
  try {
    const { cookies, origins = [] } = JSON.parse(text) as Record<'cookies' | 'origins', readonly unknown[]>;
    if (cookies.every(isCookie) && origins.every(isOrigin)) return { cookies, origins };
  } catch {
    // Reported below.
  }
  throw new CommandError(`--cookies ${path}: is not JSON as written by Playwright's storageState()`, {
    code: 'INPUT_INVALID',
  });
}

function isOrigin(value: unknown): value is StoredOrigin {
  const { origin, localStorage: items } = (value ?? {}) as Partial<StoredOrigin>;
  const isUrl = isText(origin) && /^https?:/.test(origin) && URL.canParse(origin);
  return isUrl && items?.every((item) => isText(item?.name) && isText(item.value)) === true;
}
