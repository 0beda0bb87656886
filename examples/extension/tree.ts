/**
 * The form in which a document is sent from the tab to the worker. Messages are JSON, which has no nodes and limited
 * nesting. So nodes are numbered in document order, and their properties are in arrays with these numbers as indices.
 */
import type { TreeAdapter } from 'refrain';

/** A document as arrays; number 0 is the document itself. */
export interface WrittenTree {
  /** Distinct element names. */
  readonly names: readonly string[];
  /** By node: index of the element name, `TEXT` or `OTHER`. */
  readonly kinds: readonly number[];
  /** By node: number of its parent, which is less than its own; −1 for the document. */
  readonly parents: readonly number[];
  /** By node: data of a text, class of an element, else empty. */
  readonly values: readonly string[];
  /** Ids of elements with an id. */
  readonly ids: readonly (readonly [number: number, id: string])[];
}

export const TEXT = -1;
/** The document, doctypes and comments. Comments are sent because they separate texts. */
export const OTHER = -2;

/** Maximum number of nodes. Larger pages are not learned. */
export const MAX_NODES = 200_000;
/** Maximum number of UTF-16 code units of texts, classes and ids. */
export const MAX_LENGTH = 8_000_000;

/** A tree that is too large or invalid. */
export class TreeError extends Error {
  readonly code: 'TREE_TOO_LARGE' | 'TREE_INVALID';

  constructor(code: TreeError['code'], message: string) {
    super(message);
    this.name = 'TreeError';
    this.code = code;
  }
}

/** Adapter for the detector. Nodes are numbers, the root is 0. */
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
 * Validates a message as a tree. It comes from a process that runs the page's scripts, so every property is checked.
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
  if (!isRight) throw new TreeError('TREE_INVALID', 'the message is not a valid tree');
  return tree as unknown as WrittenTree;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isWhole = (value: unknown, least: number, below: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) < below;

const isList = (value: unknown, isRight: (item: unknown, index: number) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isRight);
