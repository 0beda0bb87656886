/** Refuses networks that are not public. */

import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ip from 'ipaddr.js';
import { FetchError } from './fetch-error.ts';

/** All public addresses of IPv6 are in this block, which also contains special ones. */
const PUBLIC = ip.IPv6.parseCIDR('2000::/3');

/**
 * True for addresses with a special purpose in the registries of IANA. For an IPv4-mapped IPv6 address, the IPv4
 * address decides; other IPv6 addresses that embed one are special.
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
 * @throws {FetchError} `ADDRESS_REFUSED` for a private address or a name of this machine. Needed for proxies, which
 * resolve names themselves
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
