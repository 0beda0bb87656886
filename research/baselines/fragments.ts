/** Methods that judge a part of a page template if enough pages of the batch have the same part. */
import { hash } from 'node:crypto';
import type { Baseline } from './baseline.ts';
import { type ElementNode, elementsOf, memoise, type PageTree, type TextNode, textsOf } from './document.ts';

type PagePart = readonly [print: bigint, texts: readonly TextNode[]];

class FragmentCounts implements Baseline {
  readonly #partsOf: (page: PageTree) => Iterable<PagePart>;
  readonly #least: { readonly pages: number; readonly share: number };
  #pages = new Map<bigint, number>();
  #count = 0;

  /** `least`: minimum number and share of pages that have a template part. */
  constructor(
    partsOf: (page: PageTree) => Iterable<PagePart>,
    least: { readonly pages: number; readonly share: number },
  ) {
    this.#partsOf = partsOf;
    this.#least = least;
  }

  fit(batch: readonly PageTree[]): void {
    this.#pages = new Map();
    this.#count = batch.length;
    for (const page of batch) {
      const prints = new Set(Array.from(this.#partsOf(page), ([print]) => print));
      for (const print of prints) this.#pages.set(print, (this.#pages.get(print) ?? 0) + 1);
    }
  }

  label(page: PageTree): boolean[] {
    const verdicts = page.texts.map(() => false);
    const least = Math.max(this.#least.pages, this.#least.share * this.#count);
    for (const [print, texts] of this.#partsOf(page)) {
      if ((this.#pages.get(print) ?? 0) < least) continue;
      for (const { index } of texts) verdicts[index] = true;
    }
    return verdicts;
  }

  get entries(): number {
    return this.#pages.size;
  }

  /** Bytes of a fingerprint and a count for each part. */
  get bytes(): number {
    return this.#pages.size * 12;
  }
}

/** Elements that divide a page into chunks. The paper of the method names `table`; modern pages use `div`. */
const SEPARATORS: ReadonlySet<string> = new Set(['table', 'div']);
const PAGES = 5;

/** The texts of each chunk. A text belongs to its nearest separator ancestor, or else to the root. */
function chunksOf(page: PageTree): TextNode[][] {
  const chunks = new Map<ElementNode, TextNode[]>();
  const owners = new Map<ElementNode, ElementNode>();
  for (const element of elementsOf(page.root)) {
    const above = element.parent === undefined ? undefined : owners.get(element.parent);
    const owner = above === undefined || SEPARATORS.has(element.name) ? element : above;
    owners.set(element, owner);
    for (const child of element.children) {
      if (child.kind !== 'text') continue;
      const chunk = chunks.get(owner) ?? [];
      chunk.push(child);
      chunks.set(owner, chunk);
    }
  }
  return [...chunks.values()];
}

export const shingle = (): Baseline =>
  new FragmentCounts(
    (page) => chunksOf(page).map((chunk) => [fingerprint(chunk.map(({ text }) => text).join(' ')), chunk]),
    {
      pages: PAGES,
      share: 0,
    },
  );

const LEAST = { pages: 5, share: 0.1 };

/** A hash for each element: tags, texts and link targets of its subtree. */
const fragmentsOf = memoise((root: ElementNode): ReadonlyMap<ElementNode, bigint> => {
  const hashes = new Map<ElementNode, bigint>();
  for (const element of [...elementsOf(root)].reverse()) {
    const parts = element.children.map((child) => (child.kind === 'text' ? `"${child.text}` : hashes.get(child)));
    hashes.set(element, fingerprint(`${element.name}\n${element.attributes.get('href') ?? ''}\n${parts.join('\n')}`));
  }
  return hashes;
});

/** Elements with text or a link: readers would notice their removal. */
function eligible(root: ElementNode): Set<ElementNode> {
  const filled = new Set<ElementNode>();
  for (const element of [...elementsOf(root)].reverse()) {
    const isLink = element.name === 'a' && element.attributes.has('href');
    if (isLink || element.children.some((child) => child.kind === 'text' || filled.has(child))) filled.add(element);
  }
  return filled;
}

export const siteLevel = (): Baseline =>
  new FragmentCounts(({ root }) => {
    const hashes = fragmentsOf(root);
    return [...eligible(root)].map((element) => [hashes.get(element) ?? 0n, textsOf(element)]);
  }, LEAST);

/** A hash of 64 bits. Results do not depend on the hash function. */
const fingerprint = (text: string): bigint => hash('sha1', text, 'buffer').readBigUInt64LE();
