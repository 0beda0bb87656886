/**
 * Layouts of a site: clusters of pages with the same structure, found incrementally.
 *
 * A layout counts for each path how many of its last pages have it. A page is assigned to the most similar layout above the threshold, or
 * starts a new one. A path that only the page or the layout has is a difference if both have its parent. So a long list or table in the
 * content of one page is one difference.
 *
 *   similarity = common / (common + different)       each path by the share of the layout's pages that have it
 *
 * A path that no layout has is probably content: it counts a quarter.
 *
 * If there are too many layouts, a new one replaces the least recently seen. Ids are never reused.
 */
import { ParentPath, Layout, LayoutPath, Layouts } from './layout-records';
import { Site } from './records';
import { PAGE } from '../page/arena';
import { parentPath, pathCount, pathHash, pathNumber } from './layout-paths';
import { allocate, release, roundUp } from '../memory';

// The layouts of a site are one block of memory, created with the first layout.

function bytesOf(capacity: u32): usize {
  return Layouts.BYTES + <usize>capacity * Layout.BYTES;
}

export function layoutAt(layouts: Layouts, index: u32): Layout {
  return changetype<Layout>(changetype<usize>(layouts) + Layouts.BYTES + <usize>index * Layout.BYTES);
}

export function pathAt(layout: Layout, index: u32): LayoutPath {
  return changetype<LayoutPath>(changetype<usize>(layout) + Layout.FIRST_PATH + <usize>index * LayoutPath.BYTES);
}

/** Reserves memory for `capacity` layouts in total; false if memory is unavailable. */
export function growLayouts(site: Site, capacity: u32): bool {
  const larger = allocate(bytesOf(capacity));
  if (!larger) return false;
  const layouts = changetype<Layouts>(site.layouts);
  memory.fill(larger, 0, Layouts.BYTES);
  if (layouts) memory.copy(larger, changetype<usize>(layouts), bytesOf(layouts.capacity));
  changetype<Layouts>(larger).capacity = capacity;
  releaseLayouts(site);
  site.layouts = larger;
  return true;
}

export function releaseLayouts(site: Site): void {
  const layouts = changetype<Layouts>(site.layouts);
  if (layouts) release(changetype<usize>(layouts), bytesOf(layouts.capacity));
}

export function layoutsBytes(site: Site): usize {
  const layouts = changetype<Layouts>(site.layouts);
  return layouts ? roundUp(bytesOf(layouts.capacity)) : 0;
}

/** Minimum similarity of a page to its layout, in 1/128. */
const SIMILAR: u32 = 83;
const NO_LAYOUT: u32 = 0xffffffff;
/** Index of the layout of the page, or NO_LAYOUT. */
let found: u32 = NO_LAYOUT;

/** For each path of the page: number of the last layout that has it; in `countPaths`, its number in the layout. */
const SEEN = memory.data(<i32>Layout.PATHS_MAX + 1);
/** For each path of the page: true if any layout has it. */
const KNOWN = memory.data(<i32>Layout.PATHS_MAX + 1);
/** For each path of each layout: its number in the page, or 0. */
const NUMBERS = memory.data(<i32>Layouts.MAX * <i32>Layout.PATHS_MAX);

/** Weight of the paths that the page and its most similar layout share. */
let bestCommon: u32 = 0;
/** That weight plus their differences. */
let bestAll: u32 = 0;

/** Numbers of a layout's paths. */
function numbersAt(index: u32): usize {
  return NUMBERS + <usize>index * Layout.PATHS_MAX;
}

/**
 * True if the page is similar to the layout, and more so than to previous ones. Optional paths have little weight. A path on a share s of
 * the pages of the layout: if the page lacks it, it is a difference of s²; if the page has it, s is common and (1 − s) / 2 a difference.
 */
function compare(layout: Layout, numbers: usize, mark: u32): bool {
  const weight = layout.weight;
  // All pages have the root block.
  let common = weight * weight;
  let different: u32 = 0;
  for (let index: u32 = 0, end = layout.paths; index < end; ++index) {
    const path = pathAt(layout, index);
    const count = <u32>path.count;
    const number = <u32>load<u8>(numbers + index);
    if (number) {
      common += count * weight;
      different += ((weight - count) * weight) >> 1;
      store<u8>(SEEN + number, <u8>mark);
    } else {
      const parent = <u32>path.parent;
      if (parent == ParentPath.ROOT || (parent != ParentPath.FORGOTTEN && load<u8>(numbers + parent - 1)))
        different += count * count;
    }
  }
  for (let number: u32 = 1; number <= pathCount; ++number) {
    if (load<u8>(SEEN + number) == mark) continue;
    const parent = parentPath(number);
    if (parent && load<u8>(SEEN + parent) != mark) continue;
    different += load<u8>(KNOWN + number) ? weight * weight : (weight * weight) >> 2;
  }
  const all = common + different;
  if (<u64>common * 128 < <u64>all * SIMILAR || <u64>common * bestAll <= <u64>bestCommon * all) return false;
  bestCommon = common;
  bestAll = all;
  return true;
}

/** Notes which paths of the page a layout has. */
function noteKnown(layout: Layout, numbers: usize): void {
  for (let index: u32 = 0, end = layout.paths; index < end; ++index) {
    const number = pathNumber(pathAt(layout, index).hash);
    store<u8>(numbers + index, <u8>number);
    store<u8>(KNOWN + number, 1);
  }
}

export function findLayout(site: Site): void {
  found = NO_LAYOUT;
  const layouts = changetype<Layouts>(site.layouts);
  const count = layouts ? layouts.count : 0;
  memory.fill(SEEN, 0, Layout.PATHS_MAX + 1);
  memory.fill(KNOWN, 0, Layout.PATHS_MAX + 1);
  for (let index: u32 = 0; index < count; ++index) noteKnown(layoutAt(layouts, index), numbersAt(index));
  bestCommon = 0;
  bestAll = 1;
  for (let index: u32 = 0; index < count; ++index) {
    if (compare(layoutAt(layouts, index), numbersAt(index), index + 1)) found = index;
  }
}

/**
 * For a page without a text that half of the `known` pages have: number of known pages that are evidence for it. `most`: maximum number of
 * pages that share one of its texts.
 *
 * If most pages of the site are like this, its sections have no common template, but all pages of a section share a text: the result is
 * `most`. Otherwise the page has a new or unique design: the result is the number of pages since its layout was created, or 0 without a
 * layout.
 */
export function pagesOfSection(site: Site, known: u32, most: u32): u32 {
  const layouts = changetype<Layouts>(site.layouts);
  if (layouts && !layouts.common) return most;
  return found == NO_LAYOUT ? 0 : known + 1 - layoutAt(layouts, found).first;
}

/** Publishes the layout of an uncounted page. */
export function publishLayout(site: Site): void {
  if (found != NO_LAYOUT) setLayout(layoutAt(changetype<Layouts>(site.layouts), found).id, false);
}

/** 0 without a layout. */
export function setLayout(id: u32, isNew: bool): void {
  PAGE.layout = id;
  PAGE.isNewLayout = u32(isNew);
}

/** Reserves memory for a new layout, if the page starts one; false if memory is unavailable. */
export function reserveLayout(site: Site): bool {
  const layouts = changetype<Layouts>(site.layouts);
  const capacity = layouts ? layouts.capacity : 0;
  if (found != NO_LAYOUT || capacity == Layouts.MAX || (capacity && layouts.count < capacity)) return true;
  return growLayouts(site, capacity + 1);
}

/** Index of the least recently seen layout. */
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
 * Counts the page for its layout, or for a new one. Cannot fail after `reserveLayout`. `hasCommon`: the page has a text that half of the
 * known pages have.
 */
export function countLayout(site: Site, number: u32, hasCommon: bool): void {
  const layouts = changetype<Layouts>(site.layouts);
  const common = layouts.common;
  layouts.common = hasCommon ? min(common + 1, Layouts.COMMON_MAX) : common - u32(common != 0);
  const isNew = found == NO_LAYOUT;
  if (isNew) {
    const count = layouts.count;
    assert(count < layouts.capacity || count == Layouts.MAX, 'layouts: no capacity was reserved');
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
  countPaths(layout, numbersAt(found));
  setLayout(layout.id, isNew);
}

/** Counts the page's paths for its layout. In a full layout, new paths replace those with count 0. */
function countPaths(layout: Layout, numbers: usize): void {
  let weight = layout.weight + 1;
  const isHalved = weight == Layout.WEIGHT_MAX;
  if (isHalved) weight >>= 1;
  layout.weight = weight;
  memory.fill(SEEN, 0, Layout.PATHS_MAX + 1);
  let used = layout.paths;
  for (let index: u32 = 0; index < used; ++index) {
    const path = pathAt(layout, index);
    const number = <usize>load<u8>(numbers + index);
    const count = <u32>path.count + u32(number != 0);
    path.count = <u8>(isHalved ? count >> 1 : count);
    store<u8>(SEEN + number, <u8>(index + 1));
  }
  // All paths before this index have a higher count than 0.
  let unseen: u32 = 0;
  for (let number: u32 = 1; number <= pathCount; ++number) {
    if (load<u8>(SEEN + number)) continue;
    let free = used;
    if (used < Layout.PATHS_MAX) {
      layout.paths = ++used;
    } else {
      while (unseen < Layout.PATHS_MAX && pathAt(layout, unseen).count) ++unseen;
      if (unseen == Layout.PATHS_MAX) break;
      free = unseen;
      // The page itself may have the evicted path, if its count was halved.
      store<u8>(SEEN + <usize>load<u8>(numbers + free), 0);
      evictPath(layout, free);
    }
    const path = pathAt(layout, free);
    const parent = parentPath(number);
    const known = <u32>load<u8>(SEEN + parent);
    path.hash = pathHash(number);
    path.parent = <u8>(!parent ? ParentPath.ROOT : known ? known : ParentPath.FORGOTTEN);
    path.count = 1;
    store<u8>(SEEN + number, <u8>(free + 1));
  }
}

/** Evicts a path of a full layout. Its children then have no known parent. */
function evictPath(layout: Layout, index: u32): void {
  for (let other: u32 = 0; other < Layout.PATHS_MAX; ++other) {
    const path = pathAt(layout, other);
    if (<u32>path.parent == index + 1) path.parent = <u8>ParentPath.FORGOTTEN;
  }
}
