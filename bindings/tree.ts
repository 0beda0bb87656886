/**
 * The door for trees that exist already. An adapter of a few small functions tells the walk what a node is; the walk
 * writes what it meets on a tape (drawn in assembly/layout.ts), which crosses into the module in one piece.
 */
import { InputError } from './errors.ts';
import { type Core, lowerCase } from './memory.ts';

/** What the walk has to know of a kind of tree. Names and texts come as the tree has them; nothing is changed. */
export interface TreeAdapter<N> {
  /** Comments, doctypes and the like are `other`; a document or fragment is `other` with children. */
  kind(node: N): 'element' | 'text' | 'other';
  /** Name of an element, in any case. */
  name(element: N): string;
  /** Value of the class attribute, if there is one. */
  className(element: N): string | null | undefined;
  /** Value of the id attribute, if there is one; evidence that is only asked for where there is this function. */
  id?(element: N): string | null | undefined;
  /** Data of a text node. */
  text(text: N): string;
  /** Of an element, a document or a fragment, in document order; texts are not asked. */
  children(node: N): ArrayLike<N>;
  /** Where an element or text stands in the source, in the units of the caller; left out where it is not known. */
  place?(node: N): readonly [start: number, end: number] | undefined;
}

/** A tree as the module takes it. */
export interface Tape<N> {
  readonly tape: Uint32Array;
  readonly text: string;
  /** Node records are numbered in the order of the walk, from 1; 0 is the document. */
  readonly nodes: readonly (N | undefined)[];
}

/** Element names are numbered once and remembered, as long as there are not absurdly many of them. */
const NAMES_MAX = 1024;

interface Name {
  /** The name in lower case. */
  readonly name: string;
  readonly tag: number;
  /** Nothing below such an element is text of the page, so it is not walked. */
  readonly ignored: boolean;
}

/** Writes tapes for one module; the buffer is kept from page to page. */
export class TapeWriter {
  readonly #core: Core;
  readonly #names: 'none' | 'classes' | 'all';
  readonly #tags = new Map<string, Name>();
  #words = new Uint32Array(4096);
  #length = 0;
  #texts: string[] = [];

  /** `names`: which attributes of elements are written down. */
  constructor(core: Core, names: 'none' | 'classes' | 'all') {
    this.#core = core;
    this.#names = names;
  }

  /** Walks the tree below `root`, which is a document, a fragment or an element. */
  write<N>(root: N, adapter: TreeAdapter<N>): Tape<N> {
    this.#length = 0;
    this.#texts = [];
    const nodes: (N | undefined)[] = [undefined];
    const roots = adapter.kind(root) === 'element' ? [root] : this.#significant(root, adapter);
    const [only] = roots;
    if (only !== undefined && roots.length === 1 && adapter.kind(only) === 'element') {
      this.#walk(only, adapter, nodes);
    } else {
      // A fragment stands where a parser would have put it.
      for (const name of ['html', 'body']) {
        this.#open(this.#nameOf(name), undefined, undefined);
        nodes.push(undefined);
      }
      for (const node of roots) this.#walk(node, adapter, nodes);
      this.#push(this.#core.layout.TAPE_CLOSE);
      this.#push(this.#core.layout.TAPE_CLOSE);
    }
    return { tape: this.#words.subarray(0, this.#length), text: this.#texts.join(''), nodes };
  }

  /** Elements, and texts that are not white space, at the top of a document or fragment. */
  #significant<N>(root: N, adapter: TreeAdapter<N>): N[] {
    return Array.from(adapter.children(root)).filter((node) => {
      const kind = adapter.kind(node);
      return kind === 'element' || (kind === 'text' && adapter.text(node).trim() !== '');
    });
  }

  #walk<N>(root: N, adapter: TreeAdapter<N>, nodes: (N | undefined)[]): void {
    const { TAPE_CLOSE } = this.#core.layout;
    // Two stacks in place of recursion: a tree may be a hundred thousand elements deep.
    const lists: ArrayLike<N>[] = [[root]];
    const places = [0];
    for (;;) {
      const depth = lists.length - 1;
      const list = lists[depth];
      const index = places[depth];
      if (list === undefined || index === undefined) return;
      // Whatever is no list has come to its end.
      if (!(index < list.length)) {
        lists.pop();
        places.pop();
        if (depth === 0) return;
        this.#push(TAPE_CLOSE);
        continue;
      }
      places[depth] = index + 1;
      const node = list[index];
      if (node === undefined) continue;
      const kind = adapter.kind(node);
      if (kind === 'element') {
        nodes.push(node);
        const name = this.#nameOf(adapter.name(node));
        this.#open(name, this.#namesOf(node, adapter), adapter.place?.(node));
        lists.push(name.ignored ? [] : adapter.children(node));
        places.push(0);
      } else if (kind === 'text') {
        nodes.push(node);
        const last = this.#lastOfRun(list, index, adapter);
        let text = adapter.text(node);
        for (let at = index + 1; at <= last; at += 1) text += adapter.text(list[at] as N);
        places[depth] = last + 1;
        this.#text(text, adapter.place?.(node)?.[0], adapter.place?.(list[last] as N)?.[1]);
      }
    }
  }

  /** Classes, and behind a NUL, which neither can have, the id. */
  #namesOf<N>(element: N, adapter: TreeAdapter<N>): string | undefined {
    if (this.#names === 'none') return undefined;
    const classes = adapter.className(element) ?? '';
    const id = this.#names === 'all' ? adapter.id?.(element) : undefined;
    return id ? `${classes}\0${id}` : classes;
  }

  /** Scripts and some parsers leave several text nodes where the standard has one; to a reader they are one text. */
  #lastOfRun<N>(list: ArrayLike<N>, first: number, adapter: TreeAdapter<N>): number {
    let last = first;
    for (let next = list[last + 1]; next !== undefined && adapter.kind(next) === 'text'; next = list[last + 1])
      last += 1;
    return last;
  }

  #open(
    { tag, name }: Name,
    names: string | undefined,
    place: readonly [start: number, end: number] | undefined,
  ): void {
    const { TAPE_OPEN, TAPE_NAMES, TAPE_TAG_SHIFT, NO_OFFSET } = this.#core.layout;
    this.#push((tag << TAPE_TAG_SHIFT) | TAPE_OPEN);
    this.#push(place?.[0] ?? NO_OFFSET);
    this.#push(place?.[1] ?? NO_OFFSET);
    if (tag === 0) {
      this.#push(name.length);
      this.#texts.push(name);
    }
    if (names) {
      this.#push(TAPE_NAMES);
      this.#push(names.length);
      this.#texts.push(names.toWellFormed());
    }
  }

  #text(text: string, start: number | undefined, end: number | undefined): void {
    const { TAPE_TEXT, NO_OFFSET } = this.#core.layout;
    this.#push(TAPE_TEXT);
    this.#push(text.length);
    this.#push(start ?? NO_OFFSET);
    this.#push(end ?? NO_OFFSET);
    // Each by itself: joined, halves of two pairs would make a character that neither text has.
    this.#texts.push(text.toWellFormed());
  }

  #nameOf(name: string): Name {
    const known = this.#tags.get(name);
    if (known !== undefined) return known;
    const lowered = lowerCase(name).toWellFormed();
    const found = { name: lowered, ...this.#core.tag(lowered) };
    if (this.#tags.size < NAMES_MAX) this.#tags.set(name, found);
    return found;
  }

  #push(word: number): void {
    if (this.#length === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length++] = word;
  }
}

/** The title in a head, which is not walked since it has no text of the page; undefined where there is none. */
export function headTitle<N>(head: N, adapter: TreeAdapter<N>): string | undefined {
  const title = Array.from(adapter.children(head)).find(
    (node) => adapter.kind(node) === 'element' && lowerCase(adapter.name(node)) === 'title',
  );
  if (title === undefined) return undefined;
  const texts = Array.from(adapter.children(title)).filter((node) => adapter.kind(node) === 'text');
  return texts.map((node) => adapter.text(node)).join('');
}

/** A tree of which the walk knows by itself how to read it. */
export function adapterFor<N>(root: N): TreeAdapter<N> {
  if (NATIVE !== undefined && isNative(root)) return NATIVE as TreeAdapter<never>;
  const found = KNOWN_TREES.find(({ recognises }) => recognises(root));
  if (found === undefined) {
    throw new InputError('this is no tree of a browser, linkedom, parse5 or domhandler; give an adapter for it');
  }
  return found.adapter as TreeAdapter<N>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What is read of a node of the DOM. */
export interface DomLike {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<DomLike>;
  readonly localName?: string;
  getAttribute?(name: string): string | null;
}

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_SECTION_NODE = 4;

const kindOf = (nodeType: number): 'element' | 'text' | 'other' => {
  if (nodeType === ELEMENT_NODE) return 'element';
  return nodeType === TEXT_NODE || nodeType === CDATA_SECTION_NODE ? 'text' : 'other';
};

/** `document` of a browser or of linkedom, or an element of it. */
export const domAdapter: TreeAdapter<DomLike> = {
  kind: ({ nodeType }) => kindOf(nodeType),
  name: ({ localName, nodeName }) => localName ?? nodeName,
  className: (element) => element.getAttribute?.('class'),
  id: (element) => element.getAttribute?.('id'),
  text: ({ nodeValue }) => nodeValue ?? '',
  children: ({ childNodes }) => childNodes,
};

/** How one property of the nodes of this browser is read, whatever the page calls its fields. */
function getterOf<T>(type: object | undefined, name: string): ((node: object) => T) | undefined {
  const get = type && Object.getOwnPropertyDescriptor(type, name)?.get;
  return get && ((node) => get.call(node) as T);
}

/**
 * Nodes of this browser, read by the getters of their prototypes: `<input name="childNodes">` takes the place of its form's own
 * `childNodes`. Undefined where there is no browser.
 */
function nativeAdapter(): TreeAdapter<DomLike> | undefined {
  const { Node: node, Element: element } = globalThis as { Node?: typeof Node; Element?: typeof Element };
  const nodeType = getterOf<number>(node?.prototype, 'nodeType');
  const nodeValue = getterOf<string | null>(node?.prototype, 'nodeValue');
  const childNodes = getterOf<ArrayLike<DomLike>>(node?.prototype, 'childNodes');
  const localName = getterOf<string>(element?.prototype, 'localName');
  const attribute = element?.prototype.getAttribute;
  if (!nodeType || !nodeValue || !childNodes || !localName || !attribute) return undefined;
  return {
    kind: (each) => kindOf(nodeType(each)),
    name: (each) => localName(each),
    className: (each) => attribute.call(each as Element, 'class'),
    id: (each) => attribute.call(each as Element, 'id'),
    text: (each) => nodeValue(each) ?? '',
    children: (each) => childNodes(each),
  };
}

const NATIVE = nativeAdapter();

/** Whether something is a node of this browser, in whichever window it was made. */
function isNative(root: unknown): boolean {
  try {
    return NATIVE !== undefined && NATIVE.kind(root as DomLike) !== undefined;
  } catch {
    return false;
  }
}

/** A node of parse5's default tree adapter. */
export interface Parse5Like {
  readonly nodeName: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Parse5Like[];
  readonly sourceCodeLocation?: { readonly startOffset: number; readonly endOffset: number } | null | undefined;
}

const NO_CHILDREN: readonly never[] = [];

/** Trees of parse5's default adapter; with places where it was asked for them. */
export const parse5Adapter: TreeAdapter<Parse5Like> = {
  kind: ({ tagName, nodeName }) => (tagName !== undefined ? 'element' : nodeName === '#text' ? 'text' : 'other'),
  name: ({ tagName, nodeName }) => tagName ?? nodeName,
  className: ({ attrs }) => attrs?.find(({ name }) => name === 'class')?.value,
  id: ({ attrs }) => attrs?.find(({ name }) => name === 'id')?.value,
  text: ({ value }) => value ?? '',
  children: ({ childNodes }) => childNodes ?? NO_CHILDREN,
  place: ({ sourceCodeLocation }) =>
    sourceCodeLocation ? [sourceCodeLocation.startOffset, sourceCodeLocation.endOffset] : undefined,
};

/** A node of domhandler. */
export interface DomhandlerLike {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly DomhandlerLike[];
  readonly startIndex?: number | null;
  readonly endIndex?: number | null;
}

const DOMHANDLER_ELEMENTS: ReadonlySet<string> = new Set(['tag', 'script', 'style']);

/** Trees of domhandler, as htmlparser2 and cheerio make them; with places where `withStartIndices` and its pair are on. */
export const domhandlerAdapter: TreeAdapter<DomhandlerLike> = {
  kind: ({ type }) => (DOMHANDLER_ELEMENTS.has(type) ? 'element' : type === 'text' ? 'text' : 'other'),
  name: ({ name }) => name ?? '',
  className: ({ attribs }) => attribs?.['class'],
  id: ({ attribs }) => attribs?.['id'],
  text: ({ data }) => data ?? '',
  children: ({ children }) => children ?? NO_CHILDREN,
  place: ({ startIndex, endIndex }) =>
    typeof startIndex === 'number' && typeof endIndex === 'number' ? [startIndex, endIndex + 1] : undefined,
};

/** domhandler's nodes answer to DOM names as well, so they are asked for first. */
const KNOWN_TREES: readonly { recognises(root: unknown): boolean; adapter: TreeAdapter<never> }[] = [
  {
    recognises: (root) => isObject(root) && typeof root['type'] === 'string' && Array.isArray(root['children']),
    adapter: domhandlerAdapter as TreeAdapter<never>,
  },
  {
    recognises: (root) => isObject(root) && typeof root['nodeType'] === 'number' && isObject(root['childNodes']),
    adapter: domAdapter as TreeAdapter<never>,
  },
  {
    recognises: (root) => isObject(root) && typeof root['nodeName'] === 'string' && Array.isArray(root['childNodes']),
    adapter: parse5Adapter as TreeAdapter<never>,
  },
];
