/** The records of one page: which places have them, and the selectors of these and of their columns. */
import type { FieldRule, ItemRule } from '../apply/index.ts';
import type { PageNode } from '../page/tree.ts';
import { type Column, columnsOf, fieldOf, isIn, type Part, partsOf, type Records, tableColumns } from './columns.ts';
import type { PagePlaces, Place } from './places.ts';

/** Records of a page, at least. */
const RECORDS_MIN = 3;
/** Places that are looked at, and that are taken. */
const TRIED_MAX = 12;
const TAKEN_MAX = 3;
/** Share of the content of the page in the records, at least: of the first place, and of others. */
const COVER_MIN = 0.1;
const OTHER_MIN = 0.15;
/** Share of the text of records that is content, at least. */
const CONTENT_MIN = 0.15;

/** Elements of text, and what a page has of each. */
const NO_RECORD =
  /^(?:p|br|span|b|i|em|strong|code|pre|td|th|tbody|thead|table|ul|ol|dl|dd|font|html|body|head|main|option|select|form|svg|path|time|label|input|img|picture|figure|h1|blockquote)$/;
/** Begin records of several siblings. */
const HEAD = /^(?:dt|tr|h[2-6]|div|li|p)$/;

export interface FoundRecords {
  readonly rule: Pick<ItemRule, 'selector' | 'fields' | 'withSiblings'>;
  readonly elements: readonly PageNode[];
}

interface Candidate extends Records {
  readonly cover: number;
  readonly withSiblings: boolean;
  readonly score: number;
  readonly columns: readonly Column[];
}

export function findRecords(page: PagePlaces): FoundRecords[] {
  const whole = page.worth[0] ?? 0;
  if (whole === 0) return [];
  const tried = page.places
    .filter(({ elements }) => elements.length >= RECORDS_MIN)
    .map((place) => ({ place, isHead: HEAD.test(place.tag) && hasFollowers(page, place) }))
    .filter(({ place: { tag }, isHead }) => isHead || !NO_RECORD.test(tag))
    .map((one) => ({ ...one, ...extentOf(page, one.place.elements), ...(one.isHead && aroundOf(page, one.place)) }))
    .filter(({ cover, purity }) => cover >= COVER_MIN && purity >= CONTENT_MIN)
    .map((one) => ({ ...one, hope: one.cover * Math.log2(1 + one.count) }))
    .sort((a, b) => b.hope - a.hope)
    .slice(0, TRIED_MAX);
  const candidates = tried
    .map(({ place, isHead, cover }) => candidateOf(page, place, isHead, cover))
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => b.score - a.score);
  const taken: Candidate[] = [];
  const found: FoundRecords[] = [];
  for (const candidate of candidates) {
    if (taken.length === TAKEN_MAX) break;
    if (taken.length > 0 && candidate.cover < OTHER_MIN) continue;
    if (taken.some((one) => isInside(one, candidate) || isInside(candidate, one))) continue;
    const rule = ruleOf(page, candidate);
    if (rule === undefined) continue;
    taken.push(candidate);
    found.push({ rule, elements: candidate.place.elements.map((at) => page.tree.elements[at] as PageNode) });
  }
  return found;
}

/** Elements of a place that are in no other of its elements: their number, and their share of the content; purity: what is content of them. */
function extentOf(
  { ends, worth, all }: PagePlaces,
  elements: Iterable<number>,
): { count: number; cover: number; purity: number } {
  let [end, value, text, count] = [-1, 0, 0, 0];
  for (const at of elements) {
    if (at <= end) continue;
    end = ends[at] as number;
    value += worth[at] as number;
    text += all[at] as number;
    count += Number((all[at] as number) > 0);
  }
  return { count: Math.max(count, 1), cover: value / (worth[0] as number), purity: text === 0 ? 0 : value / text };
}

/** The same of what is around its elements. */
function aroundOf(page: PagePlaces, { elements }: Place): { cover: number; purity: number } {
  const { cover, purity } = extentOf(page, new Set(elements.map((at) => page.tree.parents[at] as number)));
  return { cover, purity };
}

const isInside = (inner: Candidate, outer: Candidate): boolean =>
  inner.place.elements.some((at) => outer.owner[at] !== -1);

function candidateOf(page: PagePlaces, place: Place, isHead: boolean, whole: number): Candidate | undefined {
  const plain = recordsOf(page, place, false);
  const wide = isHead ? recordsOf(page, place, true) : undefined;
  const { cover: alone } = extentOf(page, place.elements);
  const tries = [plain, wide]
    .filter((one) => one !== undefined)
    .map((records) => {
      const parts = partsOf(page, records);
      const columns = tableColumns(page, records, parts) ?? columnsOf(page, records, parts);
      const cover = records === wide ? whole : alone;
      const score = scoreOf(page, records, columns, cover);
      return { ...records, cover, withSiblings: records === wide, columns, score };
    });
  const best = tries.sort((a, b) => b.score - a.score)[0];
  return best === undefined || best.score === 0 ? undefined : best;
}

const TYPES = new Set(['title', 'link', 'date', 'author', 'price', 'image', 'text']);
/** Share of the records that have a title and a link that is not in it. */
const CARD_SHARE = 0.95;
/** More columns than these say no more for a place. */
const COLUMNS_MAX = 5;

function scoreOf(page: PagePlaces, { count }: Records, columns: readonly Column[], cover: number): number {
  const [title, link] = ['title', 'link'].map((name) => columns.find((column) => column.name === name)?.part);
  const isTitleLinked =
    title !== undefined && link !== undefined && (title === link || isIn(page, link, title) || isIn(page, title, link));
  const names = new Set(columns.map(({ name }) => name));
  const has = (name: string): boolean => names.has(name);
  const others = columns.filter(({ name }) => !TYPES.has(name)).length;
  const filled = columns.reduce((sum, { part }) => sum + part.share, 0);
  // A card with a button: each has both.
  const isCard = Math.min(title?.share ?? 0, link?.share ?? 0) >= CARD_SHARE;
  const isTyped = isTitleLinked || isCard || ['date', 'author', 'price'].some(has) || others >= 2;
  return isTyped ? cover * Math.log2(1 + count) * (1 + Math.min(COLUMNS_MAX, filled)) : 0;
}

function recordsOf({ tree: { parents }, placeOf }: PagePlaces, place: Place, withSiblings: boolean): Records {
  const owner = new Int32Array(placeOf.length).fill(-1);
  let count = 0;
  const heads = new Map<number, number>();
  for (let at = place.elements[0] ?? 0; at < placeOf.length; at += 1) {
    const parent = parents[at] as number;
    if (placeOf[at] === place) {
      owner[at] = count;
      heads.set(parent, count);
      count += 1;
    } else {
      const around = parent < 0 ? -1 : (owner[parent] as number);
      owner[at] = around >= 0 ? around : withSiblings ? (heads.get(parent) ?? -1) : -1;
    }
  }
  return { place, count, owner };
}

/** Whether siblings of other places come as often, with text of their own, and each place has a head before it. */
function hasFollowers({ tree: { parents }, placeOf, worth, ends }: PagePlaces, place: Place): boolean {
  const around = new Set(place.elements.map((at) => parents[at] as number));
  if (around.size * 2 > place.elements.length) return false;
  const counts = new Map<Place, number>();
  let [own, others] = [0, 0];
  for (const parent of around) {
    if (parent < 0) return false;
    for (let at = parent + 1; at <= (ends[parent] as number); at = (ends[at] as number) + 1) {
      const one = placeOf[at] as Place;
      if (one === place) own += worth[at] as number;
      else {
        others += worth[at] as number;
        counts.set(one, (counts.get(one) ?? 0) + 1);
      }
    }
  }
  const n = place.elements.length;
  const isRegular = [...counts.values()].some((count) => count >= 0.7 * n && count <= 1.4 * n);
  const first = place.parent?.children.find(
    (child) => child.elements.length >= 0.7 * n && child.elements.length <= 1.4 * n,
  );
  return isRegular && first === place && others >= 0.25 * (own + others);
}

// ── Selectors ──

/** Share of the elements that a selector must find, and of those it finds that are the right ones. */
const FINDS = 0.95;
const RIGHT = 0.9;

function ruleOf(page: PagePlaces, candidate: Candidate): FoundRecords['rule'] | undefined {
  const { place, columns, withSiblings } = candidate;
  const wanted = new Set(place.elements.map((at) => page.tree.elements[at]));
  const fitting = (share: number): string | undefined =>
    itemSelectors(page, place).find((css) => {
      const found = page.tree.selectors.all(css, '');
      const right = found.filter((element) => wanted.has(element)).length;
      return right >= FINDS * wanted.size && right >= share * found.length;
    });
  // Of places that no selector tells from others, those are records too: products of a grid, and of the one below it.
  const selector = fitting(1) ?? fitting(RIGHT) ?? fitting(RIGHT / 2);
  if (selector === undefined) return undefined;
  const fields = columns.flatMap((column): FieldRule[] => {
    if (column.part.place === place) return [fieldOf(column, undefined)];
    const css = [...columnSelectors(place, column.part.place), ...positions(page, candidate, column.part)].find(
      (each) => findsPart(page, candidate, column.part, each),
    );
    return css === undefined ? [] : [fieldOf(column, css)];
  });
  return fields.length === 0 ? undefined : { selector, fields, ...(withSiblings && { withSiblings }) };
}

/** Names that nearly all elements of a place have. */
const lasting = ({ names, elements }: Place): string[] =>
  [...names].filter(([, count]) => count >= 0.95 * elements.length).map(([name]) => name);

const atPosition = ({ tag, position }: Place): string =>
  `${tag}:nth-${/^t[dh]$/.test(tag) ? 'child' : 'of-type'}(${position})`;

const stepOf = (place: Place): string => {
  const [name = ''] = lasting(place).sort((a, b) => b.length - a.length);
  return place.position > 0 ? atPosition(place) : `${plainTag(place.tag)}${name}`;
};
const plainTag = (tag: string): string => tag.replace(/[^\w-]/g, '\\$&');

const own = (place: Place): string[] => {
  const names = lasting(place);
  const tag = plainTag(place.tag);
  const single = names.flatMap((name) => [name, `${tag}${name}`]);
  const pairs = names.slice(0, 4).flatMap((name, at) => names.slice(at + 1, 5).map((other) => name + other));
  return place.position > 0
    ? [atPosition(place)]
    : [...single, ...pairs, ...(names.length > 2 ? [names.join('')] : [])];
};

function itemSelectors(page: PagePlaces, place: Place): string[] {
  const tag = plainTag(place.tag);
  const found = own(place);
  const path = [stepOf(place)];
  const names = lasting(place);
  const last = [...names.slice(0, 2).map((name) => `${tag}${name}`), tag];
  for (let at = place.parent, steps = 0; at !== undefined && at.tag !== '' && steps < 8; at = at.parent, steps += 1) {
    const id =
      at.elements.length === 1
        ? page.tree.attribute(page.tree.elements[at.elements[0] as number] as PageNode, 'id')
        : undefined;
    const anchors = [
      ...(id && /^[A-Za-z][\w-]*$/.test(id) && !/\d{3}/.test(id) ? [`#${id}`] : []),
      ...own(at).slice(0, 4),
      ...(/^(?:main|article)$/.test(at.tag) ? [at.tag] : []),
    ];
    for (const anchor of anchors) {
      if (steps === 0) found.push(...last.map((each) => `${anchor} > ${each}`));
      found.push(...last.map((each) => `${anchor} ${each}`), `${anchor} > ${path.join(' > ')}`);
    }
    path.unshift(stepOf(at));
  }
  return [...found.slice(0, 60), path.join(' > ')];
}

function columnSelectors(record: Place, place: Place): string[] {
  const tag = plainTag(place.tag);
  const found = own(place);
  const path: string[] = [];
  const names = lasting(place);
  const last =
    names.length > 0 ? names.slice(0, 2).map((name) => `${tag}${name}`) : [place.position > 0 ? stepOf(place) : tag];
  let at: Place | undefined = place;
  for (; at !== undefined && at !== record && at !== record.parent; at = at.parent) path.unshift(stepOf(at));
  if (names.length === 0) found.push(...last);
  for (
    let around = place.parent;
    around !== undefined && around !== record && around !== record.parent;
    around = around.parent
  )
    for (const name of own(around).slice(0, 4))
      found.push(...last.map((each) => `${name} > ${each}`), ...last.map((each) => `${name} ${each}`));
  found.push(path.join(' > '));
  // From the record on: elsewhere the path would begin anywhere.
  for (const name of own(record).slice(0, 3)) found.push(`${name} > ${path.join(' > ')}`);
  return found.slice(0, 60);
}

/** The way to the first element of a part by its positions. */
function positions({ tree }: PagePlaces, { place, owner }: Candidate, { firsts }: Part): string[] {
  let at = firsts.find((number) => number >= 0) ?? -1;
  const record = owner[at];
  const path: string[] = [];
  for (
    ;
    at >= 0 && tree.elements[at] !== undefined && owner[at] === record && !place.elements.includes(at);
    at = tree.parents[at] as number
  ) {
    const { parent, name } = tree.elements[at] as PageNode;
    const siblings = parent?.children.filter((node) => node.name !== undefined) ?? [];
    path.unshift(`${plainTag(name ?? '')}:nth-child(${siblings.indexOf(tree.elements[at] as PageNode) + 1})`);
  }
  return path.length === 0 || path.length > 12
    ? []
    : [
        ...own(place)
          .slice(0, 2)
          .map((name) => `${name} > ${path.join(' > ')}`),
        path.join(' > '),
      ];
}

/** Whether the first element that a selector finds in each record is the one of a part. */
function findsPart(page: PagePlaces, { owner, count }: Candidate, { firsts }: Part, css: string): boolean {
  const seen = new Int32Array(count).fill(-1);
  for (const element of page.tree.selectors.all(css, '')) {
    const record = owner[element.number] as number;
    if (record >= 0 && seen[record] === -1) seen[record] = element.number;
  }
  let wrong = 0;
  for (let record = 0; record < count; record += 1) if (seen[record] !== firsts[record]) wrong += 1;
  return wrong <= (1 - RIGHT) * count;
}
