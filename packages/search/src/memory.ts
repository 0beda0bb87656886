/**
 * The module of indexing: that of core.wasm and more, behind the same views. Addresses are seen here and in ../memory.ts
 * alone.
 */

import { instantiate } from '@assemblyscript/loader';
import type { CoreModule, CreateOptions, ResolvedOptions } from 'refrain';
import { UsageError } from 'refrain';
import type { CoreInstance } from 'refrain/unstable';
import { Core, outOfMemory, platform } from 'refrain/unstable';
import { compileIndexing } from '#indexing';
import type { IndexingExports } from './indexing-exports.ts';
import { characterTables, ForeignWords } from './words.ts';

type IndexingInstance = CoreInstance & IndexingExports;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Bytes of a run that are written at once. */
const RUN_CHUNK = 1 << 20;
const PAIRS_AT_ONCE = 4096;

/** The words of a page are to be found without its template, with the styles of its blocks, or just so. */
export interface WordsOptions {
  readonly keepsVerdicts: boolean;
  readonly findsStyles: boolean;
}

/** An instance that finds words, gathers their postings, and merges them. */
export class IndexingMemory {
  readonly core: Core;
  readonly #exports: IndexingInstance;

  private constructor(core: Core, instance: IndexingInstance) {
    this.core = core;
    this.#exports = instance;
    const { kinds, lower } = characterTables(core.layout);
    this.#bytes(instance.characterKinds(), kinds.length).set(kinds);
    this.#bytes(instance.lowerCharacters(), lower.byteLength).set(new Uint8Array(lower.buffer));
  }

  /** @throws {ModelError} `MODEL_INVALID` */
  static async create(options: ResolvedOptions, { wasm, model }: CreateOptions = {}): Promise<IndexingMemory> {
    const source: CoreModule = wasm ?? (await compileIndexing());
    const foreign = new ForeignWords();
    let memory: WebAssembly.Memory | undefined;
    const cutForeign = (text: number, length: number, to: number, room: number): number => {
      if (memory === undefined) throw new UsageError('CORE_FAILED', 'the module asked for words before it was there');
      const bytes = new Uint8Array(memory.buffer);
      const words = foreign.find(decoder.decode(bytes.subarray(text >>> 0, (text >>> 0) + length)));
      if (words.length > room) throw new UsageError('CORE_FAILED', 'words that are longer than they can be');
      bytes.set(words, to >>> 0);
      return words.length;
    };
    const { exports } = await instantiate<IndexingInstance>(source, { indexing: { cutForeign } });
    memory = exports.memory;
    if (exports.readPageWords === undefined) {
      throw new UsageError('CORE_FAILED', 'the module finds no words: it is not indexing.wasm');
    }
    const core = new Core(exports, options);
    if (core.hasScores) core.loadModel(model ?? (await platform.readModel()));
    return new IndexingMemory(core, exports);
  }

  #call<T>(run: (indexing: IndexingInstance) => T): T {
    return this.core.call(() => run(this.#exports));
  }

  #check(run: (indexing: IndexingInstance) => number): void {
    this.core.check(() => run(this.#exports));
  }

  /** Runs a call that gives an address, or something else that is 0 where there is no memory. */
  #reserve(run: (indexing: IndexingInstance) => number): number {
    const answer = this.#call(run);
    if (answer === 0) throw outOfMemory();
    return answer >>> 0;
  }

  #bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return this.core.bytesAt(address >>> 0, length);
  }

  #words(address: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#bytes(address, 0).buffer, address >>> 0, length);
  }

  // ── Words of a page ──

  /** Whether classes are part of what a block looks like. */
  set seesClasses(sees: boolean) {
    this.#call((indexing) => indexing.setClasses(sees ? 1 : 0));
  }

  /** Finds the words of the page in hand. */
  readPage({ keepsVerdicts, findsStyles }: WordsOptions): void {
    this.#check((indexing) => indexing.readPageWords(keepsVerdicts ? 1 : 0, findsStyles ? 1 : 0));
  }

  /** No words yet: those of texts are to come. */
  beginWords(): void {
    this.#call((indexing) => indexing.beginWords());
  }

  /** Finds the words of a text, as those of one block more. */
  readText(text: string): void {
    const bytes = encoder.encode(text);
    const address = this.#reserve((indexing) => indexing.reserveText(bytes.length));
    this.#bytes(address, bytes.length).set(bytes);
    this.#check((indexing) => indexing.readTextWords(bytes.length));
  }

  /** Records of the blocks whose words were found. */
  blocks(): { count: number; records: Uint8Array<ArrayBuffer> } {
    const count = Number(this.#exports.indexedCount.value);
    const address = this.#call((indexing) => indexing.indexedAddress());
    return { count, records: this.#bytes(address, count * this.core.layout.INDEXED_BYTES).slice() };
  }

  /** How many words were found. */
  get wordCount(): number {
    return Number(this.#exports.wordCount.value);
  }

  /** Keys of the words that were found, in the order of reading. */
  keys(): BigUint64Array {
    const { WORD_BYTES, WORD_KEY } = this.core.layout;
    const view = new DataView(
      this.#bytes(
        this.#call((indexing) => indexing.wordsAddress()),
        this.wordCount * WORD_BYTES,
      ).slice().buffer,
    );
    return BigUint64Array.from({ length: this.wordCount }, (_, at) =>
      view.getBigUint64(at * WORD_BYTES + WORD_KEY, true),
    );
  }

  // ── Postings until there is a run of them ──

  /** Different words that are gathered, the bytes that these take, and about as many as there would be with those found. */
  gathered(): { words: number; bytes: number; wanted: number } {
    return this.#call((indexing) => ({
      words: Number(indexing.entryCount.value),
      bytes: indexing.gatheredBytes() >>> 0,
      wanted: indexing.wantedBytes() >>> 0,
    }));
  }

  /** Adds the words found to the postings of a page. */
  gather(page: number): void {
    this.#check((indexing) => indexing.gatherWords(page));
  }

  /** The postings gathered, by words, a piece at a time; each to be used before the next is asked for. */
  *run(): Generator<Uint8Array<ArrayBuffer>, void> {
    this.#call((indexing) => indexing.beginRun());
    for (;;) {
      this.#check((indexing) => indexing.writeRun(RUN_CHUNK));
      const piece = this.core.output();
      if (piece.length === 0) return;
      yield piece;
    }
  }

  /** Where each range of keys begins in the run that was written last, and where the last one ends. */
  directory(): Float64Array<ArrayBuffer> {
    const address = this.#call((indexing) => indexing.runDirectory()) >>> 0;
    return new Float64Array(this.#bytes(address, 0).buffer, address, this.core.layout.RANGES + 1).slice();
  }

  forgetGathered(): void {
    this.#call((indexing) => indexing.forgetGathered());
  }

  releaseGathered(): void {
    this.#call((indexing) => indexing.releaseGathered());
  }

  // ── Runs → an index ──

  /** Room for what is known of all pages, whose blocks are counted from `firstBlocks`; there is one more than pages. */
  beginCollection(firstBlocks: Uint32Array): void {
    const pages = firstBlocks.length - 1;
    this.#reserve((indexing) => indexing.reserveCollection(pages, firstBlocks[pages] ?? 0));
    const address = this.#call((indexing) => indexing.firstBlocks());
    this.#words(address, firstBlocks.length).set(firstBlocks);
  }

  /** Bytes that detection takes for each block that it looks at together with others. */
  get bytesPerBlock(): number {
    return Number(this.#exports.GROUP_BLOCK_BYTES.value);
  }

  beginGroup(blocks: number, shortcut: boolean): void {
    this.#reserve((indexing) => indexing.beginGroup(blocks, shortcut ? 1 : 0));
  }

  /** Adds the blocks of some pages, from their records. */
  addPages(records: Uint8Array, from: number, to: number, part: number): void {
    const address = this.#reserve((indexing) => indexing.reserveInput(records.length));
    this.#bytes(address, records.length).set(records);
    this.#call((indexing) => indexing.addPages(address, from, to, part));
  }

  closeGroup(): void {
    this.#reserve((indexing) => indexing.closeGroup());
  }

  endGroup(): void {
    this.#call((indexing) => indexing.endGroup());
  }

  /** Room for pieces of runs; `read` fills the room of each. */
  putPieces(lengths: readonly number[], read: (piece: number, into: Uint8Array) => void): void {
    const bytes = lengths.reduce((sum, length) => sum + length, 0);
    const address = this.#reserve((indexing) => indexing.reservePieces(lengths.length, bytes));
    let end = 0;
    for (const [piece, length] of lengths.entries()) {
      read(piece, this.#bytes(address + 8 * lengths.length + end, length));
      end += length;
      this.#words(address + 4 * piece, 1)[0] = end;
    }
  }

  detectRange(pieces: number): void {
    this.#check((indexing) => indexing.detectRange(pieces));
  }

  beginTerms(): void {
    this.#call((indexing) => indexing.beginTerms());
  }

  /** Postings and terms of the pieces that are in; to be used before the next call. */
  writeTerms(pieces: number, filters: boolean): { postings: Uint8Array<ArrayBuffer>; terms: Uint8Array<ArrayBuffer> } {
    this.#check((indexing) => indexing.writeTerms(pieces, filters ? 1 : 0));
    const { address, count } = this.#call((indexing) => ({
      address: indexing.termsAddress(),
      count: indexing.termsCount(),
    }));
    return { postings: this.core.output(), terms: this.#bytes(address, count * this.core.layout.TERM_BYTES) };
  }

  /** For each page the words that stayed, and how many different ones. */
  lengths(pages: number): { words: Uint32Array<ArrayBuffer>; different: Uint32Array<ArrayBuffer> } {
    const { LENGTH_BYTES, LENGTH_WORDS, LENGTH_DIFFERENT } = this.core.layout;
    const address = this.#call((indexing) => indexing.pageLengths());
    const all = this.#words(address, (pages * LENGTH_BYTES) / 4);
    const column = (offset: number): Uint32Array<ArrayBuffer> =>
      Uint32Array.from({ length: pages }, (_, page) => all[(page * LENGTH_BYTES + offset) / 4] ?? 0);
    return { words: column(LENGTH_WORDS), different: column(LENGTH_DIFFERENT) };
  }

  /** A bit for each block: whether it was found to be template. */
  templateBits(blocks: number): Uint8Array<ArrayBuffer> {
    const address = this.#call((indexing) => indexing.templateBits());
    return this.#bytes(address, Math.ceil(blocks / 8)).slice();
  }

  // ── Resemblance ──

  /** How many words a run has, and how many minima a text; once, before any text. */
  beginMinima(words: number, count: number): void {
    this.#reserve((indexing) => indexing.beginMinima(words, count));
  }

  /** Makes the minima of the words found, as those of one text more. */
  addMinima(): void {
    this.#check((indexing) => indexing.addMinima());
  }

  /** Minima that two texts have in common. */
  commonMinima(one: number, other: number): number {
    return this.#call((indexing) => indexing.commonMinima(one, other));
  }

  /** Pairs of texts that have so many minima in common, of `count`: the texts and how many. */
  *pairs(least: number, count: number): Generator<[one: number, other: number, common: number]> {
    for (let column = 0; column <= count - least; column += 1) {
      this.#reserve((indexing) => indexing.beginPairs(column));
      for (;;) {
        this.#check((indexing) => indexing.findPairs(least, PAIRS_AT_ONCE));
        const found = this.core.output().slice();
        if (found.length === 0) break;
        const words = new Uint32Array(found.buffer);
        for (let at = 0; at < words.length; at += 3) yield [words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0];
      }
    }
  }

  // ── Fragments ──

  /** Counts the fragments of the page in hand for its site. */
  countFragments(site: number): void {
    this.#check((indexing) => indexing.countFragments(site));
  }

  /** Judges the page in hand by the fragments that so many pages of its site have. */
  judgeByFragments(site: number, least: number): void {
    this.#check((indexing) => indexing.judgeByFragments(site, least));
  }

  releaseBuilding(): void {
    this.#call((indexing) => indexing.releaseBuilding());
  }
}
