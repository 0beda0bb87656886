/** Refuses networks that are not public. */

import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ip from 'ipaddr.js';
import { FetchError } from './fetch-error.ts';

/** Contains all public addresses of IPv6, and some special blocks. */
const PUBLIC = ip.IPv6.parseCIDR('2000::/3');

/**
 * True for addresses with a special purpose in the registries of IANA. In an IPv6 address, an embedded IPv4 address
 * decides, or makes it special.
 */
export function isPrivate(text: string): boolean {
  const address = ip.process(text);
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && !address.match(PUBLIC));
}

const refusal = (host: string, address: string): FetchError =>
  new FetchError(
    'ADDRESS_REFUSED',
    `${host === address ? host : `${host} is ${address}, which`} is not in the public network; --allow-private reads it`,
  );

/**
 * @throws {FetchError} `ADDRESS_REFUSED` for a private address or a name of this machine, which a proxy would resolve
 */
export function checkHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : isPrivate(host)) throw refusal(host, host);
}

/** Resolves a name. Refuses names with a private address. */
export const guardedLookup: LookupFunction = (host, options, callback) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const bad = found?.find(({ address }) => isPrivate(address));
    callback(bad === undefined ? error : refusal(host, bad.address), found);
  });
