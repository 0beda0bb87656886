/** Headers, cookies and proxy from flags. No error message contains a part of a header. */

import { readFileSync } from 'node:fs';
import { naming } from '../errors.ts';
import { pick, usageError } from './flag-kinds.ts';

export interface HeaderArgument {
  /** A URL of the host that receives the header, `*` for all hosts, or undefined for the hosts of the inputs. */
  readonly host: string | undefined;
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/** A header and the origins that receive it. Undefined: all. */
export interface Header {
  readonly origins: readonly string[] | undefined;
  readonly name: string;
  readonly value: string;
}

export interface IdentityOptions {
  readonly headers: readonly Header[];
  readonly cookies?: readonly string[] | undefined;
  readonly proxy?: string | undefined;
}

const LINE = /^(?:(\*|https?:\/\/\S+)\s+)?([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/i;
/** Headers that only the HTTP client may set. */
const REFUSED =
  /^(?:accept-encoding|connection|content-length|expect|host|https?|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/**
 * @param given texts of the flag: `Name: value`, `https://host Name: value`, `* Name: value`, or `@FILE` with one
 * header per line
 * @param flag its name in messages
 * @throws {CommandError}
 */
export const readHeaders = (given: readonly string[], flag: string): readonly HeaderArgument[] =>
  given.flatMap((text) => {
    if (!text.startsWith('@')) return headerOf(text, flag);
    const source = `${flag} ${text}`;
    const file = naming(source, () => readFileSync(text.slice(1), 'latin1'));
    const lines = file.split('\n').map((line, at) => [line.trimEnd(), `${source}: line ${at + 1}`] as const);
    return lines.filter(([line]) => !/^(?:#|$)/.test(line)).map(([line, name]) => headerOf(line, name));
  });

function headerOf(text: string, source: string): HeaderArgument {
  const [, host, name = '', value = ''] = LINE.exec(text) ?? [];
  if (value.trim() === '' || (host !== undefined && host !== '*' && !URL.canParse(host)))
    throw usageError(`${source}: must be written 'Name: value', or 'https://host Name: value' for another host`);
  if (REFUSED.test(name.toLowerCase())) throw usageError(`${source}: ${name.toLowerCase()} cannot be set`);
  return { host, name: name.toLowerCase(), value: value.trim() };
}

/** The authorization header for the name and password of a URL. */
export const basic = ({ username, password }: URL): string =>
  `Basic ${Buffer.from([username, password].map(decodeURIComponent).join(':')).toString('base64')}`;

/** Removes user names and passwords from URLs. Returns them as authorization headers for the hosts of these URLs. */
export function withoutPasswords(inputs: readonly string[]): { inputs: readonly string[]; headers: readonly Header[] } {
  const headers: Header[] = [];
  const plain = inputs.map((input) => {
    const url = /^https?:/i.test(input) ? new URL(input) : undefined;
    if (url === undefined || url.username + url.password === '') return input;
    headers.push({ origins: originsOf(url), name: 'authorization', value: basic(url) });
    url.username = '';
    url.password = '';
    return url.href;
  });
  return { inputs: plain, headers };
}

/** The origin of a URL, and the https origin to which the site may redirect. */
function originsOf({ protocol, origin, port }: URL): string[] {
  return protocol === 'http:' && port === '' ? [origin, origin.replace('http:', 'https:')] : [origin];
}

/**
 * @param addresses the URLs among the inputs
 * @throws {CommandError} if a header names no host, and no input is a URL
 */
export const boundHeaders = (given: readonly HeaderArgument[], addresses: readonly string[]): readonly Header[] =>
  given.map(({ host, name, value }) => {
    if (host === '*') return { origins: undefined, name, value };
    const hosts = host === undefined ? addresses : [host];
    if (hosts.length === 0)
      throw usageError(`--header: no input is a URL, so the host is missing; write 'https://host Name: value'`);
    return { origins: hosts.flatMap((each) => originsOf(new URL(each))), name, value };
  });

/** The values of flags as options. `addresses`: see {@link boundHeaders}. */
export const identityOptions = (
  { header, ...more }: Omit<IdentityOptions, 'headers'> & { readonly header: readonly HeaderArgument[] },
  addresses: readonly string[],
): IdentityOptions => ({
  headers: boundHeaders(header, addresses),
  ...pick(more, ['cookies', 'proxy']),
});
