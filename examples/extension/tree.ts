/**
 * The document of a page as a message from the tab to the worker. Messages are JSON, which has no nodes and a limited depth. So
 * nodes are numbered in document order, and their properties are lists by that number.
 */
import type { TreeAdapter } from 'refrain';

/** A document as lists; number 0 is the document itself. */
export interface WrittenTree {
  /** Every element name once. */
  readonly names: readonly string[];
  /** For each node: index of its name, or `TEXT`, or `OTHER`. */
  readonly kinds: readonly number[];
  /** For each node: number of its parent, which is less than its own; −1 for the document. */
  readonly parents: readonly number[];
  /** For each node: data of a text, class attribute of an element, otherwise empty. */
  readonly values: readonly string[];
  /** What the html element declares as the language of the page; empty for nothing. */
  readonly language: string;
  /** Elements with an id. */
  readonly ids: readonly (readonly [number: number, id: string])[];
}

export const TEXT = -1;
/** The document, its doctype, comments: a comment separates the texts around it. */
export const OTHER = -2;

/** Limits of a message; a page beyond them is not learned. */
export const MAX_NODES = 200_000;
/** UTF-16 code units of texts, classes and ids. */
export const MAX_LENGTH = 8_000_000;

/** A tree that is too large to be sent, or that is not valid. */
export class TreeError extends Error {
  readonly code: 'TREE_TOO_LARGE' | 'TREE_INVALID';

  constructor(code: TreeError['code'], message: string) {
    super(message);
    this.name = 'TreeError';
    this.code = code;
  }
}

/** Lets the detector read a written tree; nodes are numbers, the root is 0. */
export function treeAdapter({ names, kinds, parents, values, language, ids }: WrittenTree): TreeAdapter<number> {
  const children = new Map<number, number[]>();
  for (const [number, parent] of parents.entries()) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [number]);
    else siblings.push(number);
  }
  const idOf = new Map(ids);
  const kindOf = (node: number): number => kinds[node] ?? OTHER;
  return {
    kind: (node) => (kindOf(node) >= 0 ? 'element' : kindOf(node) === TEXT ? 'text' : 'other'),
    name: (element) => names[kindOf(element)] ?? '',
    className: (element) => values[element],
    id: (element) => idOf.get(element),
    attribute: (element, name) => (name === 'lang' && names[kindOf(element)] === 'html' ? language : null),
    text: (text) => values[text] ?? '',
    children: (node) => children.get(node) ?? [],
  };
}

/**
 * Checks a message completely: it comes from a process that runs scripts of the page, which may be hostile.
 *
 * @throws {TreeError} `TREE_INVALID`
 */
export function checkTree(value: unknown): WrittenTree {
  const tree = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { names, kinds, parents, values, language, ids } = tree;
  const isValid =
    isList(names, isText) &&
    isList(kinds, (kind) => isWhole(kind, OTHER, names.length)) &&
    kinds.length <= MAX_NODES &&
    isList(parents, (parent, number) => (number === 0 ? parent === -1 : isWhole(parent, 0, number))) &&
    isList(values, isText) &&
    parents.length === kinds.length &&
    values.length === kinds.length &&
    isText(language) &&
    isList(ids, (pair) => Array.isArray(pair) && isWhole(pair[0], 0, kinds.length) && isText(pair[1]));
  if (!isValid) throw new TreeError('TREE_INVALID', 'the message is not a valid tree of a page');
  return tree as unknown as WrittenTree;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isWhole = (value: unknown, least: number, below: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) < below;

const isList = (value: unknown, isValid: (item: unknown, index: number) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isValid);
