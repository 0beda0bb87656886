/**
 * An existing tree enters the module as a tape of events, drawn in assembly/page/records.ts. An adapter tells the walk what a node is.
 * The tape crosses the boundary in one piece.
 */

import * as check from '../check.ts';
import { type Core, lowerCase } from '../core.ts';
import { layout } from '../core-exports.ts';
import { InputError } from '../errors.ts';
import type { TreeAdapter } from './adapter.ts';

/** A tree as the module reads it. */
export interface Tape<N> {
  readonly tape: Uint32Array;
  readonly text: string;
  /** Nodes by the numbers of their records: the order of the walk from 1; 0 is the document. */
  readonly nodes: readonly (N | undefined)[];
}

/** Maximum number of element names whose numbers are kept. */
const NAMES_MAX = 1024;

interface Name {
  /** The name in lower case. */
  readonly name: string;
  readonly tag: number;
  /** The contents of such an element are no text of the page, and are not walked. */
  readonly ignored: boolean;
}

/** Writes tapes for one instance. The buffer is kept from page to page. */
export class TapeWriter {
  readonly #core: Core;
  readonly #hasNames: boolean;
  readonly #tags = new Map<string, Name>();
  #words = new Uint32Array(4096);
  #length = 0;
  #texts: string[] = [];

  /** `hasNames`: classes and ids of elements are written. */
  constructor(core: Core, hasNames: boolean) {
    this.#core = core;
    this.#hasNames = hasNames;
  }

  /** Walks the tree below `root`: a document, a fragment or an element. */
  write<N>(root: N, adapter: TreeAdapter<N>): Tape<N> {
    this.#length = 0;
    this.#texts = [];
    const nodes: (N | undefined)[] = [undefined];
    const roots = adapter.kind(root) === 'element' ? [root] : this.#significant(root, adapter);
    const [only] = roots;
    if (only !== undefined && roots.length === 1 && adapter.kind(only) === 'element') {
      this.#walk(only, adapter, nodes);
    } else {
      // A fragment gets the parents that a parser would give it.
      for (const name of ['html', 'body']) {
        this.#open(this.#nameOf(name), undefined, undefined);
        nodes.push(undefined);
      }
      for (const node of roots) this.#walk(node, adapter, nodes);
      this.#push(layout.TreeEvent.CLOSE);
      this.#push(layout.TreeEvent.CLOSE);
    }
    return { tape: this.#words.subarray(0, this.#length), text: this.#texts.join(''), nodes };
  }

  /** Elements, and texts other than white space, at the top of a document or fragment. */
  #significant<N>(root: N, adapter: TreeAdapter<N>): N[] {
    return Array.from(childrenOf(root, adapter)).filter((node) => {
      const kind = adapter.kind(node);
      return kind === 'element' || (kind === 'text' && checkText('text', adapter.text(node)).trim() !== '');
    });
  }

  #walk<N>(root: N, adapter: TreeAdapter<N>, nodes: (N | undefined)[]): void {
    // Two stacks instead of recursion: a tree may be a hundred thousand elements deep.
    const lists: ArrayLike<N>[] = [[root]];
    const indexes = [0];
    for (;;) {
      const depth = lists.length - 1;
      const list = lists[depth];
      const index = indexes[depth];
      if (list === undefined || index === undefined) return;
      // The comparison also ends a list whose length is not a number.
      if (!(index < list.length)) {
        lists.pop();
        indexes.pop();
        if (depth === 0) return;
        this.#push(layout.TreeEvent.CLOSE);
        continue;
      }
      indexes[depth] = index + 1;
      const node = list[index];
      if (node === undefined) continue;
      const kind = adapter.kind(node);
      if (kind === 'element') {
        nodes.push(node);
        const name = this.#nameOf(checkText('name', adapter.name(node)));
        this.#open(name, this.#namesOf(node, adapter), adapter.sourceRange?.(node));
        if (name.name === 'html' && node === root && this.#hasNames)
          this.#language(adapter.attribute?.(node, 'lang') ?? '');
        lists.push(name.ignored ? titlesOf(name.name, node, adapter) : childrenOf(node, adapter));
        indexes.push(0);
      } else if (kind === 'text') {
        nodes.push(node);
        const last = this.#lastOfRun(list, index, adapter);
        let text = checkText('text', adapter.text(node));
        for (let at = index + 1; at <= last; at += 1) text += checkText('text', adapter.text(list[at] as N));
        indexes[depth] = last + 1;
        this.#text(text, adapter.sourceRange?.(node)?.[0], adapter.sourceRange?.(list[last] as N)?.[1]);
      }
    }
  }

  /** Classes, a NUL, which neither can contain, and the id. */
  #namesOf<N>(element: N, adapter: TreeAdapter<N>): string | undefined {
    if (!this.#hasNames) return undefined;
    const classes = checkText('className', adapter.className(element) ?? '');
    const id = checkText('id', adapter.id?.(element) ?? '');
    return id !== '' ? `${classes}\0${id}` : classes;
  }

  /** The last of a run of text nodes. Scripts and some parsers leave several text nodes where the standard has one. */
  #lastOfRun<N>(list: ArrayLike<N>, first: number, adapter: TreeAdapter<N>): number {
    let last = first;
    for (let next = list[last + 1]; next !== undefined && adapter.kind(next) === 'text'; next = list[last + 1])
      last += 1;
    return last;
  }

  #open(
    { tag, name }: Name,
    names: string | undefined,
    range: readonly [start: number, end: number] | undefined,
  ): void {
    this.#push((tag << layout.TreeEvent.TAG_SHIFT) | layout.TreeEvent.OPEN);
    this.#push(range?.[0] ?? layout.Node.NO_OFFSET);
    this.#push(range?.[1] ?? layout.Node.NO_OFFSET);
    if (tag === 0) {
      this.#push(name.length);
      this.#texts.push(name);
    }
    if (names) {
      this.#push(layout.TreeEvent.NAMES);
      this.#push(names.length);
      this.#texts.push(names.toWellFormed());
    }
  }

  #language(value: unknown): void {
    const language = checkText('attribute', value);
    if (language === '') return;
    this.#push(layout.TreeEvent.LANGUAGE);
    this.#push(language.length);
    this.#texts.push(language.toWellFormed());
  }

  #text(text: string, start: number | undefined, end: number | undefined): void {
    this.#push(layout.TreeEvent.TEXT);
    this.#push(text.length);
    this.#push(start ?? layout.Node.NO_OFFSET);
    this.#push(end ?? layout.Node.NO_OFFSET);
    // Each text by itself: joined, two halves of surrogate pairs would become a character that neither text has.
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

/** @throws {InputError} `INPUT_INVALID` */
function checkText(name: keyof TreeAdapter<never>, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new InputError(`${name} of a tree's adapter must return a string, not ${check.shown(value)}`);
}

/** @throws {InputError} `INPUT_INVALID` */
function childrenOf<N>(node: N, adapter: TreeAdapter<N>): ArrayLike<N> {
  const children: unknown = adapter.children(node);
  if (typeof children === 'object' && children !== null && 'length' in children) return children as ArrayLike<N>;
  throw new InputError(`children of a tree's adapter must return a list of nodes, not ${check.shown(children)}`);
}

/** The only children of an ignored element that are evidence: the titles of a head. */
function titlesOf<N>(name: string, node: N, adapter: TreeAdapter<N>): ArrayLike<N> {
  if (name !== 'head') return [];
  return Array.from(childrenOf(node, adapter)).filter(
    (child) =>
      child !== undefined &&
      adapter.kind(child) === 'element' &&
      lowerCase(checkText('name', adapter.name(child))) === 'title',
  );
}
