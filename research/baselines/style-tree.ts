/**
 * Site Style Tree (Yi, Liu and Li, KDD 2003): the pages of a batch merged element by element. A style is one sequence
 * of children of an element. An element is important if pages differ in its layout or content; otherwise it is noise.
 * Comments mark decisions that the paper leaves open, such as a leaf on one page that has children on another.
 */
import { wordsOf } from '../evaluation/words.ts';
import type { Baseline } from './baseline.ts';
import { type ElementNode, memoise, type PageNode, type PageTree, textsOf } from './document.ts';

/** An element with less importance is noise (t). The paper sets this threshold by hand for each site. */
const THRESHOLD = 0.2;
/** Weight of the descendants relative to the element's own layout (γ). */
const DAMPING = 0.9;

const DISPLAY: readonly string[] =
  'align valign bgcolor background width height border cellpadding cellspacing color face size'.split(' ');

export interface StyleElement {
  readonly key: string;
  pages: number;
  readonly styles: Map<string, Style>;
  /** Frequencies of features, for each page on which the element is a leaf. */
  readonly features: ReadonlyMap<string, number>[];
  /**
   * Set when the tree is complete. `importance`: of the element; `most`: maximum of it and all descendants; `hasNoise`:
   * true if a descendant is noise.
   */
  importance: number;
  most: number;
  hasNoise: boolean;
}

interface Style {
  readonly elements: readonly StyleElement[];
  pages: number;
}

const TEXT = '#text';
/** The only child in the style of pages where the element is a leaf. */
const LEAF = '#leaf';

const newElement = (key: string): StyleElement => ({
  ...{ key, pages: 0, styles: new Map(), features: [], importance: 0, most: 0, hasNoise: false },
});

const hasElements = (node: PageNode): node is ElementNode =>
  node.kind === 'element' && node.children.some(({ kind }) => kind === 'element');

/** The features of a leaf: words, image sources and link targets. */
const featuresOf = memoise((node: PageNode): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  const count = (feature: string): void => {
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
  };
  for (const { text } of textsOf(node)) for (const word of wordsOf(text)) count(word);
  if (node.kind === 'element') {
    for (const [name, mark] of [
      ['src', 'src='],
      ['href', 'href='],
    ] as const) {
      const value = node.attributes.get(name);
      if (value !== undefined) count(mark + value);
    }
  }
  return counts;
});

function keyOf(node: PageNode): string {
  if (node.kind === 'text') return TEXT;
  return `${node.name} ${DISPLAY.map((name) => node.attributes.get(name) ?? '')
    .join(' ')
    .trimEnd()}`.trimEnd();
}

const childKeys = memoise((node: ElementNode) => {
  const keys = node.children.map(keyOf);
  return { keys, style: keys.join('\n') };
});

/** Entropy −Σ p log p, with the number of pages as base of the logarithm. */
const entropy = (shares: readonly number[], pages: number): number =>
  shares.reduce((sum, share) => (share === 0 ? sum : sum - (share * Math.log(share)) / Math.log(pages)), 0);

/** How much layouts differ between pages, 0 to 1 (NodeImp). */
function layoutImportance({ pages, styles }: StyleElement): number {
  return pages === 1
    ? 1
    : entropy(
        [...styles.values()].map((style) => style.pages / pages),
        pages,
      );
}

/** How much features differ between `pages` pages, 0 to 1 (CompImp of a leaf). A leaf without features is noise. */
export function leafImportance(features: readonly ReadonlyMap<string, number>[], pages: number): number {
  if (pages === 1) return 1;
  const byFeature = new Map<string, number[]>();
  for (const counts of features) {
    for (const [feature, count] of counts) {
      const found = byFeature.get(feature);
      if (found === undefined) byFeature.set(feature, [count]);
      else found.push(count);
    }
  }
  if (byFeature.size === 0) return 0;
  let sum = 0;
  for (const counts of byFeature.values()) {
    const all = counts.reduce((total, count) => total + count, 0);
    sum += entropy(
      counts.map((count) => count / all),
      pages,
    );
  }
  return 1 - sum / byFeature.size;
}

/** CompImp of an element with styles. */
function compositeImportance(element: StyleElement): number {
  const weight = DAMPING ** element.styles.size;
  let below = 0;
  for (const { pages, elements } of element.styles.values()) {
    const mean = elements.reduce((sum, { importance }) => sum + importance, 0) / elements.length;
    below += (pages / element.pages) * mean;
  }
  return (1 - weight) * layoutImportance(element) + weight * below;
}

export class StyleTree implements Baseline {
  readonly #threshold: number;
  #root = newElement('');
  #entries = 0;
  #bytes = 0;

  constructor(threshold = THRESHOLD) {
    this.#threshold = threshold;
  }

  get root(): StyleElement {
    return this.#root;
  }

  fit(batch: readonly PageTree[]): void {
    this.#root = newElement('body');
    for (const { body } of batch) this.#build(body);
    this.#weigh();
  }

  #build(body: ElementNode): void {
    const visits: { readonly element: StyleElement; readonly node: PageNode }[] = [{ element: this.#root, node: body }];
    for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
      const { element, node } = visit;
      element.pages += 1;
      if (!hasElements(node)) {
        element.features.push(featuresOf(node));
        continue;
      }
      const children = childKeys(node);
      let style = element.styles.get(children.style);
      if (style === undefined) {
        style = { pages: 0, elements: children.keys.map(newElement) };
        element.styles.set(children.style, style);
      }
      style.pages += 1;
      for (const [at, child] of node.children.entries()) {
        const below = style.elements[at];
        if (below !== undefined) visits.push({ element: below, node: child });
      }
    }
  }

  /** Computes importance from the leaves to the root. */
  #weigh(): void {
    this.#bytes = 0;
    const order: StyleElement[] = [];
    const visits = [this.#root];
    for (let element = visits.pop(); element !== undefined; element = visits.pop()) {
      if (element.styles.size > 0 && element.features.length > 0) this.#separateLeaf(element);
      order.push(element);
      for (const { elements } of element.styles.values()) visits.push(...elements);
    }
    this.#entries = order.length;
    for (const element of order.reverse()) {
      const isLeaf = element.styles.size === 0;
      element.importance = isLeaf ? leafImportance(element.features, element.pages) : compositeImportance(element);
      const below = [...element.styles.values()].flatMap(({ elements }) => elements);
      element.most = below.reduce((most, one) => Math.max(most, one.most), element.importance);
      element.hasNoise = this.#isNoise(element) || below.some(({ hasNoise }) => hasNoise);
      this.#bytes += bytesOf(element);
    }
  }

  #separateLeaf(element: StyleElement): void {
    const leaf = newElement(LEAF);
    leaf.pages = element.features.length;
    leaf.features.push(...element.features.splice(0));
    element.styles.set(LEAF, { pages: leaf.pages, elements: [leaf] });
  }

  label(page: PageTree): boolean[] {
    const verdicts = page.texts.map(() => false);
    const visits: { readonly element: StyleElement; readonly node: PageNode }[] = [
      { element: this.#root, node: page.body },
    ];
    for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
      const { node } = visit;
      const apart = hasElements(node) ? undefined : visit.element.styles.get(LEAF)?.elements[0];
      const element = apart ?? visit.element;
      if (this.#isNoise(element)) {
        for (const { index } of textsOf(node)) verdicts[index] = true;
        continue;
      }
      // Elements without noise below them, and elements that are not in the tree, are kept.
      if (!hasElements(node) || !element.hasNoise) continue;
      const style = element.styles.get(childKeys(node).style);
      for (const [at, below] of (style?.elements ?? []).entries()) {
        const child = node.children[at];
        if (child !== undefined) visits.push({ element: below, node: child });
      }
    }
    return verdicts;
  }

  /** True if the element and all below it are noise. */
  #isNoise({ most }: StyleElement): boolean {
    return most < this.#threshold;
  }

  get entries(): number {
    return this.#entries;
  }

  /** Bytes of keys, counts and full features, as the paper stores them. */
  get bytes(): number {
    return this.#bytes;
  }
}

const COUNT_BYTES = 4;

function bytesOf({ key, styles, features }: StyleElement): number {
  let bytes = Buffer.byteLength(key) + COUNT_BYTES * (1 + styles.size);
  for (const counts of features) {
    for (const feature of counts.keys()) bytes += Buffer.byteLength(feature) + COUNT_BYTES;
  }
  return bytes;
}
