/**
 * File names that are valid in every file system, and differ even if it ignores letter case and Unicode normalisation.
 */

import { hash } from 'node:crypto';
import { normalForm } from 'refrain/engine';
import { unicodeEscape } from '../formats/json-line.ts';
import type { Task } from '../read/task.ts';

/** Lower-case ASCII without special characters of any system; no dot or space at either end. */
const PLAIN_PART = /^[a-z0-9_](?:[a-z0-9 _.,+=@%()&'-]*[a-z0-9_,+=@%()&'-])?$/;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:[ .]|$)/i;
/** Maximum bytes of a name. File systems allow 255, some only 143. */
const PART_MAX = 120;
const HASH_DIGITS = 32;

/** Plain names have no `~`, which precedes every hash. */
const isPlainPart = (part: string): boolean => part.length <= PART_MAX && PLAIN_PART.test(part) && !DEVICE.test(part);

export const hashDigits = (text: string): string => hash('sha256', text).slice(0, HASH_DIGITS);

/** A readable name for a text, such as a host. Different texts may have the same name. */
export function readablePart(part: string): string {
  if (isPlainPart(part)) return part;
  const portable = normalForm(part, 'NFC')
    // wget makes the same replacement for portable names.
    .replaceAll('?', '@')
    .replaceAll(':', '+')
    .replace(/[^\p{L}\p{M}\p{N} _.,+=@%()&'-]|\p{Default_Ignorable_Code_Point}/gu, '_')
    .replace(/^[ .-]+/, '');
  const cut = cutBytes(portable, PART_MAX).replace(/[ .]+$/, '');
  return cut === '' || DEVICE.test(cut) ? `_${cut}` : cut;
}

/** Cuts a text to `max` bytes of UTF-8. The decoder omits an incomplete last character. */
const cutBytes = (text: string, max: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, max), { stream: true });

/** Maximum UTF-16 code units of a site in its folder's name. */
const SITE_MAX = 200;

/** The unique name of a site's folder. */
export const siteFolder = (site: string): string =>
  isPlainPart(site) ? site : `${readablePart(site.slice(0, SITE_MAX))}~${hashDigits(JSON.stringify(site))}`;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Tabs, line ends, backslashes, control characters and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const SPECIAL = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]/gu;

/** A text in one line, without tabs. */
export const escapeField = (field: string): string =>
  field.replace(SPECIAL, (character) => ESCAPES[character] ?? unicodeEscape(character));

const UNESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };

export const unescapeField = (line: string): string =>
  line.replace(/\\(?:u(....)|(.))/g, (_, digits: string | undefined, sign: string) =>
    digits === undefined ? (UNESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(digits, 16)),
  );

export type PageExtension = 'html' | 'txt' | 'md';

export type PageIdentity = Pick<Task, 'id' | 'site' | 'namesSite' | 'missing'>;

/** Extensions of all files in the folder, including the index. */
const FILE = /\.(?:html|htm|xhtml|txt|md|tsv)$/;
const HTML = /\.(?:html|htm|xhtml)$/i;

/** Maximum UTF-16 units of an id that are read; maximum bytes of the path of its folder. */
const ID_MAX = 4000;
const FOLDERS_MAX = 400;

/**
 * Candidates for a page's file below the folder of `--out`, with slashes. The first free one is used. The first is
 * readable: `https://a.example:8080/b/?c=D` becomes `a.example+8080/b/index@c=D.md`, `About.html` becomes
 * `About.md`. The others add digits of a hash of the id.
 *
 * `home`: the host, with its port, whose pages need no folder of this name.
 *
 * Files end in the extension of a page and folders never do, so no file has the name of another page's folder.
 */
export function pageFiles(
  { id, site, namesSite }: PageIdentity,
  extension: PageExtension,
  home?: string,
): readonly string[] {
  const [, address] = /^https?:\/\/(.*)$/is.exec(id.slice(0, ID_MAX)) ?? [];
  const [path = '', query = ''] =
    address === undefined ? [id.slice(0, ID_MAX)] : [address.replace(/[?#].*$/s, ''), /[?#].*$/s.exec(address)?.[0]];
  const parts = path.split('/');
  const last = parts.pop() ?? '';
  const name = (last === '' && address !== undefined ? 'index' : last.replace(HTML, '')) + query;
  if (address !== undefined && parts[0] === home) parts.shift();
  const folders = namesSite ? [] : [siteFolder(site)];
  let bytes = 0;
  for (const part of parts.filter((each) => each !== '')) {
    const folder = folderName(part);
    bytes += Buffer.byteLength(folder) + 1;
    if (bytes > FOLDERS_MAX) break;
    folders.push(folder);
  }
  const stem = [...folders, readablePart(name)].join('/');
  // As JSON, because UTF-8 does not distinguish lone surrogates.
  const digits = hashDigits(JSON.stringify(id));
  return ['', `~${digits.slice(0, 8)}`, `~${digits}`].map((end) => `${stem}${end}.${extension}`);
}

/** Equal for names that some file system treats as the same. */
export const foldedName = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name.toLowerCase()
    : normalForm(normalForm(name, 'NFKD').toUpperCase().toLowerCase(), 'NFKC').replace(
        /\p{Default_Ignorable_Code_Point}/gu,
        '',
      );

function folderName(part: string): string {
  const name = readablePart(part);
  // Tests the folded name, because other letters may fold to those of an extension.
  return FILE.test(foldedName(name)) ? `${name}_` : name;
}
