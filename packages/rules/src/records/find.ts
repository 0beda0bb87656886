import type { FieldRule, ItemRule } from '../apply/rules.ts';
import type { PageGroup, PageGroups } from '../groups/page-groups.ts';
import type { PageNode } from '../page/page-tree.ts';
import {
  COLUMN_NAMES,
  type Column,
  columnsOf,
  fieldOf,
  isIn,
  type Part,
  partsOf,
  type Records,
  type TextBudget,
  tableColumns,
} from './columns.ts';

const RECORDS_MIN = 3;
/** Maximum number of groups that are examined, and that are accepted. */
const TRIED_MAX = 12;
const TAKEN_MAX = 3;
/** Maximum number of characters of values that are read of a page. */
const READ_MAX = 20_000_000;
/** Minimum share of the content of the page that the records of the first group have; below, that of other groups. */
const COVER_MIN = 0.1;
const OTHER_MIN = 0.15;
/** Minimum share of the text of records that is content. */
const CONTENT_MIN = 0.15;

/** Elements that are never records: elements of text, and fields that occur once in each record. */
const NO_RECORD = new Set(
  (
    'p br span b i em strong code pre td th tbody thead table ul ol dl dd font html body head main option select form svg ' +
    'path time label input img picture figure h1 blockquote'
  ).split(' '),
);
/** First elements of records that consist of several siblings. */
const HEAD = /^(?:dt|tr|h[2-6]|div|li|p)$/;

export interface RecordMatch {
  readonly rule: Pick<ItemRule, 'selector' | 'fields' | 'withSiblings'>;
  readonly elements: readonly PageNode[];
}

interface Candidate extends Records {
  readonly cover: number;
  readonly withSiblings: boolean;
  readonly score: number;
  readonly columns: readonly Column[];
}

export function findRecords(page: PageGroups): RecordMatch[] {
  const whole = page.weight[0] ?? 0;
  if (whole === 0) return [];
  const tried = page.groups
    .filter(({ elements }) => elements.length >= RECORDS_MIN)
    .map((group) => ({ group, isHead: HEAD.test(group.tag) && hasFollowers(page, group) }))
    .filter(({ group: { tag }, isHead }) => isHead || !NO_RECORD.has(tag))
    .map((one) => ({ ...one, ...extentOf(page, one.group.elements), ...(one.isHead && aroundOf(page, one.group)) }))
    .filter(({ cover, purity }) => cover >= COVER_MIN && purity >= CONTENT_MIN)
    .map((one) => ({ ...one, hope: one.cover * Math.log2(1 + one.count) }))
    .sort((a, b) => b.hope - a.hope)
    .slice(0, TRIED_MAX);
  const budget = { left: READ_MAX };
  const candidates = tried
    .map(({ group, isHead, cover }) => candidateOf(page, group, isHead ? cover : undefined, budget))
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => b.score - a.score);
  const taken: Candidate[] = [];
  const found: RecordMatch[] = [];
  for (const candidate of candidates) {
    if (taken.length === TAKEN_MAX) break;
    if (taken.length > 0 && candidate.cover < OTHER_MIN) continue;
    if (taken.some((one) => isInside(one, candidate) || isInside(candidate, one))) continue;
    const rule = ruleOf(page, candidate);
    if (rule === undefined) continue;
    taken.push(candidate);
    found.push({ rule, elements: candidate.group.elements.map((at) => page.tree.elements[at] as PageNode) });
  }
  return found;
}

/**
 * The outermost elements of a group: their number, their share of the content of the page, and the share of content in
 * their text.
 */
function extentOf(
  { ends, weight, all }: PageGroups,
  elements: Iterable<number>,
): { count: number; cover: number; purity: number } {
  let [end, value, text, count] = [-1, 0, 0, 0];
  for (const at of elements) {
    if (at <= end) continue;
    end = ends[at] as number;
    value += weight[at] as number;
    text += all[at] as number;
    count += Number((all[at] as number) > 0);
  }
  return { count: Math.max(count, 1), cover: value / (weight[0] as number), purity: text === 0 ? 0 : value / text };
}

function aroundOf(page: PageGroups, { elements }: PageGroup): { cover: number; purity: number } {
  const { cover, purity } = extentOf(page, new Set(elements.map((at) => page.tree.parents[at] as number)));
  return { cover, purity };
}

const isInside = (inner: Candidate, outer: Candidate): boolean =>
  inner.group.elements.some((at) => outer.owner[at] !== -1);

/** `whole`: if records consist of several siblings, the share of the content that all of these have. */
function candidateOf(
  page: PageGroups,
  group: PageGroup,
  whole: number | undefined,
  budget: TextBudget,
): Candidate | undefined {
  const tryOf = (withSiblings: boolean, cover: number): Candidate => {
    const records = recordsOf(page, group, withSiblings);
    const parts = partsOf(page, records, budget);
    const columns = tableColumns(page, records, parts) ?? columnsOf(page, records, parts);
    return { ...records, cover, withSiblings, columns, score: scoreOf(page, records, columns, cover) };
  };
  const single = tryOf(false, extentOf(page, group.elements).cover);
  const wide = whole === undefined ? undefined : tryOf(true, whole);
  const best = wide !== undefined && wide.score > single.score ? wide : single;
  return best.score === 0 ? undefined : best;
}

/** Minimum share of records that have a title and a link outside the title. */
const CARD_SHARE = 0.95;
/** Maximum number of columns that increase the score of a group. */
const COLUMNS_MAX = 5;

function scoreOf(page: PageGroups, { count }: Records, columns: readonly Column[], cover: number): number {
  const [title, link] = ['title', 'link'].map((name) => columns.find((column) => column.name === name)?.part);
  const isTitleLinked =
    title !== undefined && link !== undefined && (title === link || isIn(page, link, title) || isIn(page, title, link));
  const names = new Set(columns.map(({ name }) => name));
  const has = (name: string): boolean => names.has(name);
  const others = columns.filter(({ name }) => !COLUMN_NAMES.includes(name)).length;
  const filled = columns.reduce((sum, { part }) => sum + part.share, 0);
  // True for cards with buttons: each has a title and a link.
  const isCard = Math.min(title?.share ?? 0, link?.share ?? 0) >= CARD_SHARE;
  const isTyped = isTitleLinked || isCard || ['date', 'author', 'price'].some(has) || others >= 2;
  return isTyped ? cover * Math.log2(1 + count) * (1 + Math.min(COLUMNS_MAX, filled)) : 0;
}

function recordsOf({ tree: { parents }, groupOf }: PageGroups, group: PageGroup, withSiblings: boolean): Records {
  const owner = new Int32Array(groupOf.length).fill(-1);
  let count = 0;
  const heads = new Map<number, number>();
  for (let at = group.elements[0] ?? 0; at < groupOf.length; at += 1) {
    const parent = parents[at] as number;
    if (groupOf[at] === group) {
      owner[at] = count;
      heads.set(parent, count);
      count += 1;
    } else {
      const around = parent < 0 ? -1 : (owner[parent] as number);
      owner[at] = around >= 0 ? around : withSiblings ? (heads.get(parent) ?? -1) : -1;
    }
  }
  return { group, count, owner };
}

/** True if records consist of a heading and following siblings: those have text and occur as often as the heading. */
function hasFollowers({ tree: { parents }, groupOf, weight, ends }: PageGroups, group: PageGroup): boolean {
  const around = new Set(group.elements.map((at) => parents[at] as number));
  if (around.size * 2 > group.elements.length) return false;
  const counts = new Map<PageGroup, number>();
  let [own, others] = [0, 0];
  for (const parent of around) {
    if (parent < 0) return false;
    for (let at = parent + 1; at <= (ends[parent] as number); at = (ends[at] as number) + 1) {
      const one = groupOf[at] as PageGroup;
      if (one === group) own += weight[at] as number;
      else {
        others += weight[at] as number;
        counts.set(one, (counts.get(one) ?? 0) + 1);
      }
    }
  }
  const n = group.elements.length;
  const isNear = (count: number): boolean => count >= 0.7 * n && count <= 1.4 * n;
  const first = group.parent?.children.find((child) => isNear(child.elements.length));
  return [...counts.values()].some(isNear) && first === group && others >= 0.25 * (own + others);
}

/** Minimum share of the elements that a selector must find; minimum share of its matches that are correct. */
const FINDS = 0.95;
const RIGHT = 0.9;

function ruleOf(page: PageGroups, candidate: Candidate): RecordMatch['rule'] | undefined {
  const { group, columns, withSiblings } = candidate;
  const wanted = new Set(group.elements.map((at) => page.tree.elements[at]));
  const fitting = (share: number): string | undefined =>
    itemSelectors(page, group).find((css) => {
      const found = page.tree.selectors.all(css, '');
      const right = found.filter((element) => wanted.has(element)).length;
      return right >= FINDS * wanted.size && right >= share * found.length;
    });
  // If no selector is precise, other groups that match are records too, for example products of another grid.
  const selector = fitting(1) ?? fitting(RIGHT) ?? fitting(RIGHT / 2);
  if (selector === undefined) return undefined;
  const fields = columns.flatMap((column): FieldRule[] => {
    if (column.part.group === group) return [fieldOf(column, undefined)];
    const css = [...columnSelectors(group, column.part.group), ...positions(page, candidate, column.part)].find(
      (each) => findsPart(page, candidate, column.part, each),
    );
    return css === undefined ? [] : [fieldOf(column, css)];
  });
  return fields.length === 0 ? undefined : { selector, fields, ...(withSiblings && { withSiblings }) };
}

const frequentNames = (group: PageGroup): string[] => group.frequentNames(0.95);

const atPosition = ({ tag, position }: PageGroup): string =>
  `${tag}:nth-${/^t[dh]$/.test(tag) ? 'child' : 'of-type'}(${position})`;

const stepOf = (group: PageGroup): string => {
  const [name = ''] = frequentNames(group).sort((a, b) => b.length - a.length);
  return group.position > 0 ? atPosition(group) : `${plainTag(group.tag)}${name}`;
};
const plainTag = (tag: string): string => tag.replace(/[^\w-]/g, '\\$&');

const own = (group: PageGroup): string[] => {
  const names = frequentNames(group);
  const tag = plainTag(group.tag);
  const single = names.flatMap((name) => [name, `${tag}${name}`]);
  const pairs = names.slice(0, 4).flatMap((name, at) => names.slice(at + 1, 5).map((other) => name + other));
  return group.position > 0
    ? [atPosition(group)]
    : [...single, ...pairs, ...(names.length > 2 ? [names.join('')] : [])];
};

function itemSelectors(page: PageGroups, group: PageGroup): string[] {
  const tag = plainTag(group.tag);
  const found = own(group);
  const path = [stepOf(group)];
  const names = frequentNames(group);
  const last = [...names.slice(0, 2).map((name) => `${tag}${name}`), tag];
  for (let at = group.parent, steps = 0; at !== undefined && at.tag !== '' && steps < 8; at = at.parent, steps += 1) {
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

function columnSelectors(record: PageGroup, group: PageGroup): string[] {
  const tag = plainTag(group.tag);
  const found = own(group);
  const inside: PageGroup[] = [];
  for (let at: PageGroup | undefined = group; at !== undefined && at !== record && at !== record.parent; at = at.parent)
    inside.push(at);
  const path = inside.map(stepOf).reverse().join(' > ');
  const names = frequentNames(group);
  const last =
    names.length > 0 ? names.slice(0, 2).map((name) => `${tag}${name}`) : [group.position > 0 ? stepOf(group) : tag];
  if (names.length === 0) found.push(...last);
  for (const around of inside.slice(1))
    for (const name of own(around).slice(0, 4))
      found.push(...last.map((each) => `${name} > ${each}`), ...last.map((each) => `${name} ${each}`));
  found.push(path);
  // Relative to the record, because otherwise the path could begin anywhere.
  for (const name of own(record).slice(0, 3)) found.push(`${name} > ${path}`);
  return found.slice(0, 60);
}

function positions({ tree }: PageGroups, { group, owner }: Candidate, { firsts }: Part): string[] {
  let at = firsts.find((number) => number >= 0) ?? -1;
  const record = owner[at];
  const path: string[] = [];
  while (at >= 0 && owner[at] === record && !group.elements.includes(at)) {
    const element = tree.elements[at] as PageNode;
    const siblings = element.parent?.children.filter((node) => node.name !== undefined) ?? [];
    path.unshift(`${plainTag(element.name ?? '')}:nth-child(${siblings.indexOf(element) + 1})`);
    at = tree.parents[at] as number;
  }
  if (path.length === 0 || path.length > 12) return [];
  const css = path.join(' > ');
  const [one, other] = own(group);
  return [one, other].flatMap((name) => (name === undefined ? [] : [`${name} > ${css}`])).concat(css);
}

/** True if the first match of a selector in each record is the element of the part. */
function findsPart(page: PageGroups, { owner, count }: Candidate, { firsts }: Part, css: string): boolean {
  const seen = new Int32Array(count).fill(-1);
  for (const element of page.tree.selectors.all(css, '')) {
    const record = owner[element.number] as number;
    if (record >= 0 && seen[record] === -1) seen[record] = element.number;
  }
  let wrong = 0;
  for (let record = 0; record < count; record += 1) if (seen[record] !== firsts[record]) wrong += 1;
  return wrong <= (1 - RIGHT) * count;
}
