/**
 * Layouts of a site: groups of pages of the same structure, found page by page.
 *
 * A layout knows the places of its pages, and on how many of the last ones each was. A page has the layout that it is most
 * similar to, if that is similar enough; otherwise it founds one. A place that only one side has counts as a difference if the
 * place around it is on both sides: so a long list or a table in the content of one page is one difference, whatever is in it.
 *
 *   similarity = common / (common + different)       each place by the share of the layout's pages that have it
 *
 * A place that no layout of the site knows is rather content than another layout: it counts a quarter.
 *
 * The number of layouts is bounded: a new one takes the record of the one that was seen least recently. Ids are never used twice.
 */
import { Around, Layout, Layouts } from './layout-records';
import { Site } from './records';
import { PAGE } from '../page/arena';
import { growLayouts, layoutAt, placeAt } from './layout-store';
import { placeAround, placeCount, placeHash, placeNumber } from './layout-places';

/** Minimum similarity of a page to its layout, in 1/128. */
const SIMILAR: u32 = 83;
/** Index of no layout. */
const NO_LAYOUT: u32 = 0xffffffff;
/** Index of the layout that the page has; NO_LAYOUT if no layout is similar. */
let found: u32 = NO_LAYOUT;

/** For each place of the page: the last layout that was found to have it, or where the layout has it; numbers from 1. */
const SEEN = memory.data(<i32>Layout.PLACES_MAX + 1);
/** For each place of the page: whether any layout knows it. */
const KNOWN = memory.data(<i32>Layout.PLACES_MAX + 1);
/** For each place of each layout: the number that the page gives to it; 0 where the page has no such place. */
const NUMBERS = memory.data(<i32>Layouts.MAX * <i32>Layout.PLACES_MAX);

/** Common places of the page and the layout that is most similar to it, by weight. */
let bestCommon: u32 = 0;
/** All places of both, by weight. */
let bestAll: u32 = 0;

/** Where the numbers of the places of a layout are, by its index. */
function numbersAt(index: u32): usize {
  return NUMBERS + <usize>index * Layout.PLACES_MAX;
}

/**
 * Whether the page is similar to the layout, and more so than to those before. Places that a page of the layout may have or not say
 * little: a missing place counts by the square of its share, a present place by half of the rest to a whole.
 */
function compare(layout: Layout, numbers: usize, mark: u32): bool {
  const weight = layout.weight;
  // The root block is common to all pages.
  let common = weight * weight;
  let different: u32 = 0;
  for (let index: u32 = 0, end = layout.places; index < end; ++index) {
    const place = placeAt(layout, index);
    const count = <u32>place.count;
    const number = <u32>load<u8>(numbers + index);
    if (number) {
      common += count * weight;
      different += ((weight - count) * weight) >> 1;
      store<u8>(SEEN + number, <u8>mark);
    } else {
      const around = <u32>place.around;
      if (around == Around.ROOT || (around != Around.FORGOTTEN && load<u8>(numbers + around - 1)))
        different += count * count;
    }
  }
  for (let number: u32 = 1; number <= placeCount; ++number) {
    if (load<u8>(SEEN + number) == mark) continue;
    const around = placeAround(number);
    if (around && load<u8>(SEEN + around) != mark) continue;
    different += load<u8>(KNOWN + number) ? weight * weight : (weight * weight) >> 2;
  }
  const all = common + different;
  if (<u64>common * 128 < <u64>all * SIMILAR || <u64>common * bestAll <= <u64>bestCommon * all) return false;
  bestCommon = common;
  bestAll = all;
  return true;
}

/** Notes which places of the page a layout knows. */
function noteKnown(layout: Layout, numbers: usize): void {
  for (let index: u32 = 0, end = layout.places; index < end; ++index) {
    const number = placeNumber(placeAt(layout, index).hash);
    store<u8>(numbers + index, <u8>number);
    store<u8>(KNOWN + number, 1);
  }
}

/** Finds the layout of the current page among those of the site. */
export function findLayout(site: Site): void {
  found = NO_LAYOUT;
  const layouts = changetype<Layouts>(site.layouts);
  const count = layouts ? layouts.count : 0;
  memory.fill(SEEN, 0, Layout.PLACES_MAX + 1);
  memory.fill(KNOWN, 0, Layout.PLACES_MAX + 1);
  for (let index: u32 = 0; index < count; ++index) noteKnown(layoutAt(layouts, index), numbersAt(index));
  bestCommon = 0;
  bestAll = 1;
  for (let index: u32 = 0; index < count; ++index) {
    if (compare(layoutAt(layouts, index), numbersAt(index), index + 1)) found = index;
  }
}

/**
 * Of `known` pages, those that are evidence for a page without a text that half of them have. `most` had one of its texts.
 *
 * On a site of several sections without a common template, most pages are such a page. Then the number is that of the pages that
 * share a text with it, since all pages of its section do. Elsewhere the page has a new design or a kind of its own. Then the number
 * is that of the pages since its layout was founded; 0 without a layout: the page is judged as the first one of a site.
 */
export function pagesOfSection(site: Site, known: u32, most: u32): u32 {
  const layouts = changetype<Layouts>(site.layouts);
  if (layouts && !layouts.common) return most;
  return found == NO_LAYOUT ? 0 : known + 1 - layoutAt(layouts, found).first;
}

/** Publishes the layout that was found for a page that is not counted. */
export function publishLayout(site: Site): void {
  if (found != NO_LAYOUT) setLayout(layoutAt(changetype<Layouts>(site.layouts), found).id, false);
}

/** Sets the layout of the current page; 0 without one. */
export function setLayout(id: u32, isNew: bool): void {
  PAGE.layout = id;
  PAGE.isNewLayout = u32(isNew);
}

/** Makes room for a new layout, if the page founds one; false if memory is unavailable. */
export function reserveLayout(site: Site): bool {
  const layouts = changetype<Layouts>(site.layouts);
  const room = layouts ? layouts.room : 0;
  if (found != NO_LAYOUT || room == Layouts.MAX || (room && layouts.count < room)) return true;
  return growLayouts(site, room + 1);
}

/** Index of the layout that was seen least recently. */
function oldest(layouts: Layouts): u32 {
  let oldest: u32 = 0;
  let last: u32 = 0xffffffff;
  for (let index: u32 = 0; index < Layouts.MAX; ++index) {
    const seen = layoutAt(layouts, index).last;
    if (seen >= last) continue;
    last = seen;
    oldest = index;
  }
  return oldest;
}

/**
 * Counts the page, whose number is `number`, for the layout that was found, or founds one. It cannot fail after `reserveLayout`.
 * `hasCommon`: whether it has a text that half of the pages known have.
 */
export function countLayout(site: Site, number: u32, hasCommon: bool): void {
  const layouts = changetype<Layouts>(site.layouts);
  const common = layouts.common;
  layouts.common = hasCommon ? min(common + 1, Layouts.COMMON_MAX) : common - u32(common != 0);
  const isNew = found == NO_LAYOUT;
  if (isNew) {
    const count = layouts.count;
    assert(count < layouts.room || count == Layouts.MAX, 'layouts: no room was reserved');
    found = count < Layouts.MAX ? count : oldest(layouts);
    if (count < Layouts.MAX) layouts.count = count + 1;
    const layout = layoutAt(layouts, found);
    memory.fill(changetype<usize>(layout), 0, Layout.BYTES);
    const id = layouts.lastId + 1;
    layouts.lastId = id;
    layout.id = id;
    layout.first = number;
  }
  const layout = layoutAt(layouts, found);
  layout.pages += 1;
  layout.last = number;
  follow(layout, numbersAt(found));
  setLayout(layout.id, isNew);
}

/** Counts the places of the page for its layout. Places that are seldom there make room for others. */
function follow(layout: Layout, numbers: usize): void {
  let weight = layout.weight + 1;
  const isHalved = weight == Layout.WEIGHT_MAX;
  if (isHalved) weight >>= 1;
  layout.weight = weight;
  memory.fill(SEEN, 0, Layout.PLACES_MAX + 1);
  let used = layout.places;
  for (let index: u32 = 0; index < used; ++index) {
    const place = placeAt(layout, index);
    const number = <usize>load<u8>(numbers + index);
    const count = <u32>place.count + u32(number != 0);
    place.count = <u8>(isHalved ? count >> 1 : count);
    store<u8>(SEEN + number, <u8>(index + 1));
  }
  // Places before this one were counted on one of the last pages.
  let unseen: u32 = 0;
  for (let number: u32 = 1; number <= placeCount; ++number) {
    if (load<u8>(SEEN + number)) continue;
    let free = used;
    if (used < Layout.PLACES_MAX) {
      layout.places = ++used;
    } else {
      while (unseen < Layout.PLACES_MAX && placeAt(layout, unseen).count) ++unseen;
      if (unseen == Layout.PLACES_MAX) break;
      free = unseen;
      // It may be one of the page, whose count was halved.
      store<u8>(SEEN + <usize>load<u8>(numbers + free), 0);
      forget(layout, free);
    }
    const place = placeAt(layout, free);
    const around = placeAround(number);
    const known = <u32>load<u8>(SEEN + around);
    place.hash = placeHash(number);
    place.around = <u8>(!around ? Around.ROOT : known ? known : Around.FORGOTTEN);
    place.count = 1;
    store<u8>(SEEN + number, <u8>(free + 1));
  }
}

/** Forgets a place of a full layout, by its index: what stood in it stands in none that is known. */
function forget(layout: Layout, index: u32): void {
  for (let other: u32 = 0; other < Layout.PLACES_MAX; ++other) {
    const place = placeAt(layout, other);
    if (<u32>place.around == index + 1) place.around = <u8>Around.FORGOTTEN;
  }
}
