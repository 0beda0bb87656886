/** A model as plain data; assembly/layout.ts describes its bytes. */
import { readFile } from 'node:fs/promises';
import { layout } from '../../bindings/core-exports.ts';

export interface Tree {
  /**
   * Each level of the tree compares a feature with a limit: 1 if the byte of the feature is above it. These bits, the
   * first level first, are the index of the leaf.
   */
  readonly features: readonly number[];
  readonly limits: readonly number[];
  /** Log odds as multiples of 1 / `LEAF_SCALE`, in a signed byte. */
  readonly leaves: readonly number[];
}

export interface Forest {
  readonly base: number;
  readonly trees: readonly Tree[];
}

/**
 * Forests for log odds of template: by features of the page, and by all features. Forests for log odds of main content:
 * by features of the block, and of the whole page.
 */
export interface Forests {
  readonly prior: Forest;
  readonly joint: Forest;
  readonly main: Forest;
  readonly whole: Forest;
}

/** Log odds of a word, in sixteenths. */
export interface WordOdds {
  readonly template: number;
  readonly main: number;
}

/** Log odds by the high 24 bits of the hash of a word. */
export type Lexicon = ReadonlyMap<number, WordOdds>;

export interface Model extends Forests {
  readonly lexicon: Lexicon;
  readonly threshold: number;
  readonly mainThreshold: number;
}

/** Leaves are rounded to 1/256 of log odds and clipped to a signed byte. Later trees correct the error of rounding. */
export const LEAF_SCALE = 256;
/** Bases and the threshold are stored as multiples of 1/1024. */
export const BASE_SCALE = 1024;

/**
 * Bytes of a lexicon: for each word 24 bits of its hash and its log odds of template, then its log odds of main content
 * in a byte.
 */
export const lexiconBytes = (words: number): number => words * 4 + Math.ceil(words / 4) * 4;

export function leafOf(tree: Tree, bytes: Uint8Array, at: number): number {
  let leaf = 0;
  for (let level = 0; level < tree.features.length; level += 1) {
    leaf = leaf * 2 + ((bytes[at + (tree.features[level] ?? 0)] ?? 0) > (tree.limits[level] ?? 0) ? 1 : 0);
  }
  return leaf;
}

/** Reads a model that the module has accepted. Hashes of words keep their high 24 bits. */
export function readModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  const parts = (at: number): number => view.getInt32(at, true) / BASE_SCALE;
  const words = word(layout.Model.LEXICON);
  const mainAt = layout.Model.HEADER_BYTES + words * 4;
  const lexicon = new Map<number, WordOdds>();
  for (let index = 0; index < words; index += 1) {
    const entry = word(layout.Model.HEADER_BYTES + index * 4);
    lexicon.set(entry & 0xffffff00, { template: (entry << 24) >> 24, main: view.getInt8(mainAt + index) });
  }
  let treesAt = layout.Model.HEADER_BYTES + lexiconBytes(words);
  const forest = (countAt: number, baseAt: number): Forest => {
    const trees = Array.from({ length: word(countAt) }, (_, index) =>
      readTree(view, treesAt + index * layout.Tree.BYTES),
    );
    treesAt += trees.length * layout.Tree.BYTES;
    return { base: parts(baseAt), trees };
  };
  return {
    lexicon,
    prior: forest(layout.Model.PRIOR_TREES, layout.Model.PRIOR_BASE),
    joint: forest(layout.Model.JOINT_TREES, layout.Model.JOINT_BASE),
    main: forest(layout.Model.MAIN_TREES, layout.Model.MAIN_BASE),
    whole: forest(layout.Model.WHOLE_TREES, layout.Model.WHOLE_BASE),
    threshold: parts(layout.Model.THRESHOLD),
    mainThreshold: parts(layout.Model.MAIN_THRESHOLD),
  };
}

function readTree(view: DataView, at: number): Tree {
  const bytes = (from: number): number[] =>
    Array.from({ length: layout.Tree.DEPTH }, (_, level) => view.getUint8(at + from + level));
  const leaves = Array.from(
    { length: 1 << layout.Tree.DEPTH },
    (_, index) => view.getInt8(at + layout.Tree.LEAVES + index) / LEAF_SCALE,
  );
  return { features: bytes(layout.Tree.FEATURES), limits: bytes(layout.Tree.LIMITS), leaves };
}

export const readShippedModel = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(import.meta.resolve('refrain/default.model'))));
