/**
 * Converts an existing tree to a stream of events (assembly/page/records.ts), which the module reads in one call. An
 * adapter reads the nodes.
 */

import * as check from '../check.ts';
import { type Core, lowerCase } from '../core.ts';
import { layout } from '../core-exports.ts';
import { InputError } from '../errors.ts';
import type { TreeAdapter } from './adapter.ts';

/** A tree in the form that the module reads. */
export interface EventStream<N> {
  readonly events: readonly number[];
  readonly text: string;
  /** Nodes by the numbers of their records: in walking order from 1; 0 is the document. */
  readonly nodes: readonly (N | undefined)[];
}

/** Maximum number of element names whose numbers are kept. */
const NAMES_MAX = 1024;

interface Name {
  /** The name in lower case. */
  readonly name: string;
  readonly tag: number;
  /** True if the contents of the element are not text of the page, and are not walked. */
  readonly ignored: boolean;
}

type Range = readonly [start: number, end: number];
const NO_RANGE: Range = [layout.Node.NO_OFFSET, layout.Node.NO_OFFSET];

/** Known names of an instance. */
export type Names = Map<string, Name>;

/** Writes the events of one tree. Another may be written meanwhile, by an adapter that reads trees itself. */
export class EventWriter {
  readonly #core: Core;
  readonly #hasNames: boolean;
  readonly #tags: Names;
  readonly #words: number[] = [];
  readonly #texts: string[] = [];

  /** `hasNames`: classes and ids of elements are written. */
  constructor(core: Core, hasNames: boolean, tags: Names) {
    this.#core = core;
    this.#hasNames = hasNames;
    this.#tags = tags;
  }

  /** Walks the tree below `root`: a document, a fragment or an element. */
  write<N>(root: N, adapter: TreeAdapter<N>): EventStream<N> {
    const nodes: (N | undefined)[] = [undefined];
    const roots = adapter.kind(root) === 'element' ? [root] : significant(root, adapter);
    const [only] = roots;
    const isElement = only !== undefined && roots.length === 1 && adapter.kind(only) === 'element';
    // Adds the parents that a parser would add to a fragment.
    const parents = isElement ? [] : ['html', 'body'];
    for (const name of parents) {
      this.#open(this.#nameOf(name), NO_RANGE);
      nodes.push(undefined);
    }
    for (const node of roots) this.#walk(node, adapter, nodes);
    this.#words.push(...parents.map(() => layout.TreeEvent.CLOSE));
    return { events: this.#words, text: this.#texts.join(''), nodes };
  }

  #walk<N>(root: N, adapter: TreeAdapter<N>, nodes: (N | undefined)[]): void {
    // A stack instead of recursion: a tree may be a hundred thousand elements deep.
    const stack: { readonly list: ArrayLike<N>; at: number }[] = [{ list: [root], at: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { list, at } = top;
      // This comparison also ends the loop if the length is not a number.
      if (!(at < list.length)) {
        stack.pop();
        if (stack.length > 0) this.#words.push(layout.TreeEvent.CLOSE);
        continue;
      }
      top.at += 1;
      const node = list[at];
      if (node === undefined) continue;
      const kind = adapter.kind(node);
      if (kind !== 'other') nodes.push(node);
      if (kind === 'element') stack.push({ list: this.#element(node, adapter, node === root), at: 0 });
      else if (kind === 'text') top.at = this.#textRun(list, at, adapter);
    }
  }

  /** Writes an element; returns the children that are walked. */
  #element<N>(node: N, adapter: TreeAdapter<N>, isRoot: boolean): ArrayLike<N> {
    const name = this.#nameOf(checkText('name', adapter.name(node)));
    this.#open(name, adapter.sourceRange?.(node) ?? NO_RANGE);
    if (this.#hasNames) {
      // Classes and id, separated by a NUL, which neither can contain.
      const classes = checkText('className', adapter.className(node) ?? '');
      const id = checkText('id', adapter.id?.(node) ?? '');
      this.#event(layout.TreeEvent.NAMES, id !== '' ? `${classes}\0${id}` : classes);
      if (name.name === 'html' && isRoot)
        this.#event(layout.TreeEvent.LANGUAGE, checkText('attribute', adapter.attribute?.(node, 'lang') ?? ''));
    }
    return name.ignored ? titlesOf(name.name, node, adapter) : childrenOf(node, adapter);
  }

  /**
   * Writes adjacent text nodes as one; returns their end. Scripts and some parsers create several text nodes where the
   * standard has one.
   */
  #textRun<N>(list: ArrayLike<N>, first: number, adapter: TreeAdapter<N>): number {
    let text = '';
    let at = first;
    for (let node = list[at]; node !== undefined && adapter.kind(node) === 'text'; node = list[at]) {
      text += checkText('text', adapter.text(node));
      at += 1;
    }
    const [start] = adapter.sourceRange?.(list[first] as N) ?? NO_RANGE;
    const [, end] = adapter.sourceRange?.(list[at - 1] as N) ?? NO_RANGE;
    this.#words.push(layout.TreeEvent.TEXT, text.length, start, end);
    this.#texts.push(text.toWellFormed());
    return at;
  }

  #open({ tag, name }: Name, [start, end]: Range): void {
    this.#words.push((tag << layout.TreeEvent.TAG_SHIFT) | layout.TreeEvent.OPEN, start, end);
    if (tag !== 0) return;
    this.#words.push(name.length);
    this.#texts.push(name);
  }

  /** Each text is made well-formed separately: otherwise lone surrogates of two texts could become a character. */
  #event(event: number, text: string): void {
    if (text === '') return;
    this.#words.push(event, text.length);
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
}

/** Elements, and texts other than white space, at the top of a document or fragment. */
function significant<N>(root: N, adapter: TreeAdapter<N>): N[] {
  return Array.from(childrenOf(root, adapter)).filter((node) => {
    const kind = adapter.kind(node);
    return kind === 'element' || (kind === 'text' && checkText('text', adapter.text(node)).trim() !== '');
  });
}

/** @throws {InputError} `INPUT_INVALID` */
function checkText(name: keyof TreeAdapter<never>, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InputError(`${name} of a tree's adapter must return a string, not ${check.describe(value)}`);
}

/** @throws {InputError} `INPUT_INVALID` */
function childrenOf<N>(node: N, adapter: TreeAdapter<N>): ArrayLike<N> {
  const children: unknown = adapter.children(node);
  if (typeof children === 'object' && children !== null && 'length' in children) return children as ArrayLike<N>;
  throw new InputError(`children of a tree's adapter must return a list of nodes, not ${check.describe(children)}`);
}

/** The titles of a head: the only children of ignored elements that are evidence. */
function titlesOf<N>(name: string, node: N, adapter: TreeAdapter<N>): ArrayLike<N> {
  if (name !== 'head') return [];
  return Array.from(childrenOf(node, adapter)).filter(
    (child) =>
      child !== undefined &&
      adapter.kind(child) === 'element' &&
      lowerCase(checkText('name', adapter.name(child))) === 'title',
  );
}
