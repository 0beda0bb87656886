/** Access control: a request needs the token of the server. Without a token, it must come from this machine. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { usageError } from '../../arguments/flag-kinds.ts';
import { naming } from '../../errors.ts';
import { ServeError } from './problem.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** True if only this machine can connect to a host. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const version = isIP(name);
  return version === 0 ? name === 'localhost' : LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
}

/** Minimum length of a token, so that it cannot be guessed. */
const TOKEN_MIN = 16;

/**
 * The token of a file or of the environment.
 *
 * @throws {CommandError} if a file cannot be read, or a token is too short or not valid in a header; the message does
 * not contain it
 */
export function readToken(file: string | undefined): string | undefined {
  const source = file === undefined ? 'REFRAIN_TOKEN' : `--token-file ${file}`;
  const text = (
    file === undefined ? process.env['REFRAIN_TOKEN'] : naming(source, () => readFileSync(file, 'utf8'))
  )?.trim();
  if (text === undefined || (text === '' && file === undefined)) return undefined;
  if (text.length >= TOKEN_MIN && /^[\x21-\x7e]+$/.test(text)) return text;
  throw usageError(`${source}: a token has ${TOKEN_MIN} or more letters, digits and signs of ASCII, without spaces`);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks requests. With a token, only the token decides. Without one, requests must name this machine as `Host` and
 * must not come from web pages. A page may map its host name to this machine (DNS rebinding), but then `Host` contains
 * that name.
 */
export function accessCheck(token: string | undefined): (headers: IncomingHttpHeaders) => void {
  if (token === undefined) return checkLocal;
  const expected = digest(token);
  return ({ authorization = '' }) => {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    // In constant time.
    if (timingSafeEqual(digest(given), expected)) return;
    const message = 'the request needs the token of this server: Authorization: Bearer TOKEN';
    throw new ServeError('TOKEN_REFUSED', message, { 'www-authenticate': 'Bearer' });
  };
}

/** Values of `Sec-Fetch-Site` for requests of other sites. */
const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/** @throws {ServeError} `HOST_REFUSED` */
function checkLocal({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  if (!isLoopback(host.replace(/:\d*$/, ''))) {
    const message = 'without a token, the header Host must name this machine: 127.0.0.1 or localhost';
    throw new ServeError('HOST_REFUSED', message);
  }
  const isForeign = FOREIGN.has(String(site)) || (origin !== undefined && origin !== `http://${host}`);
  if (isForeign) throw new ServeError('HOST_REFUSED', 'without a token, pages of other sites are refused');
}
