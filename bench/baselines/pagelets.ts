/**
 * Pagelets: parts of pages with one function, found by their number of links (Bar-Yossef and Rajagopalan, WWW 2002). A template
 * is a pagelet that several pages share: by its text alone (local), or on pages that link to each other (global).
 */
import type { Baseline } from './baseline.ts';
import { type ElementNode, elementsOf, type PageTree, type TextNode, textsOf } from './document.ts';
import { fingerprint } from './fingerprint.ts';
import { minima } from './minhash.ts';

export interface PageletOptions {
  /** An element is divided where a child has at least this number of links. */
  readonly links: number;
  readonly scope: 'local' | 'global';
  /** Pagelets are equal by 8 minima over runs of ten words, instead of the hash of the text. */
  readonly isNear: boolean;
}

export interface Pagelet {
  readonly texts: readonly TextNode[];
}

const NEAR = { words: 10, minima: 8 };

/** Links at or below each element. */
function countLinks(root: ElementNode): Map<ElementNode, number> {
  const counts = new Map<ElementNode, number>();
  for (const element of [...elementsOf(root)].reverse()) {
    let links = element.name === 'a' && element.attributes.has('href') ? 1 : 0;
    for (const child of element.children) if (child.kind === 'element') links += counts.get(child) ?? 0;
    counts.set(element, links);
  }
  return counts;
}

/** The pagelets of a page. Direct text of a divided element is a pagelet too; the paper would lose it. */
export function pageletsOf(
  root: ElementNode,
  links: number,
): { readonly top: ElementNode; readonly texts: TextNode[] }[] {
  const counts = countLinks(root);
  const pagelets: { top: ElementNode; texts: TextNode[] }[] = [];
  const queue = [root];
  for (let element = queue.shift(); element !== undefined; element = queue.shift()) {
    const children = element.children.filter((child): child is ElementNode => child.kind === 'element');
    if (!children.some((child) => (counts.get(child) ?? 0) >= links)) {
      pagelets.push({ top: element, texts: textsOf(element) });
      continue;
    }
    queue.push(...children);
    const own = element.children.filter((child): child is TextNode => child.kind === 'text');
    if (own.length > 0) pagelets.push({ top: element, texts: own });
  }
  return pagelets;
}

/** Normalises a URL: a folder equals its index file, and a page equals its copy with `.html`, as mirrors save it. */
const addressOf = (url: URL): string =>
  url.href
    .replace(/#.*$/, '')
    .replace(/\/index\.html?$/, '/')
    .replace(/\.html?$/, '');

/** The normalised targets of the links of a page. */
function targetsOf(page: PageTree, address: string): Set<string> {
  const targets = new Set<string>();
  for (const element of elementsOf(page.root)) {
    const href = element.name === 'a' ? element.attributes.get('href') : undefined;
    if (href !== undefined && URL.canParse(href, address)) targets.add(addressOf(new URL(href, address)));
  }
  return targets;
}

export class Pagelets implements Baseline {
  readonly #options: PageletOptions;
  #templates = new Set<string>();
  /** For `global`: the URLs of the pages on which each pagelet is template. */
  #urlsByTemplate = new Map<string, Set<string>>();

  constructor(options: PageletOptions) {
    this.#options = options;
  }

  fit(batch: readonly PageTree[]): void {
    const pages = withoutCopies(batch);
    const owners = new Map<string, Set<PageTree>>();
    for (const page of pages) {
      for (const pagelet of this.#pagelets(page)) {
        const key = this.#keyOf(pagelet);
        const found = owners.get(key);
        if (found === undefined) owners.set(key, new Set([page]));
        else found.add(page);
      }
    }
    const shared = [...owners].filter(([, on]) => on.size >= 2);
    this.#urlsByTemplate = new Map();
    if (this.#options.scope === 'local') {
      this.#templates = new Set(shared.map(([key]) => key));
      return;
    }
    const links = new Map(pages.map((page) => [page, targetsOf(page, page.url)]));
    for (const [key, on] of shared) {
      const linked = linkedPages([...on], links);
      if (linked.size > 0) this.#urlsByTemplate.set(key, linked);
    }
    this.#templates = new Set(this.#urlsByTemplate.keys());
  }

  label(page: PageTree): boolean[] {
    const verdicts = page.texts.map(() => false);
    for (const pagelet of this.#pagelets(page)) {
      const key = this.#keyOf(pagelet);
      const urls = this.#urlsByTemplate.get(key);
      const isTemplate = this.#templates.has(key) && (urls === undefined || urls.has(page.url));
      for (const { index } of pagelet.texts) verdicts[index] = isTemplate;
    }
    return verdicts;
  }

  get entries(): number {
    return this.#templates.size;
  }

  get bytes(): number {
    let bytes = this.#templates.size * 8;
    for (const urls of this.#urlsByTemplate.values()) bytes += urls.size * 8;
    return bytes;
  }

  #pagelets(page: PageTree): readonly Pagelet[] {
    return pageletsOf(page.root, this.#options.links).filter(({ texts }) => texts.length > 0);
  }

  #keyOf({ texts }: Pagelet): string {
    const text = texts.map((one) => one.text).join(' ');
    return this.#options.isNear ? minima(text, NEAR.words, NEAR.minima).join(' ') : String(fingerprint(text));
  }
}

/** One page of each set of pages with the same text, as in the paper. */
function withoutCopies(batch: readonly PageTree[]): PageTree[] {
  const first = new Map<bigint, PageTree>();
  for (const page of batch) {
    const print = fingerprint(page.texts.map(({ text }) => text).join('\n'));
    if (!first.has(print)) first.set(print, page);
  }
  return [...first.values()];
}

/** The URLs of the pages that link to another of the pages or are linked by one: components of more than one page. */
function linkedPages(pages: readonly PageTree[], links: ReadonlyMap<PageTree, ReadonlySet<string>>): Set<string> {
  const urls = new Map(pages.map(({ url }) => [addressOf(new URL(url)), url]));
  const linked = new Set<string>();
  for (const page of pages) {
    for (const target of links.get(page) ?? []) {
      const url = urls.get(target);
      if (url === undefined || url === page.url) continue;
      linked.add(page.url);
      linked.add(url);
    }
  }
  return linked;
}
