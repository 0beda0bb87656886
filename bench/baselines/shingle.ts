/**
 * A chunk of a page is template where enough pages of the batch have its fingerprint (Ma, Goharian, Chowdhury and Chung, CIKM
 * 2003, as described by Chen et al.). The paper does not give the threshold; it is five pages here, as in the other papers.
 */
import type { Baseline } from './baseline.ts';
import { type ElementNode, elementsOf, type PageTree, type TextNode } from './document.ts';
import { fingerprint } from './fingerprint.ts';
import { minima, resemblance } from './minhash.ts';

export interface ShingleOptions {
  /** Elements whose own text is a chunk: the tables of the paper, or the blocks that all methods are compared on. */
  readonly separators: ReadonlySet<string>;
  /** A chunk on this number of pages is template. */
  readonly pages: number;
  /** Near-duplicate chunks count as equal. */
  readonly isNear: boolean;
}

export const TABLES: ReadonlySet<string> = new Set(['table']);
export const BLOCKS: ReadonlySet<string> = new Set(['table', 'div']);

/** Words of a shingle, minima of a chunk, and the resemblance from which two chunks are equal. */
const NEAR = { words: 4, minima: 84, resemblance: 0.9 };
/** Minima per key of the candidate search. A pair of resemblance .9 shares at least one of its 28 keys almost certainly. */
const BAND = 3;

interface Chunk {
  readonly texts: TextNode[];
}

/** The chunks of a page. Each text belongs to its nearest separator ancestor, else to the root. */
export function chunksOf(page: PageTree, separators: ReadonlySet<string>): Chunk[] {
  const chunks = new Map<ElementNode, Chunk>();
  const owners = new Map<ElementNode, ElementNode>();
  for (const element of elementsOf(page.root)) {
    const above = element.parent === undefined ? undefined : owners.get(element.parent);
    const owner = above === undefined || separators.has(element.name) ? element : above;
    owners.set(element, owner);
    for (const child of element.children) {
      if (child.kind !== 'text') continue;
      const chunk = chunks.get(owner) ?? { texts: [] };
      chunk.texts.push(child);
      chunks.set(owner, chunk);
    }
  }
  return [...chunks.values()];
}

const textOf = ({ texts }: Chunk): string => texts.map(({ text }) => text).join(' ');

export class Shingle implements Baseline {
  readonly #options: ShingleOptions;
  /** Number of pages for each fingerprint. */
  #pages = new Map<bigint, number>();
  /** Groups of near-duplicate fingerprints. */
  #groups: Groups | undefined;

  constructor(options: ShingleOptions) {
    this.#options = options;
  }

  fit(batch: readonly PageTree[]): void {
    this.#pages = new Map();
    this.#groups = this.#options.isNear ? new Groups() : undefined;
    // Groups merge while the batch is read, so pages are counted after the whole batch.
    const prints = batch.map((page) => chunksOf(page, this.#options.separators).map((chunk) => this.#add(chunk)));
    for (const print of prints) {
      for (const key of new Set(print.map((one) => this.#groups?.of(one) ?? one))) {
        this.#pages.set(key, (this.#pages.get(key) ?? 0) + 1);
      }
    }
  }

  #add(chunk: Chunk): bigint {
    const text = textOf(chunk);
    const print = fingerprint(text);
    this.#groups?.add(print, text);
    return print;
  }

  label(page: PageTree): boolean[] {
    const verdicts = page.texts.map(() => false);
    for (const chunk of chunksOf(page, this.#options.separators)) {
      const text = textOf(chunk);
      const print = fingerprint(text);
      const key = this.#groups?.find(print, text) ?? print;
      const isTemplate = (this.#pages.get(key) ?? 0) >= this.#options.pages;
      for (const { index } of chunk.texts) verdicts[index] = isTemplate;
    }
    return verdicts;
  }

  get entries(): number {
    return this.#pages.size;
  }

  /** A fingerprint and a count for each chunk, and the minima for near-duplicates. */
  get bytes(): number {
    return this.#pages.size * 12 + (this.#groups?.size ?? 0) * (8 + 4 * NEAR.minima);
  }
}

/** Groups of chunks that resemble each other, directly or through others (union-find). */
class Groups {
  readonly #parents = new Map<bigint, bigint>();
  readonly #minima = new Map<bigint, Uint32Array>();
  readonly #bands = new Map<string, bigint[]>();

  get size(): number {
    return this.#minima.size;
  }

  add(print: bigint, text: string): void {
    if (this.#minima.has(print)) return;
    const own = minima(text, NEAR.words, NEAR.minima);
    for (const other of this.#near(own)) this.#parents.set(this.of(other), this.of(print));
    this.#minima.set(print, own);
    for (const band of bandsOf(own)) {
      const among = this.#bands.get(band);
      if (among === undefined) this.#bands.set(band, [print]);
      else among.push(print);
    }
  }

  of(print: bigint): bigint {
    let at = print;
    for (let above = this.#parents.get(at); above !== undefined && above !== at; above = this.#parents.get(at))
      at = above;
    return at;
  }

  /** The group of a chunk, which may be a chunk outside the batch. */
  find(print: bigint, text: string): bigint | undefined {
    if (this.#minima.has(print)) return this.of(print);
    const [near] = this.#near(minima(text, NEAR.words, NEAR.minima));
    return near === undefined ? undefined : this.of(near);
  }

  #near(own: Uint32Array): bigint[] {
    const candidates = new Set(bandsOf(own).flatMap((band) => this.#bands.get(band) ?? []));
    return [...candidates].filter((other) => {
      const theirs = this.#minima.get(other);
      return theirs !== undefined && resemblance(own, theirs) >= NEAR.resemblance;
    });
  }
}

const bandsOf = (own: Uint32Array): string[] =>
  Array.from(
    { length: own.length / BAND },
    (_, band) => `${band} ${own.slice(band * BAND, (band + 1) * BAND).join(' ')}`,
  );
