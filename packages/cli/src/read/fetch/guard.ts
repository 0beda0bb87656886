/** Addresses that a page of the web must not lead to: those of this machine and of networks that are not public. */
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { FetchError } from './errors.ts';

/** Special-purpose blocks of the IANA registries: an IPv6 address that stands for an IPv4 one is judged by that, or refused. */
const BLOCKS: readonly (readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...(['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'] as const),
  ...(['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
  ...(['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'] as const),
  ...(['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'] as const),
].map((block) => {
  const [address = '', bits] = block.split('/');
  return [address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4'] as const;
});

const PRIVATE = new BlockList();
for (const [address, bits, family] of BLOCKS) PRIVATE.addSubnet(address, bits, family);

export const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const refusal = (host: string, address: string): FetchError =>
  new FetchError(
    'ADDRESS_REFUSED',
    `${host === address ? host : `${host} is ${address}, which`} is no address of the public network; --allow-private reads it`,
  );

/** @throws {FetchError} `ADDRESS_REFUSED` for a host that is written as a private address: no name is looked up for it */
export function checkHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivate(host)) throw refusal(host, host);
}

/** Looks a name up for a connection, which goes to what is found here: a name with a private address is refused. */
export const guardedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const bad = error === null ? found.find(({ address }) => isPrivate(address)) : undefined;
    const [first] = found ?? [];
    if (error !== null) callback(error, '', 0);
    else if (bad !== undefined) callback(refusal(host, bad.address), '', 0);
    else if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  });
};
