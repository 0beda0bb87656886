/**
 * Page fragments that enough pages of the site have (Chakrabarti, Kumar and Punera, WWW 2007, the labelling of their training
 * data): two passes, hashes of whole subtrees. All text below a template element is template.
 */
import type { Baseline } from './baseline.ts';
import { type ElementNode, elementsOf, type PageTree, textsOf } from './document.ts';
import { fingerprint } from './fingerprint.ts';
import { remembered } from './remembered.ts';

/** A fragment is template from this number of pages and this share of the pages on. */
const LEAST = { pages: 5, share: 0.1 };

/** A hash for each element: tags, texts and link targets of its subtree. */
export const fragmentsOf = remembered((root: ElementNode): ReadonlyMap<ElementNode, bigint> => {
  const hashes = new Map<ElementNode, bigint>();
  for (const element of [...elementsOf(root)].reverse()) {
    const parts = element.children.map((child) => (child.kind === 'text' ? `"${child.text}` : hashes.get(child)));
    hashes.set(element, fingerprint(`${element.name}\n${element.attributes.get('href') ?? ''}\n${parts.join('\n')}`));
  }
  return hashes;
});

/** The elements with text or a link, whose removal a reader would notice. */
function* eligible(root: ElementNode): Generator<ElementNode> {
  const filled = new Set<ElementNode>();
  for (const element of [...elementsOf(root)].reverse()) {
    const isLink = element.name === 'a' && element.attributes.has('href');
    if (isLink || element.children.some((child) => child.kind === 'text' || filled.has(child))) filled.add(element);
  }
  yield* filled;
}

export class SiteLevel implements Baseline {
  #pages = new Map<bigint, number>();
  #count = 0;

  fit(batch: readonly PageTree[]): void {
    this.#pages = new Map();
    this.#count = batch.length;
    for (const page of batch) {
      const hashes = fragmentsOf(page.root);
      const found = new Set<bigint>();
      for (const element of eligible(page.root)) found.add(hashes.get(element) ?? 0n);
      for (const hash of found) this.#pages.set(hash, (this.#pages.get(hash) ?? 0) + 1);
    }
  }

  label(page: PageTree): boolean[] {
    const verdicts = page.texts.map(() => false);
    const least = Math.max(LEAST.pages, LEAST.share * this.#count);
    for (const [element, hash] of fragmentsOf(page.root)) {
      if ((this.#pages.get(hash) ?? 0) < least) continue;
      for (const { index } of textsOf(element)) verdicts[index] = true;
    }
    return verdicts;
  }

  get entries(): number {
    return this.#pages.size;
  }

  /** A hash and a count for each fragment. */
  get bytes(): number {
    return this.#pages.size * 12;
  }
}
