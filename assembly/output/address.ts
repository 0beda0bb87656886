/**
 * URLs in outputs: safe schemes, and resolution of relative URLs (WHATWG URL, for http and https). The bindings parse the URL of the page;
 * a `base` element is resolved here.
 *
 *   https://user@host:80/folder/page?query        │ the ends of authority, folder, path and query
 *   └ scheme ┘└ authority ┘└─ path ──┘
 */
import { BaseUrl } from '../page/records';
import { PAGE } from '../page/arena';
import { match } from '../page/match';
import { spend } from '../work';
import { writeCopy } from './write';

/** The caller writes the URL of the page here, then the title of the document. Vector loads read beyond their end. */
export const PAGE_URL = memory.data(<i32>(BaseUrl.BYTES_MAX + BaseUrl.TITLE_MAX) + 16);

export function urlAddress(): usize {
  return PAGE_URL;
}

/** The base of relative URLs; length 0 without one. Copies read sixteen bytes at a time. */
namespace Base {
  export const start: usize = memory.data(<i32>BaseUrl.BYTES_MAX + 16);
  export let length: u32 = 0;
  export let authority: u32 = 0;
  export let folder: u32 = 0;
  export let path: u32 = 0;
  /** Bytes that the base may still add to URLs of the output. Then URLs remain relative. */
  export let left: i64 = 0;
}

/** The URL that `clean` made: trimmed, without tabs and line feeds. */
export namespace Address {
  export let start: usize = 0;
  export let end: usize = 0;
  /** A `SCHEME_…` code. */
  export let scheme: u32 = 0;
}

/** A relative URL. */
const SCHEME_NONE: u32 = 0;
/** A scheme that is safe to follow. */
const SCHEME_SAFE: u32 = 1;
/** Other schemes, such as javascript and data. */
export const SCHEME_OTHER: u32 = 2;

/** Maximum bytes that the base adds to all URLs, for each byte of the page. */
const ADDED_PER_BYTE: i64 = 8;
/** Bytes that the base may add in any output. */
const ADDED_MIN: i64 = 1 << 16;

function isSchemeByte(byte: u32): bool {
  return (byte | 0x20) - 0x61 < 26 || byte - 0x30 < 10 || byte == 0x2b || byte == 0x2d || byte == 0x2e;
}

/** `http` in memory order. */
const HTTP: u32 = 0x70747468;

/** Requires lower case. */
export function isWeb(start: usize, end: usize): bool {
  return end > start + 5 && load<u32>(start) == HTTP && (load<u8>(start, 4) == 0x3a || load<u16>(start, 4) == 0x3a73);
}

function schemeOf(start: usize, end: usize): u32 {
  if (isWeb(start, end)) return SCHEME_SAFE;
  if (start >= end || (<u32>load<u8>(start) | 0x20) - 0x61 >= 26) return SCHEME_NONE;
  let at = start + 1;
  while (at < end && isSchemeByte(load<u8>(at))) at++;
  if (at >= end || load<u8>(at) != 0x3a) return SCHEME_NONE;
  at++;
  return match(start, at, 'http: https: mailto: tel: ftp: sftp:') ? SCHEME_SAFE : SCHEME_OTHER;
}

/** The first byte up to a space, or `end`. */
function findControl(at: usize, end: usize): usize {
  for (; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.le_u(v128.load(at), i8x16.splat(0x20)));
    if (found) return min(at + ctz(found), end);
  }
  return end;
}

/** Sets `Address`: cleans a URL in place if possible, else in `copy`, which has capacity for it. */
export function clean(start: usize, end: usize, copy: usize): void {
  while (start < end && load<u8>(start) <= 0x20) start++;
  while (end > start && load<u8>(end - 1) <= 0x20) end--;
  let at = findControl(start, end);
  Address.start = start;
  Address.end = end;
  if (at < end) {
    let to = copy;
    for (at = start; at < end; at++) {
      const byte = <u32>load<u8>(at);
      if (byte == 9 || byte == 0x0a || byte == 0x0d) continue;
      store<u8>(to, byte);
      to++;
    }
    Address.start = copy;
    Address.end = to;
  }
  Address.scheme = schemeOf(Address.start, Address.end);
}

/** The first `?` or `#`, with `slashes` also `/` and `\`; or `end`. */
function findPart(at: usize, end: usize, slashes: bool): usize {
  const mask = i8x16.splat(slashes ? -1 : 0);
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const query = v128.or(i8x16.eq(bytes, i8x16.splat(0x23)), i8x16.eq(bytes, i8x16.splat(0x3f)));
    const slash = v128.or(i8x16.eq(bytes, i8x16.splat(0x2f)), i8x16.eq(bytes, i8x16.splat(0x5c)));
    const found = i8x16.bitmask(v128.or(query, v128.and(slash, mask)));
    if (found) return min(at + ctz(found), end);
  }
  return end;
}

export function clearBase(): void {
  Base.length = 0;
  Base.left = <i64>PAGE.bytes * ADDED_PER_BYTE + ADDED_MIN;
}

/** Makes an absolute http or https URL the base; ignores other schemes. A URL that is too long removes the base. */
export function setBase(start: usize, end: usize): void {
  if (!match(start, end, 'http://* https://*')) return;
  let fragment = start;
  while (fragment < end && load<u8>(fragment) != 0x23) fragment++;
  const length = <u32>(fragment - start);
  Base.length = 0;
  if (length > BaseUrl.BYTES_MAX) return;
  memory.copy(Base.start, start, length);
  Base.length = length;
  const last = Base.start + length;
  const host = Base.start + (load<u8>(Base.start, 4) == 0x3a ? 7 : 8);
  const authority = findPart(host, last, true);
  const path = findPart(authority, last, false);
  let folder = path;
  while (folder > authority && load<u8>(folder - 1) != 0x2f) folder--;
  Base.authority = <u32>(authority - Base.start);
  Base.path = <u32>(path - Base.start);
  Base.folder = <u32>(folder - Base.start);
}

export function baseBytes(): u32 {
  return Base.length;
}

/** Maximum bytes that `resolve` writes for a URL of `bytes` bytes. */
export function resolvedCapacity(bytes: usize): usize {
  return bytes + Base.length + 32;
}

/** The number of dots of a path segment `.` or `..`, also as %2e; otherwise 0. */
function dotsOf(at: usize, end: usize): u32 {
  let dots: u32 = 0;
  while (at < end) {
    if (load<u8>(at) == 0x2e) at++;
    else if (match(at, end, '%2e*')) at += 3;
    else return 0;
    if (++dots > 2) return 0;
  }
  return dots;
}

/** Appends a path to one that ends at `to` with a slash, and resolves dot segments. `root`: the first slash of the path. */
function appendPath(to: usize, root: usize, at: usize, end: usize): usize {
  while (at <= end) {
    const stop = findPart(at, end, true);
    const dots = dotsOf(at, stop);
    if (dots == 2) {
      if (to > root + 1) to--;
      while (to > root + 1 && load<u8>(to - 1) != 0x2f) to--;
    } else if (!dots) {
      to = writeCopy(to, at, stop);
      if (stop < end) store<u8>(to++, 0x2f);
    }
    at = stop + 1;
  }
  return to;
}

/** Writes the base up to `length`, with a slash if its path is empty; returns the end. */
function copyBase(to: usize, length: u32): usize {
  to = writeCopy(to, Base.start, Base.start + length);
  if (length == Base.authority) store<u8>(to++, 0x2f);
  return to;
}

function isSlash(byte: u32): bool {
  return byte == 0x2f || byte == 0x5c;
}

/** Writes `Address`, resolved if it is relative and a base exists; returns the end. */
export function resolve(to: usize): usize {
  const start = Address.start;
  const end = Address.end;
  spend(end - start + Base.length);
  if (Address.scheme != SCHEME_NONE || !Base.length) return writeCopy(to, start, end);
  Base.left -= Base.length;
  if (Base.left < 0) return writeCopy(to, start, end);
  const first: u32 = start < end ? load<u8>(start) : 0;
  if (first == 0x23 || start == end) return writeCopy(writeCopy(to, Base.start, Base.start + Base.length), start, end);
  if (first == 0x3f) return writeCopy(copyBase(to, Base.path), start, end);
  let path = start;
  let root: usize = 0;
  if (isSlash(first) && start + 1 < end && isSlash(load<u8>(start, 1))) {
    // The scheme of the base is kept.
    path = start + 2;
    while (path < end && isSlash(load<u8>(path))) path++;
    const scheme: u32 = load<u8>(Base.start, 4) == 0x3a ? 7 : 8;
    to = writeCopy(to, Base.start, Base.start + scheme);
    const host = findPart(path, end, true);
    to = writeCopy(to, path, host);
    root = to;
    store<u8>(to++, 0x2f);
    path = host < end && isSlash(load<u8>(host)) ? host + 1 : host;
  } else {
    root = to + Base.authority;
    to = copyBase(to, isSlash(first) ? Base.authority : Base.folder);
    if (isSlash(first)) path++;
  }
  const rest = findPart(path, end, false);
  return writeCopy(appendPath(to, root, path, rest), rest, end);
}
