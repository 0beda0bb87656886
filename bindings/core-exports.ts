// Written by scripts/generate-exports.ts from assembly/index.ts; change the exports there and run the script.

/**
 * Functions that the module exports. No glue code converts their values: a flag is 0 or 1, and an address or another
 * unsigned word of 2^31 or more arrives as a negative number, until `>>> 0`.
 */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  pageResult(): number;
  configure(
    templateDf: number,
    templateMillionths: number,
    baseLifetime: number,
    lifetimeGrowth: number,
    lifetimeExceeded: number,
    fingerprintBits: number,
    pathMode: number,
    tableBytesMax: number,
    memoryBytesMax: number,
    nodesMax: number,
    depthMax: number,
    evidenceCode: number,
    workMax: number,
  ): void;
  markSeparator(length: number): number;
  tagNumber(length: number): number;
  isIgnored(tag: number): number;
  learnTape(table: number, words: number, textBytes: number, id: bigint, hasId: number): number;
  labelTape(table: number, words: number, textBytes: number, id: bigint, hasId: number, isCounted: number): number;
  learnHtml(table: number, bytes: number, id: bigint, hasId: number): number;
  labelHtml(table: number, bytes: number, id: bigint, hasId: number, isCounted: number): number;
  digestHtml(table: number, bytes: number, mark: bigint): number;
  divideParts(): number;
  judgeKind(): number;
  divideHtml(bytes: number, isMeasured: number): number;
  readClassOf(element: number): number;
  pagesCounted(table: number): number;
  entries(table: number): number;
  releaseWorkspace(): void;
  trimWorkspace(bytes: number): void;
  hashId(table: number, length: number): bigint;
  checksumInput(length: number): bigint;
  checksumOutput(): bigint;
  useSeed(low: bigint, high: bigint): void;
  applyAnswer(table: number, bytes: number): number;
  labelDigest(table: number, bytes: number, id: bigint, hasId: number, isCounted: number): number;
  learnDigest(table: number, bytes: number, id: bigint, hasId: number): number;
  createTable(seedLow: bigint, seedHigh: bigint): number;
  releaseTable(table: number): void;
  tableBytes(table: number): number;
  saveTable(table: number): number;
  loadTable(table: number, clock: number, count: number, ids: number, bytes: number): number;
  reserveSaving(table: number, extra: number): number;
  renderBlock(block: number): number;
  renderSegment(segment: number): number;
  renderSelected(selection: number): number;
  renderClean(selection: number): number;
  renderLine(shift: number, hasScores: number, hasMain: number, selection: number): number;
  renderMarkdown(selection: number, options: number, shift: number, urlBytes: number): number;
  renderTitle(): number;
  renderFacts(): number;
  renderPlaces(): number;
  spellingLength(tag: number): number;
  spellingOf(tag: number): number;
  findRemoval(selection: number, sourceLength: number): number;
  smoothTree(count: number, penalty: number): number;
  loadModel(bytes: number): number;
  priorOf(order: number): number;
  fillTile(order: number): number;
  tileAddress(): number;
  workDone(): number;
  adoptChunks(block: number, capacity: number, used: number, bomBytes: number): void;
  growChunks(block: number, capacity: number, used: number, wanted: number): number;
  releaseChunks(block: number, capacity: number): void;
  reserveInput(bytes: number): number;
  reserveTape(words: number): number;
  workspaceBytes(): number;
  parseTree(bytes: number, context: number): number;
  attributesOf(start: number, end: number): number;
  doctypeOf(node: number): number;
  mergedAddress(): number;
  mergedCount(): number;
  documentMode(): number;
  setScripting(scripting: number): void;
}

/** Names of the constants of assembly/layout.ts: exported globals of the module. */
export const LAYOUT_NAMES = [
  'DIGEST_VERSION',
  'DIGEST_MARK',
  'ANSWER_TO',
  'SEAL_BYTES',
  'MARKDOWN_HIDDEN',
  'MARKDOWN_IMAGES',
  'MARKDOWN_LINKS',
  'NODE_TAG',
  'NODE_PARENT',
  'NODE_FIRST_CHILD',
  'NODE_LAST_CHILD',
  'NODE_NEXT',
  'NODE_PREVIOUS',
  'NODE_START',
  'NODE_END',
  'NODE_TEXT',
  'NODE_TEXT_LENGTH',
  'NODE_EXTRA',
  'NODE_EXTRA_LENGTH',
  'NODE_BYTES',
  'KIND_ELEMENT',
  'KIND_TEXT',
  'FLAG_NAMESPACE',
  'FLAG_ATTRIBUTES',
  'FLAG_MERGED',
  'FLAG_DECODED',
  'NO_OFFSET',
  'MERGED_NODE',
  'MERGED_START',
  'MERGED_END',
  'MERGED_BYTES',
  'ATTRIBUTE_NAME_LENGTH',
  'ATTRIBUTE_VALUE_LENGTH',
  'ATTRIBUTE_BYTES',
  'SEGMENT_KEY',
  'SEGMENT_NODE',
  'SEGMENT_LENGTH',
  'SEGMENT_DF',
  'SEGMENT_PREVIOUS_PAGE',
  'SEGMENT_NEXT',
  'SEGMENT_BYTES',
  'PAGE_SEGMENT_COUNT',
  'BLOCK_NODE',
  'BLOCK_LENGTH',
  'BLOCK_TEMPLATE_LENGTH',
  'BLOCK_KIND',
  'BLOCK_FIRST_SEGMENT',
  'BLOCK_SCORE',
  'BLOCK_MAIN',
  'BLOCK_PART',
  'BLOCK_BYTES',
  'BLOCK_KIND_NONE',
  'BLOCK_KIND_CONTENT',
  'BLOCK_KIND_TEMPLATE',
  'BLOCK_KIND_KEPT',
  'PART_REST',
  'PART_MAIN',
  'PART_COMMENTS',
  'SELECT_PARTS',
  'MEASURE_PARENT',
  'MEASURE_ORDER',
  'MEASURE_TEXT',
  'MEASURE_LINKED',
  'MEASURE_ALL_TEXT',
  'MEASURE_ALL_LINKED',
  'MEASURE_ALL_LINKS',
  'MEASURE_ALL_WORDS',
  'MEASURE_ALL_STOPS',
  'MEASURE_ALL_KNOWN',
  'MEASURE_ALL_OFTEN',
  'MEASURE_BYTES',
  'NO_SEGMENT',
  'PAGE_NODES',
  'PAGE_NODE_COUNT',
  'PAGE_SEGMENTS',
  'PAGE_BLOCKS',
  'PAGE_BLOCK_COUNT',
  'PAGE_MEASURES',
  'PAGE_NUMBER',
  'PAGE_COUNTED',
  'PAGE_NEW_SEGMENTS',
  'PAGE_CONTENT_LENGTH',
  'PAGE_TEMPLATE_LENGTH',
  'PAGE_MAIN_LENGTH',
  'PAGE_KIND',
  'PAGE_KIND_CONFIDENCE',
  'PAGE_OUTPUT',
  'PAGE_OUTPUT_LENGTH',
  'PAGE_EVICTED',
  'PAGE_EVICTED_ID',
  'PAGE_WORK',
  'PAGE_BYTES',
  'PAGE_LAYOUT',
  'PAGE_IS_NEW_LAYOUT',
  'BLOCKS_BYTES_PER_BYTE',
  'BLOCKS_BYTES_MIN',
  'BLOCK_RECORD_BYTES',
  'BASE_BYTES_MAX',
  'PLACE_NODE',
  'PLACE_BYTES',
  'TAPE_OPEN',
  'TAPE_CLOSE',
  'TAPE_TEXT',
  'TAPE_NAMES',
  'TAPE_TAG_SHIFT',
  'RECENT_IDS',
  'TABLE_SEED',
  'TABLE_LAYOUTS',
  'LAYOUTS_BYTES',
  'LAYOUT_BYTES',
  'LAYOUT_PAGES',
  'LAYOUT_FIRST',
  'LAYOUT_LAST',
  'LIFETIME_MAX',
  'SAVED_SEED_BYTES',
  'SAVED_ID_BYTES',
  'SAVED_BYTES',
  'SAVED_LAYOUTS_END',
  'MODEL_VERSION',
  'MODEL_VERSION_AT',
  'MODEL_FEATURES_AT',
  'MODEL_LEXICON_AT',
  'MODEL_PRIOR_TREES_AT',
  'MODEL_JOINT_TREES_AT',
  'MODEL_MAIN_TREES_AT',
  'MODEL_PRIOR_BASE_AT',
  'MODEL_JOINT_BASE_AT',
  'MODEL_MAIN_BASE_AT',
  'MODEL_THRESHOLD_AT',
  'MODEL_MAIN_THRESHOLD_AT',
  'MODEL_KIND_BYTES_AT',
  'MODEL_HEADER_BYTES',
  'MODEL_HASH_BYTES',
  'KINDS',
  'KIND_CLUES_AT',
  'KIND_BASES_AT',
  'KIND_CONFIDENCES_AT',
  'KIND_HEADER_BYTES',
  'TREE_DEPTH',
  'TREE_FEATURES',
  'TREE_LIMITS',
  'TREE_LEAVES',
  'TREE_BYTES',
  'TREES_MAX',
  'TILE_BLOCKS',
  'SITE_FEATURES',
  'TEMPLATE_FEATURES',
  'FEATURES',
  'EVIDENCE_REPETITION',
  'EVIDENCE_PAGE',
  'EVIDENCE_JOINT',
  'PATH_TAGS',
  'PATH_NONE',
  'PATH_INDEXED',
  'PATH_CLASSES',
  'STATUS_OK',
  'STATUS_OUT_OF_MEMORY',
  'STATUS_TABLE_FULL',
  'STATUS_BAD_ENTRIES',
  'STATUS_TOO_MANY_NODES',
  'STATUS_NOT_UTF8',
  'STATUS_NOT_PLAIN',
  'STATUS_BAD_SCORES',
  'STATUS_BAD_MODEL',
  'STATUS_TOO_COMPLEX',
  'STATUS_BAD_DIGEST',
  'NO_CONTEXT',
] as const;

/** Sizes, offsets and codes by name. */
export type Layout = Readonly<Record<(typeof LAYOUT_NAMES)[number], number>>;
