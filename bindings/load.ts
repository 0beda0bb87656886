import { instantiate } from '@assemblyscript/loader';
import { platform } from '#platform';

/** The module in a form that this platform can instantiate. */
export type CoreModule = WebAssembly.Module | BufferSource;

/** What assembly/index.ts exports; constants of assembly/layout.ts come as globals beside it. */
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
    evidence: number,
  ): void;
  loadModel(bytes: number): number;
  fillTile(order: number): number;
  tileAddress(): number;
  collectWords(order: number): number;
  priorOf(order: number): number;
  reserveInput(bytes: number): number;
  reserveTape(words: number): number;
  growChunks(block: number, have: number, used: number, wanted: number): number;
  releaseChunks(block: number, have: number): void;
  adoptChunks(block: number, have: number, used: number, mark: number): void;
  markSeparator(length: number): number;
  tagNumber(length: number): number;
  isIgnored(tag: number): number;
  spellingOf(tag: number): number;
  spellingLength(tag: number): number;
  createTable(): number;
  releaseTable(table: number): void;
  tableBytes(table: number): number;
  workspaceBytes(): number;
  learnTape(table: number, words: number, textBytes: number, id: bigint, hasId: number): number;
  labelTape(table: number, words: number, textBytes: number): number;
  learnHtml(table: number, bytes: number, id: bigint, hasId: number): number;
  labelHtml(table: number, bytes: number): number;
  readClassOf(element: number): number;
  learnAgain(table: number): number;
  pagesCounted(table: number): number;
  entries(table: number): number;
  saveTable(table: number): number;
  reserveSaving(table: number, extra: number): number;
  releaseWorkspace(): void;
  loadTable(table: number, clock: number, count: number, ids: number): number;
  renderKinds(kinds: number): number;
  renderBlock(block: number): number;
  renderSegment(segment: number): number;
  renderTitle(): number;
  renderLine(mark: number, hasScores: number): number;
  findRemoval(kinds: number, places: number): number;
  smoothTree(count: number, cut: number): number;
  divideHtml(bytes: number, isMeasured: number): number;
  hashInput(length: number): bigint;
  hashOutput(): bigint;
  parseTree(bytes: number, context: number): number;
  setScripting(scripting: number): void;
  documentMode(): number;
  attributesOf(start: number, end: number): number;
  doctypeOf(node: number): number;
  mergedAddress(): number;
  mergedCount(): number;
}

/** Functions by name, and the constants of assembly/layout.ts as globals. */
export type CoreInstance = CoreExports & Record<string, unknown>;

/** A new instance, of the module that ships with the package unless another is given. */
export async function loadCore(module?: CoreModule): Promise<CoreInstance> {
  const { exports } = await instantiate<CoreInstance>(module ?? (await platform.compileCore()), {});
  return exports;
}
