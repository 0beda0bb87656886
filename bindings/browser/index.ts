/**
 * refrain for a page or a worker without a bundler: this one module, and `core.wasm` and `model.bin`, which lie beside it in
 * the package. All of `refrain` but `Sites`, whose database and character sets want a bundler, or `refrain/inline`.
 *
 * @module refrain/browser
 */

export type { DetectorStats, LearnOptions, TreeOptions } from '../detector.ts';
export { Detector } from '../detector.ts';
export type { ErrorCode } from '../errors.ts';
export {
  InputError,
  LimitError,
  ModelError,
  OptionError,
  RefrainError,
  SnapshotError,
  UsageError,
} from '../errors.ts';
export type { Explanation } from '../evidence/explain.ts';
export type { CoreModule } from '../load.ts';
export type { CreateOptions } from '../open.ts';
export type {
  DetectorOptions,
  Evidence,
  FingerprintBits,
  PathMode,
  Preset,
  ResolvedOptions,
  SeparatorPreset,
} from '../options.ts';
export { resolveOptions } from '../options.ts';
export type { Block, BlockKind, BlockRecord, Page, PageRecord, Part, Segment, SegmentRecord } from '../page.ts';
export type { KeepOneOptions } from '../policy/keep-one.ts';
export { KeepOne } from '../policy/keep-one.ts';
export { limitRemoved } from '../policy/max-removed.ts';
export type { DomhandlerLike, DomLike, Parse5Like, TreeAdapter } from '../tree.ts';
export { domAdapter, domhandlerAdapter, parse5Adapter } from '../tree.ts';
