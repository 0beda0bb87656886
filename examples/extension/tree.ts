/**
 * A page's document on its way from the tab to the worker: messages are JSON, which has no nodes and nests only so deep. So
 * nodes are numbered in document order, and what is known of them stands in lists by their number.
 */
import type { TreeAdapter } from 'refrain';

/** A document as lists; number 0 is the document itself. */
export interface WrittenTree {
  /** Every name of an element once. */
  readonly names: readonly string[];
  /** Of each node: which of the names, `TEXT` or `OTHER`. */
  readonly kinds: readonly number[];
  /** Of each node: the number of its parent, which is less than its own; −1 for the document. */
  readonly parents: readonly number[];
  /** Data of a text; classes of an element; empty for the rest. */
  readonly values: readonly string[];
  /** Ids of the elements that have one. */
  readonly ids: readonly (readonly [number: number, id: string])[];
}

export const TEXT = -1;
/** The document, its doctype, comments: a comment keeps the texts around it apart. */
export const OTHER = -2;

/** A page over these is left alone: what would be sent should be no burden to either side. */
export const MAX_NODES = 200_000;
/** UTF-16 code units of texts, classes and ids. */
export const MAX_LENGTH = 8_000_000;

/** A tree that can not be sent, or that is none. */
export class TreeError extends Error {
  readonly code: 'TREE_TOO_LARGE' | 'TREE_INVALID';

  constructor(code: TreeError['code'], message: string) {
    super(message);
    this.name = 'TreeError';
    this.code = code;
  }
}

/** How the detector reads a written tree; nodes are numbers, the root is 0. */
export function treeAdapter({ names, kinds, parents, values, ids }: WrittenTree): TreeAdapter<number> {
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
    text: (text) => values[text] ?? '',
    children: (node) => children.get(node) ?? [],
  };
}

/**
 * A message as the tree that it should be. It comes out of a process that has run a stranger's scripts, so nothing of it is
 * taken for granted.
 *
 * @throws {TreeError} `TREE_INVALID`
 */
export function checkTree(value: unknown): WrittenTree {
  const tree = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const { names, kinds, parents, values, ids } = tree;
  const isRight =
    isList(names, isText) &&
    isList(kinds, (kind) => isWhole(kind, OTHER, names.length)) &&
    kinds.length <= MAX_NODES &&
    isList(parents, (parent, number) => (number === 0 ? parent === -1 : isWhole(parent, 0, number))) &&
    isList(values, isText) &&
    parents.length === kinds.length &&
    values.length === kinds.length &&
    isList(ids, (pair) => Array.isArray(pair) && isWhole(pair[0], 0, kinds.length) && isText(pair[1]));
  if (!isRight) throw new TreeError('TREE_INVALID', 'what came is no tree of a page');
  return tree as unknown as WrittenTree;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isWhole = (value: unknown, least: number, below: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) < below;

const isList = (value: unknown, isRight: (item: unknown, index: number) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isRight);
