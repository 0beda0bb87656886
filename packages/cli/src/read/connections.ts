/** Connections to servers and proxies, which are kept for the next requests and hold no process. */

import type { Dispatcher } from 'undici';
import { basic } from '../arguments/headers.ts';
import { guardedLookup } from './guard.ts';

const CONNECTION_MS = 60_000;

const agents = new Map<string, Promise<Dispatcher>>();

/** Connections for requests, which are made by what is loaded where an address is read. `proxy`: instead of those of the environment. */
export function connections(allowPrivate: boolean, proxy: string | undefined): Promise<Dispatcher> {
  const key = `${allowPrivate} ${proxy}`;
  const agent = agents.get(key) ?? agentFor(allowPrivate, proxy);
  agents.set(key, agent);
  return agent;
}

async function agentFor(allowPrivate: boolean, proxy: string | undefined): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import('undici');
  return new EnvHttpProxyAgent({
    // The time of an answer is limited as a whole, and that of a connection, which nothing else ends, as well.
    ...{ headersTimeout: 0, bodyTimeout: 0, proxyTunnel: false },
    // undici sends no name without a password, which is how some services give keys.
    ...(proxy !== undefined && { httpProxy: proxy, httpsProxy: proxy, ...tokenOf(new URL(proxy)) }),
    clientFactory: (origin, given) => new Pool(origin, { ...given, headersTimeout: CONNECTION_MS }),
    // A proxy looks names up itself, and may stand anywhere.
    connect: { timeout: CONNECTION_MS, autoSelectFamily: true, ...(!allowPrivate && { lookup: guardedLookup }) },
  });
}

const tokenOf = (proxy: URL) => (proxy.username === '' ? {} : { token: basic(proxy) });
