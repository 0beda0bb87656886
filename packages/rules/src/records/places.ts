/**
 * Elements of one page by their places: those of one name and alike names of class, in elements of one place. Records of a page are places
 * with several elements (tag paths: Miao et al., WWW 2009), each with the same places inside (Liu et al., KDD 2003).
 */
import type { Page } from 'refrain';
import { contextOf, judgedBlocks } from 'refrain/internal';
import type { PageNode, PageTree } from '../page/tree.ts';
import { isGenerated, partsOf } from '../template/names.ts';

export interface Place {
  readonly parent: Place | undefined;
  readonly tag: string;
  readonly children: Place[];
  /** Numbers of its elements, in document order. */
  readonly elements: number[];
  /** Parts of selectors by the number of elements that have them. */
  readonly names: Map<string, number>;
  /** Of cells: the position in the row, from 1. */
  readonly position: number;
}

/** The elements of a page by number. */
export interface PagePlaces {
  readonly tree: PageTree;
  readonly places: readonly Place[];
  readonly placeOf: readonly Place[];
  /** The number of the last element in each. */
  readonly ends: Int32Array;
  /** Characters in each: all, of content, of main content; what counts as content of the page, and the direct text of each. */
  readonly all: Float64Array;
  readonly worth: Float64Array;
}

/** Maximum number of places of a page; elements beyond them belong to the place that they are in. */
const PLACES_MAX = 4000;
/** Maximum number of places with the name of an element that are compared with it; the most alike of as many is its place. */
const ALIKE_MAX = 12;
/** Maximum number of places in a place that are read to find that of an element. */
const READ_MAX = 200;
/** Maximum number of names of a place that are kept. */
const NAMES_MAX = 48;
/** Content that is not main content counts as this part of it. */
const REST_WORTH = 0.4;
/** The same of template of listings outside of landmarks. */
const LISTED_WORTH = 0.1;
const LANDMARK = /^(?:nav|header|footer|aside)$/;

const CELL = /^(?:td|th)$/;
const LINE = /^(?:a|span)$/;
/** Maximum number of cells of a row whose positions tell them apart. */
const CELLS_MAX = 40;
/** Maximum number of links, or of spans, in an element whose positions tell them apart. */
const LINES_MAX = 4;
/** Names of elements that contain elements of the same name. */
const NESTED = /comment|repl(?:y|ies)|post|message|thing|node/i;
/** Maximum number of places around an element that are compared with it. */
const NESTED_MAX = 200;

const wordsOf = (value: string | null | undefined): string[] => value?.match(/[^ \t\n\f\r]+/g) ?? [];

export function placesOfPage(page: Page, tree: PageTree): PagePlaces {
  const { elements, parents } = tree;
  const positions = positionsOf(elements);
  const root: Place = placeAt(undefined, '', 0);
  const places: Place[] = [];
  const placeOf: Place[] = [];
  const byKey = new Map<Place, Map<string, Place>>();
  for (const [at, element] of elements.entries()) {
    const above = parents[at] as number;
    const around = placeOf[above] ?? root;
    const tag = element.name as string;
    const given = {
      ...{ tag, id: '', classes: wordsOf(tree.attribute(element, 'class')) },
      ...{ role: tree.attribute(element, 'role') ?? '', itemprop: tree.attribute(element, 'itemprop') ?? '' },
    };
    const names = partsOf(given).filter((part) => !isGenerated(part));
    const position = names.length === 0 ? (positions[at] as number) : 0;
    const look: Look = { tag, position, names, above };
    const known = byKey.get(around) ?? new Map<string, Place>();
    byKey.set(around, known);
    const key = `${tag} ${position} ${names.join(' ')}`;
    let place = known.get(key) ?? nested(around, look) ?? alike(around, look, parents);
    if (place === undefined) {
      place = places.length < PLACES_MAX ? placeAt(around, tag, position) : around;
      if (place !== around) places.push(place);
    }
    known.set(key, place);
    placeOf.push(place);
    place.elements.push(at);
    for (const name of names) {
      const count = place.names.get(name) ?? 0;
      if (count > 0 || place.names.size < NAMES_MAX) place.names.set(name, count + 1);
    }
  }
  return { tree, places, placeOf, ...measured(page, tree) };
}

/** Of cells, and of the few links and spans of an element, the position is all that tells them apart; 0 for other elements. */
function positionsOf(elements: readonly PageNode[]): Int32Array {
  const counts = new Map<PageNode | null, Record<string, number>>();
  const kindOf = ({ name = '' }: PageNode): string => (CELL.test(name) ? 'td' : LINE.test(name) ? name : '');
  const positions = Int32Array.from(elements, (element) => {
    const kind = kindOf(element);
    if (kind === '') return 0;
    const known = counts.get(element.parent) ?? {};
    counts.set(element.parent, known);
    known[kind] = (known[kind] ?? 0) + 1;
    return known[kind];
  });
  return positions.map((position, at) => {
    const element = elements[at] as PageNode;
    const kind = kindOf(element);
    const count = counts.get(element.parent)?.[kind] ?? 0;
    return count > 1 && count <= (kind === 'td' ? CELLS_MAX : LINES_MAX) ? position : 0;
  });
}

function placeAt(parent: Place | undefined, tag: string, position: number): Place {
  const place: Place = { parent, tag, children: [], elements: [], names: new Map(), position };
  parent?.children.push(place);
  return place;
}

/** What an element is compared with places by. */
interface Look extends Pick<Place, 'tag' | 'position'> {
  readonly names: readonly string[];
  /** The number of the element around; -1 without one. */
  readonly above: number;
}

/** A place around that has the same names: comments are inside of comments. */
function nested(around: Place, { tag, names }: Look): Place | undefined {
  if (!names.some((name) => NESTED.test(name)) && tag !== 'li') return undefined;
  let steps = 0;
  for (let at: Place | undefined = around; at !== undefined && steps < NESTED_MAX; at = at.parent, steps += 1) {
    if (at.tag === tag && names.length > 0 && likeness(at, names) >= 0.5) return at;
  }
  return undefined;
}

/** The place in a place that looks most like an element. */
function alike(around: Place, { tag, position, names, above }: Look, parents: Int32Array): Place | undefined {
  let [count, most] = [0, 0];
  let best: Place | undefined;
  for (const child of around.children.slice(0, READ_MAX)) {
    if (child.tag !== tag) continue;
    if (names.length === 0) {
      if (child.names.size === 0 && child.position === position) return child;
      continue;
    }
    // Of two spans in one element, each says something else: the old price, and the new one.
    if (tag === 'span' && parents[child.elements.at(-1) as number] === above) continue;
    count += 1;
    const shared = likeness(child, names);
    if (shared > most) [best, most] = [child, shared];
    if (count === ALIKE_MAX) break;
  }
  return most >= 0.5 || count === ALIKE_MAX ? best : undefined;
}

/** Share of the names that most elements of a place have, and an element has. */
function likeness({ names, elements }: Place, parts: readonly string[]): number {
  let [own, shared] = [0, 0];
  for (const [name, count] of names) {
    if (2 * count < elements.length) continue;
    own += 1;
    if (parts.includes(name)) shared += 1;
  }
  return shared / Math.max(1, own, parts.length);
}

function measured(page: Page, tree: PageTree): Pick<PagePlaces, 'ends' | 'all' | 'worth'> {
  const { elements, parents } = tree;
  const count = elements.length;
  const [all, worth] = [new Float64Array(count), new Float64Array(count)];
  const ends = Int32Array.from({ length: count }, (_, at) => at);
  const isInLandmark = new Uint8Array(count);
  for (const [at, { name = '' }] of elements.entries())
    isInLandmark[at] = LANDMARK.test(name) || isInLandmark[parents[at] as number] ? 1 : 0;
  const blocks = judgedBlocks(contextOf(page).core);
  const hasMain = blocks.some(({ isMain }) => isMain);
  // What is one page of listings has few others to tell its entries from its template.
  const rest = /^(?:listing|collection)$/.test(page.kind ?? '') ? LISTED_WORTH : 0;
  for (const { element, length, isContent, isMain } of blocks) {
    const at = tree.numberOf(element) ?? 0;
    if (at >= count) continue;
    all[at] = (all[at] as number) + length;
    const value = isMain || (isContent && !hasMain) ? 1 : isContent ? REST_WORTH : isInLandmark[at] ? 0 : rest;
    worth[at] = (worth[at] as number) + value * length;
  }
  for (let at = count - 1; at > 0; at -= 1) {
    const parent = parents[at] as number;
    if (parent < 0) continue;
    all[parent] = (all[parent] as number) + (all[at] as number);
    worth[parent] = (worth[parent] as number) + (worth[at] as number);
    ends[parent] = Math.max(ends[parent] as number, ends[at] as number);
  }
  return { ends, all, worth };
}
