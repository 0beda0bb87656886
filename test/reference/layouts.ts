/**
 * Reference implementation of the layouts: groups of pages of the same structure, found page by page, by full paths.
 */
import { type Block, divide } from './blocks.ts';
import type { ReferenceElement } from './tree.ts';

const PLACES_MAX = 64;
const LAYOUTS_MAX = 32;
const WEIGHT_MAX = 32;
const COMMON_MAX = 32;
const SIMILAR = 83 / 128;

/** Places of a page, each with the place around it: empty for a child of the root block. */
type Places = ReadonlyMap<string, string>;

interface KnownPlace {
  around: string;
  count: number;
}

interface Layout {
  readonly id: number;
  /** The page that founded the layout. */
  readonly first: number;
  weight: number;
  last: number;
  /** In the order of the module's slots. */
  readonly places: [place: string, known: KnownPlace][];
}

function placesOf(root: ReferenceElement, separators: ReadonlySet<string>): Places {
  const places = new Map<string, string>();
  const placeOfBlock = new Map<Block, string | undefined>();
  for (const block of divide(root, separators).all) {
    if (block.parent === undefined) {
      placeOfBlock.set(block, '');
      continue;
    }
    const around = placeOfBlock.get(block.parent);
    if (around === undefined) continue;
    const place = `${around}>${block.name} ${block.stems}`;
    if (!places.has(place)) {
      if (places.size === PLACES_MAX) continue;
      places.set(place, around);
    }
    placeOfBlock.set(block, place);
  }
  return places;
}

function similarity(places: Places, layout: Layout, known: ReadonlySet<string>): { common: number; all: number } {
  const { weight } = layout;
  const own = new Set(layout.places.map(([place]) => place));
  // The root block.
  let common = weight ** 2;
  let different = 0;
  for (const [place, { around, count }] of layout.places) {
    if (places.has(place)) {
      common += count * weight;
      different += Math.floor(((weight - count) * weight) / 2);
    } else if (around === '' || places.has(around)) different += count ** 2;
  }
  for (const [place, around] of places) {
    if (own.has(place) || (around !== '' && !own.has(around))) continue;
    different += known.has(place) ? weight ** 2 : Math.floor(weight ** 2 / 4);
  }
  return { common, all: common + different };
}

export class ReferenceLayouts {
  readonly #separators: ReadonlySet<string>;
  #layouts: Layout[] = [];
  #lastId = 0;
  #pages = 0;
  /** Number of the last pages with a common text, minus those without. */
  #common = 0;

  constructor(separators: ReadonlySet<string>) {
    this.#separators = separators;
  }

  label(root: ReferenceElement): number | undefined {
    return this.#find(placesOf(root, this.#separators))?.id;
  }

  /**
   * Number of `known` pages that are evidence for a page without a text that half of them have. If most of the last
   * pages also lacked one: `most`, the pages with the most frequent text of this page. Otherwise, the pages since its
   * layout was founded; 0 without a layout.
   */
  pagesOfSection(root: ReferenceElement, known: number, most: number): number {
    if (this.#common === 0 && this.#pages > 0) return most;
    const layout = this.#find(placesOf(root, this.#separators));
    return layout === undefined ? 0 : known + 1 - layout.first;
  }

  /** Counts the page in its layout, or founds one. `hasCommon`: true if half of the pages have one of its texts. */
  learn(root: ReferenceElement, hasCommon: boolean): { layout: number; isNew: boolean } {
    this.#common = hasCommon ? Math.min(this.#common + 1, COMMON_MAX) : Math.max(0, this.#common - 1);
    const places = placesOf(root, this.#separators);
    const found = this.#find(places);
    this.#pages += 1;
    const layout = found ?? this.#add();
    layout.last = this.#pages;
    follow(layout, places);
    return { layout: layout.id, isNew: found === undefined };
  }

  #find(places: Places): Layout | undefined {
    const known = new Set(this.#layouts.flatMap((layout) => layout.places.map(([place]) => place)));
    let best: { readonly layout: Layout; readonly common: number; readonly all: number } | undefined;
    for (const layout of this.#layouts) {
      const { common, all } = similarity(places, layout, known);
      if (common < all * SIMILAR) continue;
      if (best === undefined || common * best.all > best.common * all) best = { layout, common, all };
    }
    return best?.layout;
  }

  #add(): Layout {
    this.#lastId += 1;
    const layout: Layout = { id: this.#lastId, first: this.#pages, weight: 0, last: 0, places: [] };
    if (this.#layouts.length < LAYOUTS_MAX) this.#layouts.push(layout);
    else {
      const oldest = Math.min(...this.#layouts.map(({ last }) => last));
      this.#layouts = this.#layouts.map((other) => (other.last === oldest ? layout : other));
    }
    return layout;
  }
}

/** Replaces a forgotten position of a layout. No page has this position. */
const FORGOTTEN = 'forgotten';

/** Counts the positions of a page in its layout, and removes those that none of the last pages had. */
function follow(layout: Layout, places: Places): void {
  layout.weight += 1;
  for (const [place, known] of layout.places) if (places.has(place)) known.count += 1;
  const isHalved = layout.weight === WEIGHT_MAX;
  if (isHalved) {
    layout.weight /= 2;
    for (const [, known] of layout.places) known.count = Math.floor(known.count / 2);
  }
  const own = new Set(layout.places.map(([place]) => place));
  for (const [place, around] of places) {
    if (own.has(place)) continue;
    const known = around === '' || own.has(around) ? around : FORGOTTEN;
    const entry: [string, KnownPlace] = [place, { around: known, count: 1 }];
    if (layout.places.length < PLACES_MAX) layout.places.push(entry);
    else {
      const free = layout.places.findIndex(([, { count }]) => count === 0);
      const unseen = layout.places[free];
      if (unseen === undefined) return;
      own.delete(unseen[0]);
      for (const [, other] of layout.places) if (other.around === unseen[0]) other.around = FORGOTTEN;
      layout.places[free] = entry;
    }
    own.add(place);
  }
}
