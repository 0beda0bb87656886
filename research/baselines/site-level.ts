/**
 * Page fragments that enough pages of the site have (Chakrabarti, Kumar and Punera, WWW 2007, the labelling of their training
 * data): two passes, hashes of whole subtrees. All text below a template element is template.
 */
import type { Baseline } from './baseline.ts';
import { type ElementNode, elementsOf, textsOf } from './document.ts';
import { fingerprint } from './fingerprint.ts';
import { remembered } from './remembered.ts';
import { Repeated } from './repeated.ts';

/** A fragment is template from this number of pages and this share of the pages on. */
const LEAST = { pages: 5, share: 0.1 };

/** A hash for each element: tags, texts and link targets of its subtree. */
const fragmentsOf = remembered((root: ElementNode): ReadonlyMap<ElementNode, bigint> => {
  const hashes = new Map<ElementNode, bigint>();
  for (const element of [...elementsOf(root)].reverse()) {
    const parts = element.children.map((child) => (child.kind === 'text' ? `"${child.text}` : hashes.get(child)));
    hashes.set(element, fingerprint(`${element.name}\n${element.attributes.get('href') ?? ''}\n${parts.join('\n')}`));
  }
  return hashes;
});

/** The elements with text or a link, whose removal a reader would notice. */
function eligible(root: ElementNode): Set<ElementNode> {
  const filled = new Set<ElementNode>();
  for (const element of [...elementsOf(root)].reverse()) {
    const isLink = element.name === 'a' && element.attributes.has('href');
    if (isLink || element.children.some((child) => child.kind === 'text' || filled.has(child))) filled.add(element);
  }
  return filled;
}

export const siteLevel = (): Baseline =>
  new Repeated(({ root }) => {
    const hashes = fragmentsOf(root);
    return [...eligible(root)].map((element) => [hashes.get(element) ?? 0n, textsOf(element)]);
  }, LEAST);
