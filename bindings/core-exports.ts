// Written by scripts/generate-exports.ts from assembly/index.ts and assembly/layout.ts; change these and run the script.

/**
 * Functions that the module exports. No glue code converts their values: a flag is 0 or 1, and an address or another
 * unsigned word of 2^31 or more arrives as a negative number, until `>>> 0`.
 */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  optionsAddress(): number;
  configure(): void;
  markSeparator(tag: number): void;
  tagNumber(length: number): number;
  isIgnored(tag: number): number;
  readEvents(at: number, words: number, textBytes: number, id: bigint, reading: number): number;
  readHtml(at: number, bytes: number, id: bigint, reading: number): number;
  divideParts(): number;
  judgeKind(): number;
  pagesCounted(at: number): number;
  hasRecentId(at: number, id: bigint): number;
  entries(at: number): number;
  releaseWorkspace(): void;
  trimWorkspace(bytes: number): void;
  hashId(at: number, length: number): bigint;
  checksumOutput(): bigint;
  createTable(seedLow: bigint, seedHigh: bigint): number;
  releaseTable(at: number): void;
  tableBytes(at: number): number;
  saveTable(at: number): number;
  loadTable(at: number, clock: number, count: number, ids: number, bytes: number): number;
  reserveSaving(at: number, extra: number): number;
  renderBlock(block: number): number;
  renderPosts(): number;
  renderSegment(segment: number): number;
  renderSelected(selection: number): number;
  renderClean(selection: number): number;
  renderMarkdown(selection: number, options: number, shift: number, urlBytes: number, titleBytes: number): number;
  renderTitle(): number;
  isOverlay(): number;
  findItems(): number;
  showsPrice(): number;
  renderHeadline(): number;
  renderLines(number: number): number;
  renderMetadata(addressOnly: number): number;
  measureUnseen(selection: number): number;
  renderPlaces(): number;
  spellingLength(tag: number): number;
  spellingOf(tag: number): number;
  findRemoval(selection: number, sourceLength: number): number;
  urlAddress(): number;
  loadModel(bytes: number): number;
  priorOf(order: number): number;
  fillTile(order: number): number;
  tileAddress(): number;
  workDone(): number;
  reserveEvents(words: number): number;
  workspaceBytes(): number;
  parseTree(bytes: number, context: number): number;
  attributesOf(start: number, end: number): number;
  doctypeOf(node: number): number;
  repeatedTagsAddress(): number;
  repeatedTagCount(): number;
  documentMode(): number;
  setScripting(scripting: number): void;
  pageResult(): number;
  checksumInput(length: number): bigint;
  readCodeUnits(start: number, length: number): number;
  reserveInput(bytes: number): number;
  readonly ABI: WebAssembly.Global;
}

/** A hash of all exports and layouts: the module exports the same. */
export const ABI = 2765766162;

/** Sizes, offsets and codes of the records and constants of assembly/. */
export const layout = {
  AttributeRecord: { NAME_LENGTH: 0, VALUE_LENGTH: 4, BYTES: 8 },
  BaseUrl: { BYTES_MAX: 2048, TITLE_MAX: 1024 },
  Block: {
    NODE: 0,
    LENGTH: 4,
    TEMPLATE_LENGTH: 8,
    VERDICT: 12,
    FIRST_SEGMENT: 16,
    SCORE: 28,
    PARENT: 32,
    MAIN: 36,
    PART: 40,
    BYTES: 44,
  },
  Break: { SPACE: 1, CELL: 2, LINE: 3 },
  Features: { TILE_BLOCKS: 16, COUNT: 168 },
  Flag: { NAMESPACE: 3, ATTRIBUTES: 4, MERGED: 8, DECODED: 16 },
  Fragment: { NO_CONTEXT: 4294967295 },
  Layout: { PAGES: 4, FIRST: 8, LAST: 12, BYTES: 408 },
  Layouts: { BYTES: 16, SAVED_END_BYTES: 16 },
  MarkdownOption: { IMAGES: 1, LINKS: 2, HIDDEN: 4, TITLE: 8 },
  Measure: { ORDER: 44, TEXT: 96, LINKED: 100, REPEATED_ON: 224, VERDICTS: 232, BYTES: 236 },
  MetadataMark: { WRITER: 1, PROPERTY: 4, LINK: 8, YEAR: 16, TEMPLATE: 32 },
  MetadataText: { RECORD: 30, UNIT: 31, VALUE: 29, PART: 45, NUMBER_BASE: 33 },
  Node: {
    TAG: 0,
    PARENT: 4,
    FIRST_CHILD: 8,
    LAST_CHILD: 12,
    NEXT: 16,
    PREVIOUS: 20,
    START: 24,
    END: 28,
    TEXT: 32,
    TEXT_LENGTH: 36,
    EXTRA: 40,
    EXTRA_LENGTH: 44,
    BYTES: 48,
    NO_OFFSET: 4294967295,
  },
  NodeKind: { ELEMENT: 1, TEXT: 2 },
  Options: {
    TEMPLATE_DF: 0,
    TEMPLATE_RATIO: 8,
    TEMPLATE_SHARE: 16,
    BASE_LIFETIME: 24,
    LIFETIME_GROWTH: 32,
    EVIDENCE: 40,
    RECALL: 48,
    OMIT_UNSEEN: 56,
    MAX_TABLE_BYTES: 64,
    MAX_MEMORY: 72,
    MAX_NODES: 80,
    MAX_DEPTH: 88,
    MAX_WORK: 96,
  },
  Page: {
    NODES: 0,
    NODE_COUNT: 4,
    SEGMENTS: 8,
    SEGMENT_COUNT: 12,
    BLOCKS: 16,
    BLOCK_COUNT: 20,
    MEASURES: 24,
    UNITS: 28,
    NUMBER: 32,
    COUNTED: 36,
    NEW_SEGMENTS: 40,
    CONTENT_LENGTH: 44,
    TEMPLATE_LENGTH: 48,
    UNSEEN: 56,
    KIND: 60,
    KIND_CONFIDENCE: 64,
    OUTPUT: 68,
    OUTPUT_LENGTH: 72,
    TEXT: 76,
    TEXT_BYTES: 80,
    EVICTED: 84,
    EVICTED_ID: 88,
    WORK: 96,
    BYTES: 104,
    LAYOUT: 108,
    IS_NEW_LAYOUT: 112,
    PAGES_ALIKE: 116,
    POSTS: 120,
    POST_COUNT: 124,
  },
  Part: { REST: 0, MAIN: 1, COMMENTS: 2, CAPTION: 3, ITEM: 4, SELECT: 8 },
  Place: { KEY: 8, NODE: 16, BYTES: 40 },
  Post: { AUTHOR: 24, DATE: 28, LEVEL: 40, FROM: 48, TO: 52, BYTES: 56 },
  Reading: { LABEL: 0, LEARN: 1, LABEL_COUNTED: 2, HAS_ID: 4 },
  RepeatedTag: { NODE: 0, START: 4, END: 8, BYTES: 12 },
  Segment: {
    KEY: 0,
    DF: 8,
    PREVIOUS_PAGE: 12,
    NODE: 20,
    BLOCK: 24,
    LENGTH: 28,
    NEXT: 32,
    GAP: 36,
    BYTES: 40,
    NONE: 4294967295,
  },
  Site: { LAYOUTS: 36, RECENT_IDS: 256 },
  SnapshotEntry: { SEED_BYTES: 16, ID_BYTES: 8, BYTES: 12 },
  Status: {
    OK: 0,
    OUT_OF_MEMORY: 1,
    TABLE_FULL: 2,
    BAD_ENTRIES: 4,
    TOO_MANY_NODES: 5,
    NOT_UTF8: 6,
    BAD_MODEL: 7,
    TOO_COMPLEX: 8,
  },
  TreeEvent: { OPEN: 1, CLOSE: 2, TEXT: 3, NAMES: 4, LANGUAGE: 5, TAG_SHIFT: 3 },
  UnitBlock: { UNIT: 28, BYTES: 92 },
  Verdict: { NONE: 0, CONTENT: 1, TEMPLATE: 2, KEPT: 3 },
} as const;
