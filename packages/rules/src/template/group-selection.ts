/** Selects the groups of a layout that are saved. Groups below a group with one verdict are of little use. */
import { allOf, type LayoutGroup } from '../groups/layout-group.ts';
import { AUTHOR_NAMES, DATE_NAMES, TITLE_NAMES } from '../vocabulary.ts';

const SAVED_MAX = 96;
/** Levels kept below a group with one verdict for nearly all text. */
const LEVELS = 2;
const NEARLY_ALL = 0.98;
/** Minimum text of a saved group, unless it may be a title, a date or an author: see `isField`. */
const SHARE_MIN = 0.004;

/** Limits of a field: minimum share of pages, maximum number of elements on a page. */
const PAGES_MIN = 0.4;
const ELEMENTS_MAX = 1.6;

const FIELD = /^(h[1-3]|time|article|main)$/;
const FIELD_NAME = new RegExp(`${DATE_NAMES}|${AUTHOR_NAMES}|${TITLE_NAMES}|\\[itemprop`, 'i');

/**
 * `share`: maximum share of the layout's text that the group or a descendant has. `isField`: true if one of them may be
 * a field.
 */
interface GroupRank {
  readonly share: number;
  readonly isField: boolean;
}

/** The groups to save, each after its parent. */
export function groupsToSave(root: LayoutGroup): readonly LayoutGroup[] {
  const ranks = ranksOf(root);
  const found: { readonly node: LayoutGroup; readonly share: number }[] = [];
  const walk = (node: LayoutGroup, levels: number): void => {
    for (const child of node.children) {
      const { share, isField } = ranks.get(child) as GroupRank;
      if (!isField && (share < SHARE_MIN || levels === 0)) continue;
      found.push({ node: child, share: isField ? Math.max(share, SHARE_MIN) : share });
      walk(child, Math.max(0, isUniform(child) ? Math.min(levels, LEVELS) - 1 : levels));
    }
  };
  walk(root, Number.POSITIVE_INFINITY);
  if (found.length <= SAVED_MAX) return found.map(({ node }) => node);
  // The share of a group is at least that of its descendants, so the saved groups form a tree.
  const least = found.map(({ share }) => share).sort((a, b) => b - a)[SAVED_MAX - 1] ?? 0;
  return found.filter(({ share }) => share >= least).map(({ node }) => node);
}

const textOf = ({ made, tested }: LayoutGroup): number => allOf(made) + allOf(tested);

function ranksOf(root: LayoutGroup): ReadonlyMap<LayoutGroup, GroupRank> {
  const whole = Math.max(
    1,
    root.children.reduce((sum, child) => sum + textOf(child), 0),
  );
  const pagesMin = PAGES_MIN * Math.max(0, ...root.children.map(({ pages }) => pages));
  const ranks = new Map<LayoutGroup, GroupRank>();
  const walk = (node: LayoutGroup): GroupRank => {
    const below = node.children.map(walk);
    const share = Math.max(textOf(node) / whole, ...below.map((one) => one.share));
    const rank = { share, isField: isField(node, pagesMin) || below.some((one) => one.isField) };
    ranks.set(node, rank);
    return rank;
  };
  for (const child of root.children) walk(child);
  return ranks;
}

/** A group that may be a title, a date, an author or the article: most pages have one, with different text. */
function isField(node: LayoutGroup, pagesMin: number): boolean {
  const { template, content } = node.made;
  if (content < template || content === 0 || node.pages < pagesMin || node.elements > ELEMENTS_MAX * node.pages)
    return false;
  return FIELD.test(node.tag) || [...node.names.keys()].some((name) => FIELD_NAME.test(name));
}

function isUniform({ made, tested }: LayoutGroup): boolean {
  const [template, content] = [made.template + tested.template, made.content + tested.content];
  return Math.max(template, content) >= NEARLY_ALL * (template + content);
}
