/**
 * Finds columns of the records of a group: parts with a meaning that is known from microdata, element, names or values.
 */

import { textOf } from '../apply/element-text.ts';
import type { FieldRule } from '../apply/rules.ts';
import type { PageGroup, PageGroups } from '../groups/page-groups.ts';
import type { PageNode } from '../page/page-tree.ts';
import {
  AUTHOR_NAMES,
  BEFORE_AGE,
  CURRENCY,
  DATE_NAMES,
  MONTHS,
  NEAR_DAY,
  OLD_PRICE_NAMES,
  PRICE_NAMES,
  TITLE_NAMES,
} from '../vocabulary.ts';

/** The first element of a group in each record. */
export interface Part {
  readonly group: PageGroup;
  /** By number of the record; -1 if it has none. */
  readonly firsts: Int32Array;
  /** Share of records that have the part. */
  readonly share: number;
  /** Some texts that are not empty; mean number of characters of all texts. */
  readonly texts: readonly string[];
  readonly length: number;
  readonly names: string;
  readonly itemprop: string | undefined;
}

/** Records of a page; `owner`: the number of the record that each element is in, or -1. */
export interface Records {
  readonly group: PageGroup;
  readonly count: number;
  readonly owner: Int32Array;
}

/** Names of columns in their order. */
export const COLUMN_NAMES = ['title', 'link', 'date', 'author', 'price', 'image', 'text'];

export interface Column {
  readonly name: string;
  readonly part: Part;
  readonly attribute?: string;
}

/** Maximum number of records whose values are read; maximum number of parts of a record. */
const SAMPLE = 24;
const PARTS_MAX = 160;
/** Minimum share of records that have a column. */
const SHARE_MIN = 0.4;
const LINE_MAX = 200;
const UNSEEN = /^(?:script|style|noscript|template|svg|path|option|select|textarea|iframe)$/;

/** Number of characters that may still be read of a page: nested elements would repeat the same text. */
export interface TextBudget {
  left: number;
}

export function partsOf(page: PageGroups, { group, count, owner }: Records, budget: TextBudget): Part[] {
  const { tree, groupOf } = page;
  const firsts = new Map<PageGroup, Int32Array>();
  for (const [at, record] of owner.entries()) {
    const own = groupOf[at] as PageGroup;
    if (record < 0 || isQuoted(own, group)) continue;
    let known = firsts.get(own);
    if (known === undefined) {
      if (firsts.size === PARTS_MAX || UNSEEN.test(own.tag)) continue;
      known = new Int32Array(count).fill(-1);
      firsts.set(own, known);
    }
    if (known[record] === -1) known[record] = at;
  }
  const inner = new Set(group.elements.map((at) => tree.elements[at] as PageNode));
  const every = Math.max(1, Math.ceil(count / SAMPLE));
  const found: Part[] = [];
  for (const [own, numbers] of firsts) {
    const share = numbers.reduce((sum, at) => sum + Number(at >= 0), 0) / count;
    if ((share < SHARE_MIN || budget.left <= 0) && own !== group) continue;
    const sample = [...numbers].filter((at, record) => at >= 0 && record % every === 0);
    const whole = sample.map((at) => textOf(tree, [tree.elements[at] as PageNode], inner));
    budget.left -= whole.reduce((sum, text) => sum + text.length, 0);
    const texts = whole.map(lineOf).filter((text) => text !== '');
    const names = own.frequentNames(0.5);
    const itemprop = names.map((name) => /^\[itemprop="(.*)"\]$/.exec(name)?.[1]).find((name) => name !== undefined);
    found.push({
      ...{ group: own, firsts: numbers, share, texts, itemprop, names: names.join(' ').toLowerCase() },
      length: texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, sample.length),
    });
  }
  return found;
}

/** True for parts in a quotation: they belong to another record. */
function isQuoted(own: PageGroup, record: PageGroup): boolean {
  for (let at: PageGroup | undefined = own; at !== undefined && at !== record; at = at.parent)
    if (at.tag === 'blockquote') return true;
  return false;
}

const TEXT_MAX = 4000;

const lineOf = (text: string): string => text.replace(/\s+/g, ' ').slice(0, TEXT_MAX);

// ── Values ──

const MONTH = `(?:${MONTHS.join('|')})`;
const DATE_VALUE = new RegExp(
  [
    '\\d{4}[-/.年]\\s?\\d{1,2}',
    '\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}',
    `(?<!\\p{L})${MONTH}\\p{L}*\\.?,?\\s+\\d`,
    `\\d(?:st|nd|rd|th|er|\\.)?\\s+(?:de\\s+)?${MONTH}`,
    '(?<!\\d)\\d+\\s?(?:s|m|h|d|w|mo|y|sec|min|hour|hr|day|week|month|year)\\p{L}*\\s+ago',
    `(?:^|\\s)${NEAR_DAY}(?:\\s|$)`,
    `${BEFORE_AGE} \\d+|\\d[年月日]`,
  ].join('|'),
  'iu',
);
/** A full date, a time or an age. Other dates may be the registration of an author. */
const WHOLE_DATE = /\d{1,2}:\d\d|\d\D{1,12}\d|\d\s?\p{L}+ ago/u;
const PRICE_VALUE = new RegExp(
  `(?<!\\p{L})${CURRENCY}\\.?\\s?\\d|(?<![\\d.,])[.,]*\\d[\\d.,]*\\s?${CURRENCY}(?!\\p{L})`,
  'iu',
);

const shareOf = (texts: readonly string[], test: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(test).length / texts.length;
const distinct = (texts: readonly string[]): number => new Set(texts).size / Math.max(1, texts.length);

// ── Names ──

const TITLE = new RegExp(`${TITLE_NAMES}|subject|(?<![a-z])(?:product-?)?name(?![a-z])`);
const DATE = new RegExp(DATE_NAMES);
const AUTHOR = new RegExp(`${AUTHOR_NAMES}|poster|(?<![a-z])by(?![a-z])|user-?(?:link|id)?(?![a-z])`);
const PRICE = new RegExp(PRICE_NAMES);
const OLD_PRICE = new RegExp(OLD_PRICE_NAMES);
const PICTURE = /avatar|profile|user|gravatar|icon|logo|emoji|flag|badge|star|rating|spinner|pixel/;
const TEXT = /text|body|content|message|summary|descri|excerpt|teaser|abstract|comment|dek|snippet|blurb|entry/;
const PERSON_FOLDER =
  /\/(?:(?:users?|u|authors?|members?|profiles?|people|contributors?)[/.?=-]|(?:user|member)-\d|[@~])/i;
const PERSON_QUERY = /[?&;](?:user|author|u|uid)=|action=profile/i;

/** Columns by names of microdata. */
const ITEMPROPS: Readonly<Record<string, string>> = {
  ...{
    name: 'title',
    headline: 'title',
    url: 'link',
    image: 'image',
    thumbnailurl: 'image',
    price: 'price',
    lowprice: 'price',
  },
  ...{ author: 'author', creator: 'author', datepublished: 'date', datecreated: 'date', dateposted: 'date' },
  ...{ description: 'text', articlebody: 'text', text: 'text', reviewbody: 'text', commenttext: 'text' },
};

/** The microdata name of a part; a name inside an author is not a title. */
function propOf({ itemprop, group }: Part): string | undefined {
  const name = ITEMPROPS[itemprop?.toLowerCase() ?? ''];
  if (name !== 'title' && name !== 'link' && name !== 'image') return name;
  const around = [group.parent, group.parent?.parent].flatMap((each) => [...(each?.names.keys() ?? [])]).join();
  if (/"(?:author|creator)"/.test(around)) return name === 'title' ? 'author' : undefined;
  return /"(?:publisher|brand|seller)"/.test(around) ? undefined : name;
}

type Fit = (part: Part) => number;

const isLine = ({ length }: Part): boolean => length > 0 && length <= LINE_MAX;

const authorFit =
  (page: PageGroups): Fit =>
  (part) => {
    const { names, texts, length, group } = part;
    // A text that is the same in each record is a button.
    const isConstant = texts.length > 3 && texts.every((text) => text === texts[0]);
    if (length === 0 || length > 80 || isConstant || shareOf(texts, (text) => /\p{L}/u.test(text)) < 0.8) return 0;
    const isDate = shareOf(texts, (text) => DATE_VALUE.test(text)) > 0.5;
    if (propOf(part) === 'author') return isDate ? 0.7 : 1.3;
    if (isDate || PRICE.test(names)) return 0;
    const hrefs = part.group.tag === 'a' ? attributesOf(page, part, 'href') : [];
    const leads = shareOf(hrefs, (href) => PERSON_FOLDER.test(href) || PERSON_QUERY.test(href)) >= 0.6 ? 0.7 : 0;
    const named =
      AUTHOR.test(names) &&
      !/avatar|button|control|_ip|title|date|(?:^|[^a-z])time|stat|count|role|rank|bio/.test(names)
        ? 0.8
        : 0;
    if (leads + named === 0) return 0;
    return leads + named + (group.tag === 'a' ? 0.1 : 0) - length / 400;
  };

const dateFit: Fit = (part) => {
  const { group, names, texts, length } = part;
  if (propOf(part) === 'date') return 1.3;
  if (group.tag === 'time') return 1.2;
  const values = shareOf(texts, (text) => DATE_VALUE.test(text));
  if (values < 0.6 || length > 80) return 0;
  const whole = shareOf(texts, (text) => WHOLE_DATE.test(text));
  return (DATE.test(names) ? 0.8 : 0.5) + whole / 4 + distinct(texts) / 10 - length / 200;
};

const priceFit: Fit = (part) => {
  const { names, texts, length } = part;
  if (propOf(part) === 'price') return 1.3;
  const values = shareOf(texts, (text) => PRICE_VALUE.test(text));
  const numbers = PRICE.test(names) ? shareOf(texts, (text) => /\d/.test(text)) : 0;
  if (Math.max(values, numbers) < 0.6 || length > 60) return 0;
  return (
    0.5 + (PRICE.test(names) ? 0.4 : 0) - (OLD_PRICE.test(names) || part.group.tag === 'del' ? 0.5 : 0) - length / 150
  );
};

/** True if all values begin with the same label: "Model: …". */
const isLabelled = ([first = '', ...others]: readonly string[]): boolean => {
  const label = /^[^:]{2,30}:\s/.exec(first)?.[0];
  return label !== undefined && others.every((text) => text.startsWith(label));
};

const titleFit =
  (page: PageGroups): Fit =>
  (part) => {
    const { group, names, texts, share } = part;
    if (!isLine(part) || distinct(texts) < 0.5 || shareOf(texts, (text) => /\p{L}|\d{2}/u.test(text)) < 0.8) return 0;
    const isOther =
      AUTHOR.test(`${names} ${group.parent?.words() ?? ''}`) ||
      /user-?title|badge|(?:^|[^a-z])(?:date|time|tag|label|categor\w*)(?:$|[^a-z])/.test(names);
    const heading = /^h[1-6]$/.test(group.tag) || names.includes('[role="heading"]') ? 1 : 0;
    const own =
      propOf(part) === 'title'
        ? 1.2
        : isOther
          ? 0
          : Math.max(heading, TITLE.test(names) ? 0.9 : 0) * (isLabelled(texts) ? 0.5 : 1);
    const linked =
      (group.tag === 'a' ? attributesOf(page, part, 'href').length > 0 : group.parent?.tag === 'a') &&
      distinct(texts) > 0.5 &&
      !isOther
        ? 0.3
        : 0;
    const words = Math.min(60, part.length) / 300;
    return share < 0.6 || own + linked <= 0 ? 0 : (own + linked + words) * share * (0.5 + distinct(texts) / 2);
  };

function attributesOf({ tree }: PageGroups, { firsts }: Part, name: string): string[] {
  return [...firsts.slice(0, SAMPLE)]
    .map((at) => (at < 0 ? undefined : tree.attribute(tree.elements[at] as PageNode, name)?.trim()))
    .filter((value): value is string => value !== undefined && value !== '');
}

function bestOf(parts: readonly Part[], fit: Fit, min = 0.35): Part | undefined {
  let [best, most]: [Part | undefined, number] = [undefined, min];
  for (const part of parts) {
    const value = fit(part);
    if (value > most) [best, most] = [part, value];
  }
  return best;
}

/** True if in most records with both parts, the element of `inner` is inside that of `outer`. */
export function isIn({ ends }: PageGroups, inner: Part, outer: Part): boolean {
  let [both, inside] = [0, 0];
  for (const [record, at] of inner.firsts.entries()) {
    const around = outer.firsts[record] as number;
    if (at < 0 || around < 0) continue;
    both += 1;
    if (at >= around && at <= (ends[around] as number)) inside += 1;
  }
  return both > 0 && 2 * inside > both;
}

/** Links without a target page, and links to an action on the record. */
const NO_LINK = /^(?:#|javascript:|mailto:|tel:)|reply|[/?&=](?:edit|report|quote|share|login|flag|vote)|sharer/i;
const IMAGE_ATTRIBUTES = ['src', 'data-src', 'data-lazy-src', 'data-original'] as const;

export function columnsOf(page: PageGroups, records: Records, parts: readonly Part[]): Column[] {
  const own = parts.find(({ group }) => group === records.group) as Part;
  const inner = parts.filter((part) => part !== own);
  const used: Part[] = [];
  const free = (list: readonly Part[]): Part[] =>
    list.filter((part) => !used.some((one) => one === part || isIn(page, part, one)));
  const take = (fit: Fit, list = inner): Part | undefined => {
    const found = bestOf(free(list), fit);
    if (found !== undefined) used.push(found);
    return found;
  };
  const date = take(dateFit);
  const price = take(priceFit);
  const author = innermost(page, inner, take(authorFit(page)), 0.05);
  // A part that contains a date or an author is not a title.
  const holds = (part: Part): boolean => used.some((one) => isIn(page, one, part));
  const heads = inner.filter((part) => !holds(part));
  const headed = take(titleFit(page), isLine(own) && /^(?:dt|h[1-6]|a)$/.test(own.group.tag) ? [...heads, own] : heads);
  const title = innermost(page, inner, headed, 0.5);
  const link = linkOf(page, parts, own, title ?? date);
  const image = imageOf(page, inner);
  const left = free(inner);
  const apart = [headed, price].filter((one) => one !== undefined);
  const text = textPart(
    left.filter((part) => !holds(part)),
    left.filter((part) => !apart.some((one) => isIn(page, one, part))),
  );
  return [
    ...named('title', title, contentOf(page, title)),
    ...named('link', link, 'href'),
    ...named('date', date, date && dateAttribute(page, date)),
    ...named('author', author, contentOf(page, author)),
    ...named('price', price, contentOf(page, price)),
    ...named('image', image?.part, image?.attribute),
    ...named('text', text, contentOf(page, text)),
  ];
}

const named = (name: string, part: Part | undefined, attribute?: string): Column[] =>
  part === undefined ? [] : [{ name, part, ...(attribute !== undefined && { attribute }) }];

/** The link that has most of the text of `outer`. Other links are numbers of comments, badges, sources. */
function innermost(page: PageGroups, parts: readonly Part[], outer: Part | undefined, share: number): Part | undefined {
  const links = parts.filter(({ group, length, texts }) => group.tag === 'a' && length > 0 && new Set(texts).size > 1);
  const found =
    outer &&
    links.find(
      (link) => isIn(page, link, outer) && link.length >= share * outer.length && link.share >= 0.8 * outer.share,
    );
  return found === undefined || outer?.group.tag === 'a' || found.length >= 0.95 * (outer?.length ?? 0) ? outer : found;
}

/** The attribute of a part with a microdata value. */
const contentOf = (page: PageGroups, part: Part | undefined): string | undefined =>
  part !== undefined && part.texts.length === 0 && attributesOf(page, part, 'content').length > 0
    ? 'content'
    : undefined;

function dateAttribute(page: PageGroups, part: Part): string | undefined {
  if (part.group.tag === 'time' || contentOf(page, part) !== undefined) return contentOf(page, part);
  if (shareOf(part.texts, (text) => DATE_VALUE.test(text)) >= 0.6) return undefined;
  return ['datetime', 'title', 'content'].find(
    (name) => shareOf(attributesOf(page, part, name), (value) => DATE_VALUE.test(value)) > 0.6,
  );
}

/** The link of the title, or else a link with a different target in each record. */
function linkOf(page: PageGroups, parts: readonly Part[], own?: Part, title?: Part): Part | undefined {
  const links = parts.filter(({ group }) => group.tag === 'a').filter((part) => leadsOn(page, part));
  const near = title && links.find((link) => link === title || isIn(page, link, title) || isIn(page, title, link));
  if (near !== undefined) return near;
  if (own !== undefined && links.includes(own)) return own;
  return bestOf(links, (part) => (part.share * (1 + Math.min(100, part.length) / 100)) / 2, 0.3);
}

const leadsOn = (page: PageGroups, part: Part): boolean => {
  const hrefs = attributesOf(page, part, 'href').filter((href) => !NO_LINK.test(href));
  return hrefs.length >= 2 && distinct(hrefs) > 0.6 && part.share >= SHARE_MIN;
};

function imageOf(page: PageGroups, parts: readonly Part[]): { part: Part; attribute: string } | undefined {
  for (const part of parts) {
    if (part.group.tag !== 'img' || PICTURE.test(part.names) || PICTURE.test(part.group.parent?.words() ?? ''))
      continue;
    const attribute = IMAGE_ATTRIBUTES.find((name) => {
      const values = attributesOf(page, part, name).filter((value) => !value.startsWith('data:'));
      return (
        values.length >= 2 &&
        distinct(values) > 0.5 &&
        values.length * 2 >= part.firsts.slice(0, SAMPLE).length * part.share
      );
    });
    if (attribute !== undefined) return { part, attribute };
  }
  return undefined;
}

/** The part with most text. If several have nearly as much, one with a name is preferred, then the outermost. */
function textPart(parts: readonly Part[], wider: readonly Part[]): Part | undefined {
  const isLong = ({ length, texts }: Part): boolean => length >= 25 && distinct(texts) > 0.5;
  const sizeOf = (list: readonly Part[]): number =>
    Math.max(0, ...list.filter(isLong).map(({ length, share }) => length * share));
  // Paragraphs may be separate parts. Then their container is used, which has all of them.
  const long = (sizeOf(wider) > 2 * sizeOf(parts) ? wider : parts).filter(isLong);
  const most = Math.max(...long.map(({ length, share }) => length * share));
  const near = long.filter(({ length, share }) => length * share >= 0.9 * most);
  return near.find((part) => propOf(part) === 'text') ?? near.find(({ names }) => TEXT.test(names)) ?? near[0];
}

export const fieldOf = ({ name, attribute }: Column, selector: string | undefined): FieldRule => ({
  name,
  ...(selector !== undefined && { selector }),
  ...(attribute !== undefined && { attribute }),
});

// ── Rows of a table ──

const TABLE_MAX = 40;
const HEADING_MAX = 60;

const isCell = ({ name }: PageNode): boolean => name === 'td' || name === 'th';
const rowsIn = (node: PageNode): PageNode[] => node.children.filter(({ name }) => name === 'tr');

/** Columns of a table by its header; undefined if it has none. */
export function tableColumns(page: PageGroups, records: Records, parts: readonly Part[]): Column[] | undefined {
  const { tree } = page;
  if (records.group.tag !== 'tr') return undefined;
  const first = tree.elements[records.group.elements[0] as number] as PageNode;
  const header = headerOf(first, page);
  if (header === undefined) return undefined;
  const taken = new Set<string>();
  const columns = parts.flatMap((part): Column[] => {
    const at = part.firsts.find((number) => number >= 0) ?? -1;
    const cell = tree.elements[at];
    if (cell === undefined || !isCell(cell) || part.group.parent !== records.group) return [];
    const index = (cell.parent as PageNode).children.filter(isCell).indexOf(cell);
    const name = header[index] ?? '';
    if (name === '' || taken.has(name) || taken.size === TABLE_MAX) return [];
    taken.add(name);
    return [{ name, part }];
  });
  if (columns.length < 2) return undefined;
  return taken.has('link') ? columns : [...columns, ...named('link', linkOf(page, parts), 'href')];
}

/** Texts of the header row, or of a first row that has only headings. */
function headerOf(row: PageNode, page: PageGroups): string[] | undefined {
  let table = row.parent;
  while (table !== null && table.name !== 'table') table = table.parent;
  if (table === null) return undefined;
  const head = table.children.find(({ name }) => name === 'thead');
  const body = table.children.find(({ name }) => name === 'tbody') ?? table;
  const cells = (head === undefined ? rowsIn(body)[0] : rowsIn(head).at(-1))?.children.filter(isCell) ?? [];
  if (cells.length < 2 || (head === undefined && cells.some(({ name }) => name !== 'th'))) return undefined;
  const names = cells.map((cell) => lineOf(textOf(page.tree, [cell], new Set())).slice(0, HEADING_MAX));
  return names.filter((name) => name !== '').length >= 2 ? names : undefined;
}
