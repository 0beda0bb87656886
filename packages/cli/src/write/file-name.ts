/** Names that every file system takes, and that differ where letter case and the form of characters do not count. */

import { createHash } from 'node:crypto';
import { unicodeEscape } from '../formats/json-line.ts';
import type { Task } from '../read/task.ts';

/** Lower-case ASCII that is no special character of any system; neither a dot nor a space at an end. */
const PLAIN_PART = /^[a-z0-9_](?:[a-z0-9 _.,+=@%()&'-]*[a-z0-9_,+=@%()&'-])?$/;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:[ .]|$)/i;
/** Bytes of a plain name, and of what other names keep: file systems take 255, and some of them only 143. */
const PART_MAX = 120;
const SHOWN_MAX = 60;
/** Hexadecimal digits: 128 bits. */
const HASH_DIGITS = 32;

/** Whether a text is a name as it is. No such name has a `~`, which stands before every hash. */
const isPlainPart = (part: string): boolean => part.length <= PART_MAX && PLAIN_PART.test(part) && !DEVICE.test(part);

/** Stands for a text of which a name keeps only a part. */
export const hashDigits = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

/** What can be read of a text, as a name. Different texts may have the same. */
function readablePart(part: string): string {
  const escaped = part
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _.,+=@%()&'-]|\p{Default_Ignorable_Code_Point}/gu, '_')
    .replace(/^[ .-]+/, '');
  const cut = cutBytes(escaped, SHOWN_MAX).replace(/[ .]+$/, '');
  return cut === '' || DEVICE.test(cut) ? `_${cut}` : cut;
}

/** The characters that fit into this many bytes of UTF-8: the decoder waits for the rest of a character that is cut. */
const cutBytes = (text: string, max: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, max), { stream: true });

/** UTF-16 code units of a site's name that its folder may show. */
const SITE_MAX = 200;

/** The name of a site's folder: valid on every file system, and different for every site. */
export const siteFolder = (site: string): string =>
  isPlainPart(site) ? site : `${readablePart(site.slice(0, SITE_MAX))}~${hashDigits(JSON.stringify(site))}`;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** What would end a field or a line for some reader, or is no character: control characters and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const SPECIAL = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]/gu;

/** A text in one line, without tabs. */
export const escaped = (field: string): string =>
  field.replace(SPECIAL, (character) => ESCAPES[character] ?? unicodeEscape(character));

export type PageExtension = 'html' | 'txt' | 'md';

/** What identifies a page. */
export type PageIdentity = Pick<Task, 'id' | 'site' | 'namesSite'>;

/** Extensions of all files in the folder; `tsv` is that of the index. */
const FILE = /\.(?:html|htm|xhtml|txt|md|tsv)$/;
const HTML = /\.(?:html|htm|xhtml)$/i;

/** Bounds of plain names in bytes and parts. */
const PATH_MAX = 400;
const PARTS_MAX = 32;
/** Bounds of what other names keep of their ids. */
const ID_SHOWN_MAX = 2000;
const FOLDERS_MAX = 8;

/**
 * Path of a page's file below the folder of `--out`, with slashes: a function of the page alone, so that threads and later runs need no
 * list of names. Two pages never have the same file, on file systems that fold letter case or normalise Unicode as well.
 *
 * - A plain id keeps its name: lower-case ASCII parts that every file system takes as they are. `https://a.example/b/` becomes
 *   `https/a.example/b/index.html`. As text or Markdown, `b/1.html` becomes `b/1.md`, any other id `b/1~.md`; URLs keep
 *   all of their path before the extension.
 * - Any other id keeps what can be read of it, and gets `~` and 128 bits of a hash of the whole id. No plain name has a `~`.
 * - Files end in the extension of a page; folders never do. So no file takes the place of a folder that another page needs.
 */
export const pageFile = (page: PageIdentity, extension: PageExtension): string =>
  (page.namesSite ? plainFile(page.id, extension) : undefined) ?? hashedFile(page, extension);

const PAGE = '.html';

function plainFile(id: string, extension: PageExtension): string | undefined {
  if (id.length > PATH_MAX) return undefined;
  const path = plainPath(id, extension === 'html' ? 'index.html' : 'index');
  const parts = path?.split('/') ?? [];
  const isPlain =
    parts.length <= PARTS_MAX && parts.every(isPlainPart) && !parts.slice(0, -1).some((part) => FILE.test(part));
  if (path === undefined || !isPlain) return undefined;
  if (extension === 'html') return HTML.test(path) ? path : undefined;
  // Pages of a folder are named without the extension that they all have. No plain part has a `~`, so that `1.html` and `1` differ.
  if (path !== id) return `${path}.${extension}`;
  if (!path.endsWith(PAGE)) return `${path}~.${extension}`;
  const stem = path.slice(0, -PAGE.length);
  return isPlainPart(stem.slice(stem.lastIndexOf('/') + 1)) ? `${stem}.${extension}` : undefined;
}

/** No two ids have the same path: the folders `http` and `https` belong to URLs, and `index` there to URLs with a slash. */
function plainPath(id: string, index: string): string | undefined {
  const [, scheme, rest = ''] = /^(https?):\/\/(.*)$/s.exec(id) ?? [];
  if (scheme === undefined) return /^https?(?:\/|$)/.test(id) ? undefined : id;
  if (rest === index || rest.endsWith(`/${index}`)) return undefined;
  return `${scheme}/${rest}${rest.endsWith('/') ? index : ''}`;
}

function hashedFile({ id, site, namesSite }: PageIdentity, extension: PageExtension): string {
  // JSON keeps lone surrogates apart, which UTF-8 does not.
  const whole = JSON.stringify(namesSite ? [id] : [site, id]);
  const hash = hashDigits(whole);
  const parts = id
    .slice(0, ID_SHOWN_MAX)
    .replace(/^(https?):\/\//i, '$1/')
    .split('/');
  const last = parts.pop() ?? '';
  const folders = parts.filter((part) => part !== '').slice(0, FOLDERS_MAX);
  const stem = readablePart(last.replace(HTML, ''));
  return [...folders.map(folderName), `${stem}~${hash}.${extension}`].join('/');
}

function folderName(part: string): string {
  const name = readablePart(part);
  // What folds to a letter of an extension counts as this letter.
  return FILE.test(name.normalize('NFKC').toUpperCase().toLowerCase()) ? `${name}_` : name;
}
