/**
 * The text of the template of a site. So contact details, legal notice and licence remain available if pages are kept
 * without their template. Blocks are recorded by layout, in document order. Repeated texts replace texts that change.
 */
import type { Block, Page } from 'refrain';
import { contextOf, linksOf } from 'refrain/engine';
import { layoutAt } from './layouts.ts';

/** A block of the template. */
export interface TemplateTextBlock {
  readonly text: string;
  /** The region of the landmark that contains the block. */
  readonly region?: 'header' | 'navigation' | 'footer' | 'sidebar';
  /** Number of sampled pages on which it is template. */
  readonly seen: number;
  /** Links of the block on its first page, if requested. */
  readonly links?: readonly TemplateLink[];
}

/** A link of a template. */
export interface TemplateLink {
  readonly text: string;
  readonly url: string;
}

type TextRegion = NonNullable<TemplateTextBlock['region']>;

/** The template of a layout. */
export interface TemplateTextRecord {
  readonly layout: number;
  readonly pages: number;
  /** The texts of the blocks, one per line. */
  readonly text: string;
  /** Blocks that are not in a layout with more pages. */
  readonly blocks: readonly TemplateTextBlock[];
}

/** Number of first pages of a layout that are read; of later pages, one of `EVERY` is read. */
const FIRST = 8;
const EVERY = 64;
const BLOCKS_MAX = 512;
const TEXT_MAX = 4096;
const LINKS_MAX = 64;

const LANDMARKS: readonly (readonly [TextRegion, RegExp])[] = [
  ['navigation', /(^|[ >/])nav\b/],
  ['footer', /(^|[ >/])footer\b/],
  ['header', /(^|[ >/])header\b/],
  ['sidebar', /(^|[ >/])aside\b/],
];

interface TextEntry {
  readonly text: string;
  readonly region: TextRegion | undefined;
  readonly links: readonly TemplateLink[] | undefined;
  seen: number;
  /** Number of the last sampled page that had the text. */
  last: number;
}

const regionOf = ({ path }: Block): TextRegion | undefined => LANDMARKS.find(([, tag]) => tag.test(path))?.[0];

/** Lists of links in the order of the blocks with text. */
function linksByBlock(page: Page, url: string): readonly TemplateLink[][] {
  const context = contextOf(page);
  const lists = new Map(context.core.textBlocks().map((block): [number, TemplateLink[]] => [block, []]));
  for (const { block, text, url: address } of linksOf(context, url)) {
    const list = lists.get(block);
    if (list !== undefined && list.length < LINKS_MAX) list.push({ text: text.slice(0, TEXT_MAX), url: address });
  }
  return [...lists.values()];
}

class LayoutTexts {
  pages = 0;
  #sampled = 0;
  #entry: TextEntry[] = [];

  observe(page: Page, url?: string): void {
    this.pages += 1;
    if (this.pages > FIRST && this.pages % EVERY !== 0) return;
    this.#sampled += 1;
    const known = new Map(this.#entry.map((each, at) => [each.text, at]));
    const following = new Map<number, TextEntry[]>();
    let anchor = -1;
    const lists = url === undefined ? undefined : linksByBlock(page, url);
    for (const [order, block] of page.blocks.entries()) {
      if (block.verdict !== 'template') continue;
      // Copied, because engines keep the whole text in memory for a slice of it.
      const text = structuredClone(block.text.slice(0, TEXT_MAX).trim());
      const at = known.get(text);
      const entry = at === undefined ? undefined : this.#entry[at];
      if (at !== undefined) {
        anchor = at;
        if (entry !== undefined && entry.last !== this.#sampled)
          Object.assign(entry, { seen: entry.seen + 1, last: this.#sampled });
      } else if (text !== '') {
        known.set(text, anchor);
        const list = following.get(anchor) ?? [];
        list.push({ text, region: regionOf(block), links: lists?.[order], seen: 1, last: this.#sampled });
        following.set(anchor, list);
      }
    }
    // A new text is inserted after the text that precedes it on the page.
    this.#entry = [
      ...(following.get(-1) ?? []),
      ...this.#entry.flatMap((each, at) => [each, ...(following.get(at) ?? [])]),
    ];
    this.#limit();
  }

  #limit(): void {
    if (this.#entry.length <= BLOCKS_MAX) return;
    const order = this.#entry.toSorted((one, other) => other.seen - one.seen || other.last - one.last);
    const kept = new Set(order.slice(0, BLOCKS_MAX >> 1));
    this.#entry = this.#entry.filter((each) => kept.has(each));
  }

  /** Texts that several pages of the sample have; if it has only one page, all texts. */
  blocks(): TextEntry[] {
    const least = Math.min(2, this.#sampled);
    return this.#entry.filter(({ seen }) => seen >= least);
  }
}

/** The template texts of one site. Call it with each page right after it was learned. */
export class TemplateTexts {
  readonly #layouts = new Map<number, LayoutTexts>();

  /**
   * Counts a page, and records its template if it is in the sample.
   *
   * @param url URL of the page; if it is given, blocks have links
   * @throws {InputError} `INPUT_INVALID` if it is not a page
   * @throws {UsageError} `PAGE_STALE` after the next page
   */
  observe(page: Page, url?: string): void {
    contextOf(page);
    layoutAt(this.#layouts, page.layout ?? 0, () => new LayoutTexts())?.observe(page, url);
  }

  /** A record for each layout with texts that are in no earlier record. Layouts with most pages are first. */
  records(): TemplateTextRecord[] {
    const given = new Set<string>();
    return [...this.#layouts]
      .sort(([, one], [, other]) => other.pages - one.pages)
      .map(([layout, texts]) => {
        const own = texts.blocks().filter(({ text }) => !given.has(text));
        for (const { text } of own) given.add(text);
        const blocks = own.map(({ text, region, seen, links }) => ({
          ...{ text, ...(region !== undefined && { region }), seen },
          ...(links !== undefined && { links }),
        }));
        return { layout, pages: texts.pages, text: own.map(({ text }) => text).join('\n'), blocks };
      })
      .filter(({ blocks }) => blocks.length > 0);
  }
}
