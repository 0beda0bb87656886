/**
 * The file of a page in the folder of `--out`: a function of the page alone, so that threads and later runs need no list of
 * names. Two pages never have the same file, on file systems that fold letter case or normalise Unicode as well.
 *
 * - A plain id keeps its name: lower-case ASCII parts that every file system takes as they are. `https://a.example/b/` becomes
 *   `https/a.example/b/index.html`. As text or Markdown, `b/1.html` becomes `b/1.md`, any other id `b/1~.md`; URLs keep
 *   all of their path before the extension.
 * - Any other id keeps what can be read of it, and gets `~` and 128 bits of a hash of the whole id. No plain name has a `~`.
 * - Files end in the extension of a page; folders never do. So no file takes the place of a folder that another page needs.
 */
import type { Task } from '../read/task.ts';
import { hashDigits, isPlainPart, readablePart } from './file-name.ts';

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
const SHOWN_MAX = 2000;
const FOLDERS_MAX = 8;

/** Path of the page's file below the folder, with slashes. */
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
    .slice(0, SHOWN_MAX)
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
