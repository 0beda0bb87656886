/** The bytes of a model, as assembly/layout.ts has them. */
import type { Core, Layout } from '../../bindings/memory.ts';
import { LEAF_SCALE, type Tree } from './boost.ts';
import type { Lexicon } from './lexicon.ts';

export interface Model {
  readonly lexicon: Lexicon;
  readonly prior: { readonly base: number; readonly trees: readonly Tree[] };
  readonly joint: { readonly base: number; readonly trees: readonly Tree[] };
  /** Log odds above which a block is template. */
  readonly threshold: number;
}

const MAGIC = new TextEncoder().encode('rfmodel\n');
const HEADER_BYTES = 40;
const HASH_BYTES = 8;
/** Log odds are whole numbers of so many parts. */
const SCALE = 1024;

export function writeModel(core: Core, { lexicon, prior, joint, threshold }: Model): Uint8Array<ArrayBuffer> {
  const { layout } = core;
  const trees = [...prior.trees, ...joint.trees];
  const treesAt = HEADER_BYTES + lexicon.size * 4;
  const bytes = new Uint8Array(treesAt + trees.length * layout.TREE_BYTES + HASH_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  const header = [layout.MODEL_VERSION, layout.FEATURES, lexicon.size, prior.trees.length, joint.trees.length];
  for (const [index, word] of header.entries()) view.setUint32(8 + index * 4, word, true);
  for (const [index, odds] of [prior.base, joint.base, threshold].entries()) {
    view.setInt32(28 + index * 4, Math.round(odds * SCALE), true);
  }
  const words = [...lexicon].sort(([one], [other]) => one - other);
  for (const [index, [hash, sixteenths]] of words.entries()) {
    view.setUint32(HEADER_BYTES + index * 4, ((hash & 0xffffff00) | (sixteenths & 0xff)) >>> 0, true);
  }
  for (const [index, tree] of trees.entries()) writeTree(view, treesAt + index * layout.TREE_BYTES, tree, layout);
  view.setBigUint64(bytes.length - HASH_BYTES, core.hash(bytes.subarray(0, -HASH_BYTES)), true);
  return bytes;
}

function writeTree(view: DataView, at: number, { features, limits, leaves }: Tree, layout: Layout): void {
  for (let level = 0; level < layout.TREE_DEPTH; level += 1) {
    view.setUint8(at + layout.TREE_FEATURES + level, features[level] ?? 0);
    view.setUint8(at + layout.TREE_LIMITS + level, limits[level] ?? 255);
  }
  for (const [index, leaf] of leaves.entries())
    view.setInt8(at + layout.TREE_LEAVES + index, Math.round(leaf * LEAF_SCALE));
}
