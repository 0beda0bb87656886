/** Writes the bytes of a model; see assembly/layout.ts. */
import { BASE_SCALE, LEAF_SCALE, lexiconBytes, type Model, type Tree } from '../../bench/reference/model.ts';
import type { Core } from '../../bindings/core.ts';
import { layout } from '../../bindings/core-exports.ts';

/** `Model.KNOWN_MAGIC` as bytes: a JavaScript number cannot represent eight bytes exactly. */
const MAGIC = new TextEncoder().encode('rfmodel\n');
export function writeModel(
  core: Pick<Core, 'checksum'>,
  { lexicon, prior, joint, main, whole, threshold, mainThreshold }: Model,
): Uint8Array<ArrayBuffer> {
  const trees = [...prior.trees, ...joint.trees, ...main.trees, ...whole.trees];
  const treesAt = layout.Model.HEADER_BYTES + lexiconBytes(lexicon.size);
  const bytes = new Uint8Array(treesAt + trees.length * layout.Tree.BYTES + layout.Model.HASH_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(layout.Model.VERSION, layout.Model.KNOWN_VERSION, true);
  view.setUint32(layout.Model.FEATURES, layout.Features.COUNT, true);
  view.setUint32(layout.Model.LEXICON, lexicon.size, true);
  view.setUint32(layout.Model.PRIOR_TREES, prior.trees.length, true);
  view.setUint32(layout.Model.JOINT_TREES, joint.trees.length, true);
  view.setUint32(layout.Model.MAIN_TREES, main.trees.length, true);
  view.setUint32(layout.Model.WHOLE_TREES, whole.trees.length, true);
  view.setInt32(layout.Model.PRIOR_BASE, Math.round(prior.base * BASE_SCALE), true);
  view.setInt32(layout.Model.JOINT_BASE, Math.round(joint.base * BASE_SCALE), true);
  view.setInt32(layout.Model.MAIN_BASE, Math.round(main.base * BASE_SCALE), true);
  view.setInt32(layout.Model.WHOLE_BASE, Math.round(whole.base * BASE_SCALE), true);
  view.setInt32(layout.Model.THRESHOLD, Math.round(threshold * BASE_SCALE), true);
  view.setInt32(layout.Model.MAIN_THRESHOLD, Math.round(mainThreshold * BASE_SCALE), true);
  const words = [...lexicon].sort(([one], [other]) => one - other);
  const mainAt = layout.Model.HEADER_BYTES + words.length * 4;
  for (const [index, [hash, { template, main: odds }]] of words.entries()) {
    view.setUint32(layout.Model.HEADER_BYTES + index * 4, ((hash & 0xffffff00) | (template & 0xff)) >>> 0, true);
    view.setInt8(mainAt + index, odds);
  }
  for (const [index, tree] of trees.entries()) writeTree(view, treesAt + index * layout.Tree.BYTES, tree);
  view.setBigUint64(
    bytes.length - layout.Model.HASH_BYTES,
    core.checksum(bytes.subarray(0, -layout.Model.HASH_BYTES)),
    true,
  );
  return bytes;
}

function writeTree(view: DataView, at: number, { features, limits, leaves }: Tree): void {
  for (let level = 0; level < layout.Tree.DEPTH; level += 1) {
    view.setUint8(at + layout.Tree.FEATURES + level, features[level] ?? 0);
    view.setUint8(at + layout.Tree.LIMITS + level, limits[level] ?? 255);
  }
  for (const [index, leaf] of leaves.entries())
    view.setInt8(at + layout.Tree.LEAVES + index, Math.round(leaf * LEAF_SCALE));
}
