/**
 * The file of a page in the folder of `--out`: a function of the page alone, so that threads and later runs need no list of
 * names. Two pages never have the same file, on file systems that fold letter case or normalise Unicode as well.
 *
 * - A plain id keeps its name: lower-case ASCII parts that every file system takes as they are. `https://a.example/b/` becomes
 *   `https/a.example/b/index.html`.
 * - Any other id keeps what can be read of it, and gets `~` and 128 bits of a hash of the whole id. No plain name has a `~`.
 * - Files end in the extension of a page; folders never do. So no file takes the place of a folder that another page needs.
 */
import { createHash } from 'node:crypto';

export type PageFormat = 'html' | 'text';

/** What identifies a page. */
export interface PageIdentity {
  readonly id: string;
  readonly site: string;
  /** Whether the id tells the site, so that no page of another site has it. */
  readonly tellsSite: boolean;
}

/** Lower-case ASCII that is no special character of any system; neither a dot nor a space at an end. */
const PLAIN_PART = /^[a-z0-9_](?:[a-z0-9 _.,+=@%()&'-]*[a-z0-9_,+=@%()&'-])?$/;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:[ .]|$)/i;
/** Extensions of all files in the folder; `tsv` is that of the index. */
const FILE = /\.(?:html|htm|xhtml|txt|tsv)$/;
const HTML = /\.(?:html|htm|xhtml)$/i;

/** Bounds of plain names in bytes and parts: file systems take 255 bytes a part, and some of them only 143. */
const PART_MAX = 120;
const PATH_MAX = 400;
const PARTS_MAX = 32;
/** Bounds of what other names keep of their ids. */
const SHOWN_MAX = 2000;
const SHOWN_PART_MAX = 60;
const FOLDERS_MAX = 8;
/** Hexadecimal digits: 128 bits. */
const HASH_DIGITS = 32;

/** Path of the page's file below the folder, with slashes. */
export const pageFile = (page: PageIdentity, format: PageFormat): string =>
  (page.tellsSite ? plainFile(page.id, format) : undefined) ?? hashedFile(page, format);

function plainFile(id: string, format: PageFormat): string | undefined {
  if (id.length > PATH_MAX) return undefined;
  const path = plainPath(id);
  const parts = path?.split('/') ?? [];
  const isPlain =
    parts.length <= PARTS_MAX && parts.every(isPlainPart) && !parts.slice(0, -1).some((part) => FILE.test(part));
  if (path === undefined || !isPlain) return undefined;
  if (format === 'text') return `${path}.txt`;
  return HTML.test(path) ? path : undefined;
}

const isPlainPart = (part: string): boolean => part.length <= PART_MAX && PLAIN_PART.test(part) && !DEVICE.test(part);

/** No two ids have the same path: the folders `http` and `https` belong to URLs, and `index.html` there to URLs with a slash. */
function plainPath(id: string): string | undefined {
  const [, scheme, rest = ''] = /^(https?):\/\/(.*)$/s.exec(id) ?? [];
  if (scheme === undefined) return /^https?(?:\/|$)/.test(id) ? undefined : id;
  if (/(?:^|\/)index\.html$/.test(rest)) return undefined;
  return `${scheme}/${rest}${rest.endsWith('/') ? 'index.html' : ''}`;
}

function hashedFile({ id, site, tellsSite }: PageIdentity, format: PageFormat): string {
  // JSON keeps lone surrogates apart, which UTF-8 does not.
  const whole = JSON.stringify(tellsSite ? [id] : [site, id]);
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_DIGITS);
  const parts = id
    .slice(0, SHOWN_MAX)
    .replace(/^(https?):\/\//i, '$1/')
    .split('/');
  const last = parts.pop() ?? '';
  const folders = parts.filter((part) => part !== '').slice(0, FOLDERS_MAX);
  const stem = readable(format === 'html' ? last.replace(HTML, '') : last);
  return [...folders.map(folderName), `${stem}~${hash}.${format === 'html' ? 'html' : 'txt'}`].join('/');
}

function folderName(part: string): string {
  const name = readable(part);
  // What folds to a letter of an extension counts as this letter.
  return FILE.test(name.normalize('NFKC').toUpperCase().toLowerCase()) ? `${name}_` : name;
}

/** What can be read of a part of an id, as a name that every file system takes. */
function readable(part: string): string {
  const escaped = part
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _.,+=@%()&'-]|\p{Default_Ignorable_Code_Point}/gu, '_')
    .replace(/^[ .-]+/, '');
  const cut = trimEnd(cutBytes(escaped, SHOWN_PART_MAX));
  return cut === '' || DEVICE.test(cut) ? `_${cut}` : cut;
}

/** Not by a pattern, which would look at every run of spaces up to its end. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' .'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The characters that fit into this many bytes of UTF-8. */
function cutBytes(text: string, max: number): string {
  let [end, bytes] = [0, 0];
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > max) break;
    end += character.length;
  }
  return text.slice(0, end);
}
