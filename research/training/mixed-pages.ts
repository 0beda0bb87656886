/**
 * Makes mixed pages for training. On labelled pages, articles are long, and lists of other articles are short. From
 * these only, trees would learn that all prose is main content. Counterexamples are a short article next to lists of
 * other pages, and an article in the template of another site.
 */
import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  parseFragment,
  serialize,
  serializeOuter,
} from 'parse5';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import { type Below, seededRandom } from '../../bench/random.ts';
import { shareOf, wordsOf } from '../evaluation/words.ts';

/** A page with a text. Pages of one group are together in training or in test. */
export interface TextPage {
  readonly page: SourcePage;
  readonly group: string;
  readonly cohort: string;
}

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Words below a node, in the main content, and in links. */
interface Extent {
  readonly words: number;
  readonly main: number;
  readonly links: number;
}

const NO_TEXT = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg', 'iframe', 'textarea', 'select']);
const NAVIGATION = new Set(['nav', 'header', 'footer']);
const MAX_DEPTH = 300;

/** Minimum words of main content of a page. */
const MIN_WORDS = 30;
const MIN_MAIN = 20;
/** Minimum share of the main content that the main element must contain. */
const MAIN_SHARE = 0.95;

/** Minimum and maximum words of elements that are put next to an article. */
const PART_WORDS = [25, 900] as const;
const PART_MAIN = 0.08;
/** Kinds of pages whose main elements are lists, which are put next to articles. */
const LISTS: ReadonlySet<string | undefined> = new Set(['listing', 'collection']);
const LIST_WORDS = 4000;
const LIST_LINKS = 4;
const PART_LENGTH = [200, 150_000] as const;

/** Minimum and maximum words of a shortened article. */
const SHORT_WORDS = [40, 240] as const;
const MOST_PARTS = 3;

const isElement = (node: Node | Parent): node is Element => 'tagName' in node;
const childrenOf = (node: Node | Parent): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

class MixedPage {
  readonly #extents = new Map<Node | Parent, Extent>();
  readonly #document: DefaultTreeAdapterTypes.Document;
  readonly body: Element;
  readonly main: Element;

  private constructor(document: DefaultTreeAdapterTypes.Document, body: Element, text: string) {
    this.#document = document;
    this.body = body;
    this.#measure(body, shareOf(text), 0);
    this.main = this.#findMain();
  }

  static read({ bytes, text = '', headline = '' }: SourcePage): MixedPage | undefined {
    const document = parse(new TextDecoder().decode(bytes));
    const root = document.childNodes.find(isElement);
    const body = root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'body');
    if (body === undefined) return undefined;
    const page = new MixedPage(document, body, `${headline}\n${text}`);
    const { words, main } = page.of(body);
    return words < MIN_WORDS || main < MIN_MAIN ? undefined : page;
  }

  of(node: Node | Parent): Extent {
    return this.#extents.get(node) ?? { words: 0, main: 0, links: 0 };
  }

  #measure(node: Node | Parent, share: (text: string) => number, depth: number): Extent {
    let [words, main, links] = [0, 0, Number(node.nodeName === 'a')];
    if ('value' in node) {
      words = wordsOf(node.value).length;
      main = words * share(node.value);
    } else if (!NO_TEXT.has(node.nodeName) && depth < MAX_DEPTH) {
      for (const child of childrenOf(node)) {
        const below = this.#measure(child, share, depth + 1);
        words += below.words;
        main += below.main;
        links += below.links;
      }
    }
    const extent = { words, main, links };
    this.#extents.set(node, extent);
    return extent;
  }

  #findMain(): Element {
    const least = this.of(this.body).main * MAIN_SHARE;
    for (let main = this.body; ; ) {
      const next = main.childNodes.filter(isElement).find((child) => this.of(child).main >= least);
      if (next === undefined) return main;
      main = next;
    }
  }

  /** The main element, if it is a list that can be put on other pages. */
  list(kind: string | undefined): string[] {
    const { words, links } = this.of(this.main);
    const isList = LISTS.has(kind) && words < LIST_WORDS && links >= LIST_LINKS;
    return isList && this.main !== this.body ? [serializeOuter(this.main)] : [];
  }

  others(node = this.body): string[] {
    const { words, main } = this.of(node);
    const fits = words >= PART_WORDS[0] && words <= PART_WORDS[1] && main <= words * PART_MAIN;
    if (fits && node !== this.body && !NAVIGATION.has(node.tagName)) return [serializeOuter(node)];
    // Elements without words may be nested arbitrarily deep.
    const below = node.childNodes.filter(isElement).filter((child) => this.of(child).words > 0);
    return below.flatMap((child) => this.others(child));
  }

  /** Cuts the main content after `most` words; returns the remaining text. */
  shorten(most: number): string {
    const texts: string[] = [];
    let seen = 0;
    const cut = (node: Element): void => {
      for (const child of [...node.childNodes]) {
        const { words, main } = this.of(child);
        const isMain = words > 0 && main >= words / 2;
        if (isElement(child) && !(seen >= most && main >= words * 0.8 && main > 0)) {
          if (words > 0) cut(child);
        } else if (seen >= most && isMain) defaultTreeAdapter.detachNode(child);
        else if (isMain && 'value' in child) {
          seen += words;
          texts.push(child.value);
        }
      }
    };
    cut(this.body);
    return texts.join(' ');
  }

  /**
   * Puts elements before or after the main element or an ancestor. False without parts, or if the body is the main
   * element.
   */
  surround(parts: readonly string[], below: Below): boolean {
    if (parts.length === 0) return false;
    const around: Element[] = [];
    for (let at: Parent | null = this.main; at && isElement(at) && at !== this.body; at = at.parentNode)
      around.push(at);
    for (const part of parts) {
      const at = below(2) ? around[0] : around[below(Math.max(1, around.length))];
      const parent = at?.parentNode;
      if (at === undefined || !parent) return false;
      const siblings = parent.childNodes;
      const before = siblings[siblings.indexOf(at) + Number(below(3) > 0)];
      for (const node of parseFragment(part).childNodes) {
        if (before === undefined) defaultTreeAdapter.appendChild(parent, node);
        else defaultTreeAdapter.insertBefore(parent, node, before);
      }
    }
    return true;
  }

  /**
   * Replaces main element and title by those of another page. False if one of both pages has much main content outside
   * its main element.
   */
  takeMain(other: MixedPage): boolean {
    const isApart = (page: MixedPage): boolean => page.main !== page.body;
    if (!isApart(this) || !isApart(other) || this.of(this.main).words > this.of(this.body).words * 0.97) return false;
    const parent = this.main.parentNode;
    if (parent === null) return false;
    const title = titleOf(this.#document);
    if (title !== undefined) title.childNodes = titleOf(other.#document)?.childNodes ?? [];
    defaultTreeAdapter.insertBefore(parent, other.main, this.main);
    defaultTreeAdapter.detachNode(this.main);
    return true;
  }

  html(): Uint8Array {
    return new TextEncoder().encode(serialize(this.#document));
  }
}

function titleOf(node: Parent): Element | undefined {
  for (const child of node.childNodes.filter(isElement)) {
    const found = child.tagName === 'title' ? child : child.tagName === 'body' ? undefined : titleOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Part {
  readonly group: string;
  readonly html: string;
}

/** The pages of some groups, and parts of these that can be put on other pages. */
class Cohort {
  readonly pages: TextPage[] = [];
  readonly #lists: Part[] = [];
  readonly #others: Part[] = [];

  add(page: TextPage, read: MixedPage): void {
    const partsOf = (found: readonly string[]): Part[] =>
      found
        .filter(({ length }) => length > PART_LENGTH[0] && length < PART_LENGTH[1])
        .map((html) => ({ group: page.group, html }));
    this.pages.push(page);
    this.#lists.push(...partsOf(read.list(page.page.kind)));
    this.#others.push(...partsOf(read.others()));
  }

  /** Draws parts of other groups; nearly half are lists. */
  draw(own: string, below: Below): string[] {
    return Array.from({ length: 1 + below(MOST_PARTS) }, () => {
      const parts = (below(9) < 4 ? this.#lists : this.#others).filter(({ group }) => group !== own);
      return parts[below(parts.length)]?.html ?? '';
    }).filter((html) => html !== '');
  }
}

/**
 * Yields each page with the main content of another, and each article shortened and next to parts of other pages. Pages
 * are mixed only within a cohort.
 */
export function* mixPages(pages: readonly TextPage[], seed: number): Generator<TextPage> {
  const below = seededRandom(seed);
  const cohorts = new Map<string, Cohort>();
  for (const each of pages) {
    const read = MixedPage.read(each.page);
    if (read === undefined) continue;
    const cohort = cohorts.get(each.cohort) ?? new Cohort();
    cohorts.set(each.cohort, cohort);
    cohort.add(each, read);
  }
  for (const cohort of cohorts.values()) {
    for (const each of cohort.pages) {
      const others = cohort.pages.filter(({ group }) => group !== each.group);
      const from = others[below(others.length)];
      const [whole, other] = [MixedPage.read(each.page), from && MixedPage.read(from.page)];
      if (from && other && whole?.takeMain(other)) yield { ...each, page: { ...from.page, bytes: whole.html() } };
      const page = each.page.kind === 'article' ? MixedPage.read(each.page) : undefined;
      const text = page?.shorten(SHORT_WORDS[0] + below(SHORT_WORDS[1] - SHORT_WORDS[0]));
      if (page && text && page.surround(cohort.draw(each.group, below), below))
        yield { ...each, page: { ...each.page, text, bytes: page.html() } };
    }
  }
}
