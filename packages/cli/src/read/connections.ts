/** Connections to servers and proxies, which are kept for the next requests and hold no process. */

import type { Dispatcher } from 'undici';
import { guardedLookup } from './guard.ts';

const agents = new Map<boolean, Promise<Dispatcher>>();

/** Connections for requests, by the proxies of the environment; what makes them is loaded where an address is read. */
export function connections(allowPrivate: boolean): Promise<Dispatcher> {
  const agent = agents.get(allowPrivate) ?? agentFor(allowPrivate);
  agents.set(allowPrivate, agent);
  return agent;
}

async function agentFor(allowPrivate: boolean): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({
    // The time of an answer is limited as a whole. A proxy looks names up itself, and may stand anywhere.
    ...{ headersTimeout: 0, bodyTimeout: 0, proxyTunnel: false },
    connect: { timeout: 0, autoSelectFamily: true, ...(!allowPrivate && { lookup: guardedLookup }) },
  });
}
