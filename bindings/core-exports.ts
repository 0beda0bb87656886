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
  ): void;
  markSeparator(length: number): number;
  tagNumber(length: number): number;
  isIgnored(tag: number): number;
  learnTape(table: number, words: number, textBytes: number, id: bigint, hasId: number): number;
  labelTape(table: number, words: number, textBytes: number, id: bigint, hasId: number, isCounted: number): number;
  learnHtml(table: number, bytes: number, id: bigint, hasId: number): number;
  labelHtml(table: number, bytes: number, id: bigint, hasId: number, isCounted: number): number;
  divideHtml(bytes: number, isMeasured: number): number;
  readClassOf(element: number): number;
  pagesCounted(table: number): number;
  entries(table: number): number;
  releaseWorkspace(): void;
  hashInput(length: number): bigint;
  hashOutput(): bigint;
  createTable(): number;
  releaseTable(table: number): void;
  tableBytes(table: number): number;
  saveTable(table: number): number;
  loadTable(table: number, clock: number, count: number, ids: number): number;
  reserveSaving(table: number, extra: number): number;
  renderBlock(block: number): number;
  renderKinds(kinds: number): number;
  renderSegment(segment: number): number;
  renderLine(shift: number, hasScores: number): number;
  renderTitle(): number;
  spellingLength(tag: number): number;
  spellingOf(tag: number): number;
  findRemoval(kinds: number, sourceLength: number): number;
  smoothTree(count: number, penalty: number): number;
  loadModel(bytes: number): number;
  priorOf(order: number): number;
  fillTile(order: number): number;
  tileAddress(): number;
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
  'NODE_TAG',
  'NODE_KIND',
  'NODE_FLAGS',
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
  'KIND_DOCUMENT',
  'KIND_ELEMENT',
  'KIND_TEXT',
  'KIND_COMMENT',
  'KIND_DOCTYPE',
  'KIND_FRAGMENT',
  'FLAG_NAMESPACE',
  'NAMESPACE_HTML',
  'NAMESPACE_SVG',
  'NAMESPACE_MATHML',
  'FLAG_ATTRIBUTES',
  'FLAG_MERGED',
  'FLAG_DECODED',
  'FLAG_OPEN',
  'NO_OFFSET',
  'MERGED_NODE',
  'MERGED_START',
  'MERGED_END',
  'MERGED_BYTES',
  'ATTRIBUTE_NAME_LENGTH',
  'ATTRIBUTE_VALUE_LENGTH',
  'ATTRIBUTE_BYTES',
  'MODE_NO_QUIRKS',
  'MODE_LIMITED_QUIRKS',
  'MODE_QUIRKS',
  'SEGMENT_KEY',
  'SEGMENT_NODE',
  'SEGMENT_BLOCK',
  'SEGMENT_LENGTH',
  'SEGMENT_DF',
  'SEGMENT_PREVIOUS_PAGE',
  'SEGMENT_NEXT',
  'SEGMENT_SLOT',
  'SEGMENT_BREAK',
  'SEGMENT_BYTES',
  'BREAK_NONE',
  'BREAK_SPACE',
  'BREAK_CELL',
  'BREAK_LINE',
  'BLOCK_NODE',
  'BLOCK_LENGTH',
  'BLOCK_TEMPLATE_LENGTH',
  'BLOCK_KIND',
  'BLOCK_FIRST_SEGMENT',
  'BLOCK_LAST_SEGMENT',
  'BLOCK_SEGMENTS',
  'BLOCK_SCORE',
  'BLOCK_PARENT',
  'BLOCK_BYTES',
  'BLOCK_KIND_NONE',
  'BLOCK_KIND_CONTENT',
  'BLOCK_KIND_TEMPLATE',
  'BLOCK_KIND_KEPT',
  'MEASURE_POSITION',
  'MEASURE_DF',
  'MEASURE_FOLDED_DF',
  'MEASURE_PARENT',
  'MEASURE_DEPTH',
  'MEASURE_TRAITS',
  'MEASURE_SIGHTING',
  'MEASURE_ORDER',
  'MEASURE_NAMES',
  'MEASURE_BEST_NAME',
  'MEASURE_SAYS',
  'MEASURE_SAYS_MAX',
  'MEASURE_SAYS_MIN',
  'MEASURE_COMMAS',
  'MEASURE_DIGITS',
  'MEASURE_ENDS',
  'MEASURE_TEXT',
  'MEASURE_LINKED',
  'MEASURE_LINKS',
  'MEASURE_WORDS',
  'MEASURE_STOPS',
  'MEASURE_BLOCKS',
  'MEASURE_KNOWN',
  'MEASURE_OFTEN',
  'MEASURE_ALL_TEXT',
  'MEASURE_ALL_LINKED',
  'MEASURE_ALL_LINKS',
  'MEASURE_ALL_WORDS',
  'MEASURE_ALL_STOPS',
  'MEASURE_ALL_BLOCKS',
  'MEASURE_ALL_KNOWN',
  'MEASURE_ALL_OFTEN',
  'MEASURE_SHARED',
  'MEASURE_BYTES',
  'NO_ORDER',
  'ENDS_OPEN',
  'ENDS_COLON',
  'ENDS_SENTENCE',
  'SIGHTING_OF',
  'SIGHTING_BLOCKS',
  'SIGHTING_KNOWN',
  'SIGHTING_TEXT',
  'SIGHTING_KNOWN_POSITION',
  'NO_SEGMENT',
  'PAGE_NODES',
  'PAGE_NODE_COUNT',
  'PAGE_SEGMENTS',
  'PAGE_SEGMENT_COUNT',
  'PAGE_BLOCKS',
  'PAGE_BLOCK_COUNT',
  'PAGE_MEASURES',
  'PAGE_NUMBER',
  'PAGE_COUNTED',
  'PAGE_NEW_SEGMENTS',
  'PAGE_CONTENT_LENGTH',
  'PAGE_TEMPLATE_LENGTH',
  'PAGE_OUTPUT',
  'PAGE_OUTPUT_LENGTH',
  'PAGE_EVICTED',
  'PAGE_EVICTED_ID',
  'PAGE_RESULT_BYTES',
  'INPUT_PADDING',
  'TAPE_OPEN',
  'TAPE_CLOSE',
  'TAPE_TEXT',
  'TAPE_NAMES',
  'TAPE_TAG_SHIFT',
  'GROUP_SLOTS',
  'GROUP_CONTROL',
  'GROUP_EXPIRY',
  'FINGERPRINT_SHORT',
  'FINGERPRINT_WHOLE',
  'TABLE_GROUPS',
  'TABLE_GROUP_COUNT',
  'TABLE_ROOM',
  'TABLE_CLOCK',
  'TABLE_SCRUB',
  'TABLE_RECENT',
  'TABLE_RECENT_COUNT',
  'TABLE_RECENT_CURSOR',
  'TABLE_RECENT_ROOM',
  'TABLE_HEADER_BYTES',
  'RECENT_IDS',
  'LIFETIME_MAX',
  'LIFETIME_SHORT',
  'SAVED_FINGERPRINT',
  'SAVED_DF',
  'SAVED_LEFT',
  'SAVED_BYTES',
  'MODEL_VERSION',
  'MODEL_VERSION_AT',
  'MODEL_FEATURES_AT',
  'MODEL_LEXICON_AT',
  'MODEL_PRIOR_TREES_AT',
  'MODEL_JOINT_TREES_AT',
  'MODEL_PRIOR_BASE_AT',
  'MODEL_JOINT_BASE_AT',
  'MODEL_THRESHOLD_AT',
  'MODEL_HEADER_BYTES',
  'MODEL_HASH_BYTES',
  'TREE_DEPTH',
  'TREE_FEATURES',
  'TREE_LIMITS',
  'TREE_LEAVES',
  'TREE_BYTES',
  'TREES_MAX',
  'TILE_BLOCKS',
  'SITE_FEATURES',
  'PAGE_FEATURES',
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
  'STATUS_BAD_TAPE',
  'STATUS_BAD_ENTRIES',
  'STATUS_TOO_MANY_NODES',
  'STATUS_NOT_UTF8',
  'STATUS_NOT_PLAIN',
  'STATUS_BAD_SCORES',
  'STATUS_BAD_MODEL',
  'WORD_KEY',
  'WORD_POSITION',
  'WORD_BLOCK',
  'WORD_BYTES',
  'INDEXED_STYLE',
  'INDEXED_WORDS',
  'INDEXED_BYTES',
  'RUN_KEY',
  'RUN_PAGES',
  'RUN_POSTINGS',
  'RUN_HEAD_BYTES',
  'POSTING_WORD',
  'POSTING_BLOCK',
  'POSTING_PAGE',
  'RANGE_BITS',
  'RANGES',
  'TERM_KEY',
  'TERM_OFFSET',
  'TERM_DF',
  'TERM_PAGES_BYTES',
  'TERM_POSITIONS_BYTES',
  'TERM_HASH',
  'TERM_BYTES',
  'LENGTH_WORDS',
  'LENGTH_DIFFERENT',
  'LENGTH_BYTES',
  'CHARACTER_OTHER',
  'CHARACTER_LETTER',
  'CHARACTER_DIGIT',
  'CHARACTER_JOINER',
  'CHARACTER_MID_LETTER',
  'CHARACTER_MID_DIGIT',
  'CHARACTER_MID',
  'CHARACTER_MARK',
  'CHARACTER_FOREIGN',
  'CHARACTERS',
  'NO_CONTEXT',
] as const;

/** Sizes, offsets and codes by name. */
export type Layout = Readonly<Record<(typeof LAYOUT_NAMES)[number], number>>;
