/**
 * refrain: which blocks of a site's pages are template and which are content, page by page.
 *
 * @module refrain
 */

export type { DetectorStats, LearnOptions, TreeOptions } from './detector.ts';
export { Detector } from './detector.ts';
export type { ErrorCode } from './errors.ts';
export {
  InputError,
  LimitError,
  ModelError,
  OptionError,
  RefrainError,
  SnapshotError,
  UsageError,
} from './errors.ts';
export type { Explanation } from './evidence/explain.ts';
export type { CoreModule } from './load.ts';
export type { CreateOptions } from './open.ts';
export type {
  DetectorOptions,
  Evidence,
  FingerprintBits,
  PathMode,
  Preset,
  ResolvedOptions,
  SeparatorPreset,
} from './options.ts';
export { resolveOptions } from './options.ts';
export type { Block, BlockKind, BlockRecord, Page, PageRecord, Part, Segment, SegmentRecord } from './page.ts';
export type { DomhandlerLike, DomLike, Parse5Like, TreeAdapter } from './tree.ts';
export { domAdapter, domhandlerAdapter, parse5Adapter } from './tree.ts';
