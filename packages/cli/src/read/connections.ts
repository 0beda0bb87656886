/** Reused connections to servers and proxies. They do not keep the process alive. */

import type { Dispatcher } from 'undici';
import { basic } from '../arguments/headers.ts';
import { guardedLookup } from './guard.ts';

const CONNECTION_MS = 60_000;

const agents = new Map<string, Promise<Dispatcher>>();

/** Loads undici at the first request. `proxy` replaces the proxies of the environment. */
export function connections(allowPrivate: boolean, proxy: string | undefined): Promise<Dispatcher> {
  const key = `${allowPrivate} ${proxy}`;
  const agent = agents.get(key) ?? agentFor(allowPrivate, proxy);
  agents.set(key, agent);
  return agent;
}

async function agentFor(allowPrivate: boolean, proxy: string | undefined): Promise<Dispatcher> {
  const { EnvHttpProxyAgent, Pool } = await import('undici');
  return new EnvHttpProxyAgent({
    // No timeouts here except for connecting, because `get` limits the time of the whole answer.
    ...{ headersTimeout: 0, bodyTimeout: 0, proxyTunnel: false },
    // undici ignores a user name without a password. Some services use it as a key.
    ...(proxy !== undefined && { httpProxy: proxy, httpsProxy: proxy, ...tokenOf(new URL(proxy)) }),
    clientFactory: (origin, given) => new Pool(origin, { ...given, headersTimeout: CONNECTION_MS }),
    // The guard applies to direct connections: a proxy resolves names itself, and may have any address.
    connect: { timeout: CONNECTION_MS, autoSelectFamily: true, ...(!allowPrivate && { lookup: guardedLookup }) },
  });
}

const tokenOf = (proxy: URL) => (proxy.username === '' ? {} : { token: basic(proxy) });
