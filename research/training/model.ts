/** The bytes of a model; assembly/layout.ts describes them. */
import type { Core, Layout } from '../../bindings/core.ts';
import { LEAF_SCALE, type Tree } from './boost.ts';
import type { Lexicon, WordOdds } from './lexicon.ts';

/** Trees whose leaves are added to a base. */
export interface Forest {
  readonly base: number;
  readonly trees: readonly Tree[];
}

/** The forests of a model: log odds of template by the page alone and by all features, and log odds of main content. */
export interface Forests {
  readonly prior: Forest;
  readonly joint: Forest;
  readonly main: Forest;
}

export interface Model extends Forests {
  readonly lexicon: Lexicon;
  /** Log odds above which a block is template. */
  readonly threshold: number;
  /** Log odds above which a block is main content. */
  readonly mainThreshold: number;
}

/** `MODEL_MAGIC` of the layout, as bytes: a number in JavaScript has no eight exact bytes. */
const MAGIC = new TextEncoder().encode('rfmodel\n');
/** Bases and the threshold are stored as multiples of 1/1024. */
const SCALE = 1024;

/** A word has 24 bits of its hash and its log odds of template, and after all words a byte of its log odds of main content. */
const lexiconBytes = (words: number): number => words * 4 + Math.ceil(words / 4) * 4;

export function writeModel(
  core: Pick<Core, 'layout' | 'checksum'>,
  { lexicon, prior, joint, main, threshold, mainThreshold }: Model,
): Uint8Array<ArrayBuffer> {
  const { layout } = core;
  const trees = [...prior.trees, ...joint.trees, ...main.trees];
  const treesAt = layout.Model.HEADER_BYTES + lexiconBytes(lexicon.size);
  const bytes = new Uint8Array(treesAt + trees.length * layout.Tree.BYTES + layout.Model.HASH_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(layout.Model.VERSION_AT, layout.Model.VERSION, true);
  view.setUint32(layout.Model.FEATURES_AT, layout.Features.COUNT, true);
  view.setUint32(layout.Model.LEXICON_AT, lexicon.size, true);
  view.setUint32(layout.Model.PRIOR_TREES_AT, prior.trees.length, true);
  view.setUint32(layout.Model.JOINT_TREES_AT, joint.trees.length, true);
  view.setUint32(layout.Model.MAIN_TREES_AT, main.trees.length, true);
  view.setInt32(layout.Model.PRIOR_BASE_AT, Math.round(prior.base * SCALE), true);
  view.setInt32(layout.Model.JOINT_BASE_AT, Math.round(joint.base * SCALE), true);
  view.setInt32(layout.Model.MAIN_BASE_AT, Math.round(main.base * SCALE), true);
  view.setInt32(layout.Model.THRESHOLD_AT, Math.round(threshold * SCALE), true);
  view.setInt32(layout.Model.MAIN_THRESHOLD_AT, Math.round(mainThreshold * SCALE), true);
  const words = [...lexicon].sort(([one], [other]) => one - other);
  const mainAt = layout.Model.HEADER_BYTES + words.length * 4;
  for (const [index, [hash, { template, main: odds }]] of words.entries()) {
    view.setUint32(layout.Model.HEADER_BYTES + index * 4, ((hash & 0xffffff00) | (template & 0xff)) >>> 0, true);
    view.setInt8(mainAt + index, odds);
  }
  for (const [index, tree] of trees.entries()) writeTree(view, treesAt + index * layout.Tree.BYTES, tree, layout);
  view.setBigUint64(
    bytes.length - layout.Model.HASH_BYTES,
    core.checksum(bytes.subarray(0, -layout.Model.HASH_BYTES)),
    true,
  );
  return bytes;
}

function writeTree(view: DataView, at: number, { features, limits, leaves }: Tree, layout: Layout): void {
  for (let level = 0; level < layout.Tree.DEPTH; level += 1) {
    view.setUint8(at + layout.Tree.FEATURES + level, features[level] ?? 0);
    view.setUint8(at + layout.Tree.LIMITS + level, limits[level] ?? 255);
  }
  for (const [index, leaf] of leaves.entries())
    view.setInt8(at + layout.Tree.LEAVES + index, Math.round(leaf * LEAF_SCALE));
}

/** Reads the bytes of a model that the module has accepted. Hashes of words keep their high 24 bits. */
export function readModel(bytes: Uint8Array, layout: Layout): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  const parts = (at: number): number => view.getInt32(at, true) / SCALE;
  const words = word(layout.Model.LEXICON_AT);
  const lexicon = new Map<number, WordOdds>();
  const mainAt = layout.Model.HEADER_BYTES + words * 4;
  for (let index = 0; index < words; index += 1) {
    const entry = word(layout.Model.HEADER_BYTES + index * 4);
    lexicon.set(entry & 0xffffff00, { template: (entry << 24) >> 24, main: view.getInt8(mainAt + index) });
  }
  const treesAt = layout.Model.HEADER_BYTES + lexiconBytes(words);
  const readTrees = (first: number, count: number): Tree[] =>
    Array.from({ length: count }, (_, index) => readTree(view, treesAt + (first + index) * layout.Tree.BYTES, layout));
  const priorTrees = word(layout.Model.PRIOR_TREES_AT);
  const jointTrees = word(layout.Model.JOINT_TREES_AT);
  return {
    lexicon,
    prior: { base: parts(layout.Model.PRIOR_BASE_AT), trees: readTrees(0, priorTrees) },
    joint: {
      base: parts(layout.Model.JOINT_BASE_AT),
      trees: readTrees(priorTrees, jointTrees),
    },
    main: {
      base: parts(layout.Model.MAIN_BASE_AT),
      trees: readTrees(priorTrees + jointTrees, word(layout.Model.MAIN_TREES_AT)),
    },
    threshold: parts(layout.Model.THRESHOLD_AT),
    mainThreshold: parts(layout.Model.MAIN_THRESHOLD_AT),
  };
}

function readTree(view: DataView, at: number, layout: Layout): Tree {
  const bytes = (from: number): number[] =>
    Array.from({ length: layout.Tree.DEPTH }, (_, level) => view.getUint8(at + from + level));
  const leaves = Array.from(
    { length: 1 << layout.Tree.DEPTH },
    (_, index) => view.getInt8(at + layout.Tree.LEAVES + index) / LEAF_SCALE,
  );
  return { features: bytes(layout.Tree.FEATURES), limits: bytes(layout.Tree.LIMITS), leaves };
}
