/** Names and addresses of this machine. */
import { BlockList, isIP } from 'node:net';

const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8);
OWN.addAddress('::1', 'ipv6');

/** Whether only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const version = isIP(name);
  return version === 0 ? name === 'localhost' : OWN.check(name, version === 6 ? 'ipv6' : 'ipv4');
}
