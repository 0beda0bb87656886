/** Writes an existing tree as HTML, from which a page is read, and finds the nodes of the tree again. */
import * as check from '../check.ts';
import { InputError } from '../errors.ts';
import { tooLarge } from '../input.ts';
import type { TreeAdapter } from './adapter.ts';

export interface TreeSource<N> {
  readonly html: string;
  /** The element or text that begins at an offset, in UTF-16 code units; undefined for what the parser adds. */
  nodeAt(offset: number): N | undefined;
}

function namesOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Elements without an end tag. In drawings and formulas, a slash ends them, and they may have children. */
const VOID = namesOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
/** Elements whose texts have no character references. */
const RAW = namesOf('iframe noembed noframes noscript script style xmp');
/** Elements whose first line feed the parser drops. */
const LINE_FIRST = namesOf('listing pre textarea');
/** Names that the parser reads as they are. A `plaintext` would have no end. */
const NAME = /^(?!plaintext$)[a-z][^\t\n\f\r />\0]*$/i;
const ATTRIBUTE_NAME = /^[^\t\n\f\r "'<=>/\0]+$/;

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;', '\r': '&#13;' };
const referenceOf = (character: string): string => REFERENCES[character] ?? '';

/** How an element of a name is written. Without an end, only its children are written. */
interface Form {
  readonly isVoid: boolean;
  readonly isRaw: boolean;
  readonly isLineFirst: boolean;
  readonly end: string;
}

function formOf(name: string): Form {
  const lower = name.toLowerCase();
  const [isVoid, isRaw, isLineFirst] = [VOID.has(lower), RAW.has(lower), LINE_FIRST.has(lower)];
  return { isVoid, isRaw, isLineFirst, end: NAME.test(name) ? `</${name}>` : '' };
}

/** A node whose children are being written. */
interface Open<N> {
  readonly list: ArrayLike<N>;
  readonly isRaw: boolean;
  readonly end: string;
  at: number;
}

/**
 * The source of the tree below `root`: a document, a fragment or an element. It has no doctype: then a table may be in a paragraph, as in
 * the tree.
 *
 * @throws {InputError} `INPUT_INVALID` if the adapter returns wrong types
 * @throws {LimitError} `PAGE_TOO_LARGE`
 */
export function sourceOfTree<N>(root: N, adapter: TreeAdapter<N>, maxPageBytes: number): TreeSource<N> {
  const offsets: number[] = [];
  const nodes: N[] = [];
  let html = '';
  const begin = (node: N): void => {
    if (html.length > maxPageBytes) throw tooLarge(maxPageBytes);
    offsets.push(html.length);
    nodes.push(node);
  };
  // Names repeat.
  const forms = new Map<string, Form>();
  const enter = (element: N): Open<N> => {
    const name = checkText('name', adapter.name(element));
    const form = forms.get(name) ?? formOf(name);
    forms.set(name, form);
    const list = childrenOf(element, adapter);
    if (form.end === '') return { list, ...form, at: 0 };
    const isVoid = list.length === 0 && form.isVoid;
    begin(element);
    html += `<${name}${attributesOf(element, adapter)}${isVoid ? '/>' : '>'}`;
    if (form.isLineFirst) html += '\n';
    return { list, isRaw: form.isRaw, end: isVoid ? '' : form.end, at: 0 };
  };
  const isElement = adapter.kind(root) === 'element';
  // A stack instead of recursion: a tree may be a hundred thousand elements deep.
  const stack: Open<N>[] = [{ list: isElement ? [root] : childrenOf(root, adapter), isRaw: false, end: '', at: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    // This comparison also ends the loop if the length is not a number.
    if (!(top.at < Math.min(top.list.length, CHILDREN_MAX))) {
      html += top.end;
      stack.pop();
      continue;
    }
    const node = top.list[top.at++];
    if (node === undefined) continue;
    const kind = adapter.kind(node);
    if (kind === 'element') stack.push(enter(node));
    else if (kind === 'text') {
      const text = checkText('text', adapter.text(node));
      if (text === '') continue;
      begin(node);
      html += top.isRaw ? unclosed(text, top.end) : text.replace(/[&<\r]/g, referenceOf);
    } else if (stack.length > 1) html += '<!---->';
  }
  return { html, nodeAt: (offset) => nodes[indexOf(offsets, offset)] };
}

/** Raw text that does not end its element, and opens no comment in a script. JSON and programs read the escape as `<`. */
const unclosed = (text: string, end: string): string => {
  const start = `${end.slice(1, -1)}[\\s/>]${end === '</script>' ? '|!--' : ''}`;
  return text.includes('<') ? text.replace(new RegExp(`<(?=${start})`, 'gi'), '\\u003c') : text;
};

/** Maximum children of an element that are read: a list may claim any length. */
const CHILDREN_MAX = 1 << 20;

/** The index of a value in a list in ascending order; -1 if it is missing. */
function indexOf(list: readonly number[], value: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return list[from] === value ? from : -1;
}

function attributesOf<N>(element: N, adapter: TreeAdapter<N>): string {
  let written = '';
  for (const { name, value } of adapter.attributes(element)) {
    const text = checkText('attributes', value);
    if (ATTRIBUTE_NAME.test(name)) written += ` ${name}="${text.replace(/[&"\r]/g, referenceOf)}"`;
  }
  return written;
}

/** @throws {InputError} `INPUT_INVALID` */
function checkText(name: keyof TreeAdapter<never>, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InputError(`${name} of a tree's adapter must return text, not ${check.describe(value)}`);
}

/** @throws {InputError} `INPUT_INVALID` */
function childrenOf<N>(node: N, adapter: TreeAdapter<N>): ArrayLike<N> {
  const children: unknown = adapter.children(node);
  if (typeof children === 'object' && children !== null && 'length' in children) return children as ArrayLike<N>;
  throw new InputError(`children of a tree's adapter must return a list of nodes, not ${check.describe(children)}`);
}
