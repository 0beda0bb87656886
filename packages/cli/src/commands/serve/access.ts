/** Who may ask. */
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './host.ts';
import { ServeError } from './problem.ts';
import { bearerTest } from './token.ts';

/** The host of a `Host` header without its port. */
const hostOf = (header: string): string => header.replace(/:\d*$/, '');

/** What a browser says of a request of another site. */
const FOREIGN: ReadonlySet<string> = new Set(['cross-site', 'same-site']);

/**
 * Checks requests. With a token, that alone counts. Without one, the server is for this machine, and for no page in a browser: such a
 * page may ask for any address, and may give its own name to this machine (DNS rebinding), which `Host` then has.
 */
export function accessCheck(token: string | undefined): (headers: IncomingHttpHeaders) => void {
  if (token === undefined) return checkLocal;
  const isBearer = bearerTest(token);
  return ({ authorization }) => {
    if (isBearer(authorization)) return;
    const message = 'the request needs the token of this server: Authorization: Bearer TOKEN';
    throw new ServeError('TOKEN_REFUSED', message, { 'www-authenticate': 'Bearer' });
  };
}

/** @throws {ServeError} `HOST_REFUSED` */
function checkLocal({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  if (!isLoopback(hostOf(host))) {
    const message = 'without a token, the header Host must name this machine: 127.0.0.1 or localhost';
    throw new ServeError('HOST_REFUSED', message);
  }
  const isForeign = FOREIGN.has(String(site)) || (origin !== undefined && origin !== `http://${host}`);
  if (isForeign) throw new ServeError('HOST_REFUSED', 'without a token, pages of other sites may not ask this server');
}
