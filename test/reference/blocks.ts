/** The blocks of a page with their properties for the features. */
import { wordsIn } from './prose.ts';
import { ignoredIn, type ReferenceElement, type ReferenceNode } from './tree.ts';

export interface TextNode {
  readonly text: string;
  key: string;
  readonly length: number;
  readonly linked: boolean;
  /** True if a `code` element of its block contains it. */
  readonly isCode: boolean;
  /** True if a control of its block contains it. */
  readonly isUnseen: boolean;
  readonly before: TextNode | undefined;
}

export interface Block {
  readonly name: string;
  readonly parent: Block | undefined;
  readonly depth: number;
  /** Elements, classes and ids from the root on. */
  readonly place: string;
  /** Classes up to their first digit. */
  readonly stems: string;
  readonly traits: ReadonlySet<string>;
  readonly words: readonly string[];
  /** Classes and ids. */
  readonly names: readonly string[];
  readonly texts: TextNode[];
  links: number;
  images: number;
  inputs: number;
  readonly inner: Block[];
}

const UNSEEN =
  /^(?:audio|canvas|datalist|iframe|meter|noembed|noframes|optgroup|option|progress|rp|select|svg|textarea|video)$/;
const INPUTS: ReadonlySet<string> = new Set(['input', 'select', 'button', 'textarea']);
const INSIDE: Readonly<Record<string, string>> = {
  ...{ ul: 'inList', ol: 'inList', dl: 'inList', li: 'inList', table: 'inTable', nav: 'inNav', header: 'inHeader' },
  ...{ footer: 'inFooter', aside: 'inAside', main: 'inMain', article: 'inArticle', form: 'inForm', pre: 'inPre' },
  ...{ figure: 'inFigure', figcaption: 'inCaption', caption: 'inCaption', blockquote: 'inQuote' },
};
const SELF: Readonly<Record<string, string>> = {
  ...{ h1: 'isHeading', h2: 'isHeading', h3: 'isHeading', h4: 'isHeading', h5: 'isHeading', h6: 'isHeading' },
  ...{ p: 'isParagraph', li: 'isItem', div: 'isDivision', td: 'isCell', th: 'isCell' },
};
/** Traits that begin with `in` are inherited by inner blocks. */
export const TRAITS: readonly string[] = [...new Set([...Object.values(INSIDE), ...Object.values(SELF)])];

/** Minimum length of a text that counts without its path. */
export const SENTENCE = 40;

export const normalise = (text: string): string => text.replace(/\s+/g, ' ').trim();

const placeNames = (element: ReferenceElement): string =>
  [element.className ?? '', element.id ?? '']
    .flatMap((value) => value.split(/[\0- ]+/))
    .filter((name) => name !== '')
    .map((name) => name.replace(/[0-9]+/g, '0').replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
    .sort()
    .join(' ');

const stemsOf = ({ className }: ReferenceElement): string =>
  (className ?? '')
    .split(/[\0- ]+/)
    .map((name) => name.replace(/[0-9].*/s, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
    .filter((name) => name !== '')
    .sort()
    .join(' ');

function namesOf({ className, id, hasIdFirst }: ReferenceElement): string[] {
  const names = [className ?? '', id ?? ''];
  return hasIdFirst ? names.reverse() : names;
}

/** The position of an element in the DOM, from the position of the block around it. */
const placeOf = (element: ReferenceElement, around: string | undefined): string =>
  around === undefined ? element.name : `${around}\n${element.name} ${placeNames(element)}`;

function openBlock(element: ReferenceElement, parent: Block | undefined): Block {
  const inherited = parent === undefined ? [] : [...parent.traits].filter((trait) => trait.startsWith('in'));
  const own = [INSIDE[element.name], SELF[element.name]].filter((trait) => trait !== undefined);
  return {
    name: element.name,
    parent,
    depth: parent === undefined ? 0 : parent.depth + 1,
    place: placeOf(element, parent?.place),
    stems: stemsOf(element),
    traits: new Set([...inherited, ...own]),
    words: parent === undefined ? [] : wordsIn(namesOf(element), 'name'),
    names: namesOf(element).flatMap((value) => value.split(/[\0- ]+/)),
    texts: [],
    links: 0,
    images: 0,
    inputs: 0,
    inner: [],
  };
}

/** All blocks in document order, and the blocks with text in the order of their first texts. */
export function divide(root: ReferenceElement, separators: ReadonlySet<string>): { all: Block[]; ranked: Block[] } {
  const ignored = ignoredIn(root);
  const body = root.children.find((node) => node.kind === 'element' && node.name === 'body') ?? root;
  const base = openBlock(body as ReferenceElement, undefined);
  const all = [base];
  const ranked: Block[] = [];
  interface Visit {
    readonly node: ReferenceNode;
    readonly path: string;
    readonly block: Block;
    readonly linked: boolean;
    readonly isCode: boolean;
    readonly isUnseen: boolean;
  }
  const visits: Visit[] = [{ node: root, path: '', block: base, linked: false, isCode: false, isUnseen: false }];
  let before: TextNode | undefined;
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, path } = visit;
    let { block, linked, isCode, isUnseen } = visit;
    if (node.kind === 'text') {
      const text = normalise(node.data);
      if (text === '') continue;
      if (block.texts.length === 0) ranked.push(block);
      const length = [...text].length;
      before = { text, key: `${length < SENTENCE ? path : ''}\n${text}`, length, linked, isCode, isUnseen, before };
      block.texts.push(before);
      continue;
    }
    if (ignored.has(node.name)) continue;
    if (node.name === 'img') block.images += 1;
    if (INPUTS.has(node.name)) block.inputs += 1;
    if (node !== body && separators.has(node.name)) {
      const opened = openBlock(node, block);
      block.inner.push(opened);
      block = opened;
      all.push(block);
      isCode = false;
      isUnseen = false;
    } else if (UNSEEN.test(node.name)) {
      isUnseen = true;
    } else if (node.name === 'code') {
      isCode = true;
    } else if (node.name === 'a') {
      block.links += 1;
      linked = true;
    }
    const inner = { path: path === '' ? node.name : `${path}\n${node.name}`, block, linked, isCode, isUnseen };
    for (const child of node.children.toReversed()) visits.push({ node: child, ...inner });
  }
  return { all, ranked };
}

/** Caches results by object. Without the cache, a large page takes seconds. */
export function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/** A block and the blocks in it. */
export const within = remembered((block: Block): readonly Block[] => [block, ...block.inner.flatMap(within)]);

export function blocksByPosition(blocks: readonly Block[]): Map<string, Block[]> {
  const places = new Map<string, Block[]>();
  for (const block of blocks) {
    const alike = places.get(block.place);
    if (alike === undefined) places.set(block.place, [block]);
    else alike.push(block);
  }
  return places;
}
