/** A guard of networks that are not public. */

import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ip from 'ipaddr.js';
import { FetchError } from './fetch-error.ts';

/** All public addresses of IPv6 are here; special blocks are in it, too. */
const PUBLIC = ip.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address has a special purpose in the registries of IANA; one of IPv6 that has an IPv4 address in it is judged by that, or
 * special.
 */
export function isPrivate(text: string): boolean {
  const address = ip.process(text);
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && !address.match(PUBLIC));
}

const refusal = (host: string, address: string): FetchError =>
  new FetchError(
    'ADDRESS_REFUSED',
    `${host === address ? host : `${host} is ${address}, which`} is no address of the public network; --allow-private reads it`,
  );

/** @throws {FetchError} `ADDRESS_REFUSED` for a host that is written as a private address, or as this machine: a proxy would look it up */
export function checkHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : isPrivate(host)) throw refusal(host, host);
}

/** Looks all addresses of a name up for a connection, which goes to what is found here: a name with a private address is refused. */
export const guardedLookup: LookupFunction = (host, options, callback) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const bad = found?.find(({ address }) => isPrivate(address));
    callback(bad === undefined ? error : refusal(host, bad.address), found);
  });
