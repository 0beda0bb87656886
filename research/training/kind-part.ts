/** The bytes of the model about kinds of pages; assembly/layout.ts describes them. */
import type { Core, Layout } from '../../bindings/core.ts';
import { KIND_SCALE, KINDS, type LinearKinds } from './kinds.ts';

export function writeKinds(
  layout: Layout,
  { bases, features, weights }: LinearKinds,
  confidences: readonly number[],
): Uint8Array {
  const weightsAt = layout.Kinds.HEADER_BYTES + features.length * 4;
  const bytes = new Uint8Array((weightsAt + features.length * KINDS.length + 3) & ~3);
  const view = new DataView(bytes.buffer);
  view.setUint32(layout.Kinds.FEATURES_AT, features.length, true);
  for (const [kind, base] of bases.entries()) {
    view.setInt32(layout.Kinds.BASES_AT + kind * 4, Math.round(base * KIND_SCALE), true);
  }
  for (const [step, confidence] of confidences.entries()) {
    view.setUint16(layout.Kinds.CONFIDENCES_AT + step * 2, confidence, true);
  }
  for (const [column, feature] of features.entries()) {
    view.setUint32(layout.Kinds.HEADER_BYTES + column * 4, feature, true);
    for (let kind = 0; kind < KINDS.length; kind += 1) {
      const weight = weights[column * KINDS.length + kind] ?? 0;
      view.setInt8(weightsAt + kind * features.length + column, Math.round(weight * KIND_SCALE));
    }
  }
  return bytes;
}

/** The part of a model about kinds. */
export function kindsOf({ layout }: Pick<Core, 'layout'>, model: Uint8Array): Uint8Array {
  const size = new DataView(model.buffer, model.byteOffset).getUint32(layout.Model.KIND_BYTES, true);
  const end = model.length - layout.Model.HASH_BYTES;
  return model.subarray(end - size, end);
}

/** A model with another part about kinds, or with none if that is empty. */
export function withKinds(
  core: Pick<Core, 'layout' | 'checksum'>,
  model: Uint8Array,
  part: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const { layout } = core;
  const before = model.length - layout.Model.HASH_BYTES - kindsOf(core, model).length;
  const bytes = new Uint8Array(before + part.length + layout.Model.HASH_BYTES);
  bytes.set(model.subarray(0, before));
  bytes.set(part, before);
  const view = new DataView(bytes.buffer);
  view.setUint32(layout.Model.KIND_BYTES, part.length, true);
  view.setBigUint64(before + part.length, core.checksum(bytes.subarray(0, before + part.length)), true);
  return bytes;
}
