/**
 * The element groups of one page. Records are elements of a group that has several (tag paths: Miao et al., WWW 2009)
 * with the same child groups (Liu et al., KDD 2003).
 */
import type { Page } from 'refrain';
import { contextOf } from 'refrain/engine';
import { wordsIn } from '../apply/selectors.ts';
import { type PageNode, type PageTree, siblingsOf } from '../page/page-tree.ts';
import {
  ALIKE_MAX,
  ALIKE_SHARE,
  ElementGroup,
  likeness,
  mostAlike,
  NAMES_MAX,
  namelessGroup,
} from './element-group.ts';
import { isGenerated, partsOf } from './names.ts';

/** `position`: that of a cell in its row, or of a link or span among its few siblings. */
export class PageGroup extends ElementGroup {
  readonly elements: number[] = [];
  readonly names = new Map<string, { count: number }>();

  get count(): number {
    return this.elements.length;
  }

  add(element: number, names: readonly string[]): void {
    this.elements.push(element);
    for (const name of names) {
      const known = this.names.get(name);
      if (known !== undefined) known.count += 1;
      else if (this.names.size < NAMES_MAX) this.names.set(name, { count: 1 });
    }
  }
}

export interface PageGroups {
  readonly tree: PageTree;
  readonly groups: readonly PageGroup[];
  readonly groupOf: readonly PageGroup[];
  /** For each element, the number of its last descendant. */
  readonly ends: Int32Array;
  /** Number of characters directly in each element; the same weighted by verdict. */
  readonly all: Float64Array;
  readonly weight: Float64Array;
}

/** Maximum groups. Elements of further groups belong to the group of their parent. */
const GROUPS_MAX = 4000;
/** Maximum child groups that are compared with an element. */
const READ_MAX = 200;
/** Weight of content that is not main content. */
const REST_WEIGHT = 0.4;
/** Weight of template of listings outside landmarks. */
const LISTED_WEIGHT = 0.1;
const LANDMARK = /^(?:nav|header|footer|aside)$/;

const CELL = /^(?:td|th)$/;
const LINE = /^(?:a|span)$/;
/** Maximum cells of a row that are distinguished by position. */
const CELLS_MAX = 40;
/** Maximum links, or spans, of an element that are distinguished by position. */
const LINES_MAX = 4;
/** Names of elements that may contain elements of the same name. */
const NESTED = /comment|repl(?:y|ies)|post|message|thing|node/i;
/** Maximum ancestor groups that are compared with an element. */
const NESTED_MAX = 200;

export function groupsOfPage(page: Page, tree: PageTree): PageGroups {
  const { elements, parents } = tree;
  const positions = positionsOf(elements);
  const root = new PageGroup(undefined, '', 0);
  const groups: PageGroup[] = [];
  const groupOf: PageGroup[] = [];
  const byKey = new Map<PageGroup, Map<string, PageGroup>>();
  for (const [at, element] of elements.entries()) {
    const above = parents[at] as number;
    const around = groupOf[above] ?? root;
    const tag = element.name as string;
    const given = {
      ...{ tag, id: '', classes: wordsIn(tree.attribute(element, 'class')) },
      ...{ role: tree.attribute(element, 'role') ?? '', itemprop: tree.attribute(element, 'itemprop') ?? '' },
    };
    const names = partsOf(given).filter((part) => !isGenerated(part));
    const position = names.length === 0 ? (positions[at] as number) : 0;
    const features: ElementFeatures = { tag, position, names, above };
    const known = byKey.get(around) ?? new Map<string, PageGroup>();
    byKey.set(around, known);
    const key = `${tag} ${position} ${names.join(' ')}`;
    let group = known.get(key) ?? nested(around, features) ?? alike(around, features, parents);
    if (group === undefined) {
      group = groups.length < GROUPS_MAX ? new PageGroup(around, tag, position) : around;
      if (group !== around) groups.push(group);
    }
    known.set(key, group);
    groupOf.push(group);
    group.add(at, names);
  }
  return { tree, groups, groupOf, ...measure(page, tree) };
}

function positionsOf(elements: readonly PageNode[]): Int32Array {
  const kindOf = ({ name = '' }: PageNode): string => (CELL.test(name) ? 'td' : LINE.test(name) ? name : '');
  const [before, after] = siblingsOf(elements, kindOf);
  return Int32Array.from(elements, (element, at) => {
    const kind = kindOf(element);
    const position = (before[at] as number) + 1;
    const count = position + (after[at] as number);
    return kind !== '' && count > 1 && count <= (kind === 'td' ? CELLS_MAX : LINES_MAX) ? position : 0;
  });
}

interface ElementFeatures extends Pick<PageGroup, 'tag' | 'position'> {
  readonly names: readonly string[];
  /** Number of the parent element, or -1. */
  readonly above: number;
}

/** Finds an ancestor group with the same names, because comments contain comments. */
function nested(around: PageGroup, { tag, names }: ElementFeatures): PageGroup | undefined {
  if (!names.some((name) => NESTED.test(name)) && tag !== 'li') return undefined;
  let steps = 0;
  for (let at: PageGroup | undefined = around; at !== undefined && steps < NESTED_MAX; at = at.parent, steps += 1) {
    if (at.tag === tag && names.length > 0 && likeness(at, names) >= ALIKE_SHARE) return at;
  }
  return undefined;
}

function alike(
  around: PageGroup,
  { tag, position, names, above }: ElementFeatures,
  parents: Int32Array,
): PageGroup | undefined {
  const children = around.children.slice(0, READ_MAX).filter((child) => child.tag === tag);
  if (names.length === 0) return namelessGroup(children, position);
  // Two spans in one element may differ in meaning: an old and a new price.
  const isSibling = (group: PageGroup): boolean => tag === 'span' && parents[group.elements.at(-1) as number] === above;
  const compared = children.filter((child) => !isSibling(child)).slice(0, ALIKE_MAX);
  const [best, most] = mostAlike(compared, names);
  return most >= ALIKE_SHARE || compared.length === ALIKE_MAX ? best : undefined;
}

function measure(page: Page, tree: PageTree): Pick<PageGroups, 'ends' | 'all' | 'weight'> {
  const { elements, parents } = tree;
  const count = elements.length;
  const [all, weight] = [new Float64Array(count), new Float64Array(count)];
  const ends = Int32Array.from({ length: count }, (_, at) => at);
  const isInLandmark = new Uint8Array(count);
  for (const [at, { name = '' }] of elements.entries())
    isInLandmark[at] = LANDMARK.test(name) || isInLandmark[parents[at] as number] ? 1 : 0;
  const blocks = contextOf(page).judgedBlocks();
  const hasMain = blocks.some(({ isMain }) => isMain);
  // Entries of a listing may be judged template if the site has few similar pages.
  const rest = /^(?:listing|collection)$/.test(page.kind ?? '') ? LISTED_WEIGHT : 0;
  for (const { element, length, isContent, isMain } of blocks) {
    const at = tree.numberOf(element) ?? 0;
    if (at >= count) continue;
    all[at] = (all[at] as number) + length;
    const value = isMain || (isContent && !hasMain) ? 1 : isContent ? REST_WEIGHT : isInLandmark[at] ? 0 : rest;
    weight[at] = (weight[at] as number) + value * length;
  }
  for (let at = count - 1; at > 0; at -= 1) {
    const parent = parents[at] as number;
    if (parent < 0) continue;
    all[parent] = (all[parent] as number) + (all[at] as number);
    weight[parent] = (weight[parent] as number) + (weight[at] as number);
    ends[parent] = Math.max(ends[parent] as number, ends[at] as number);
  }
  return { ends, all, weight };
}
