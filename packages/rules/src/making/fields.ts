/**
 * Finds title, date and author: groups that occur once on a page, with little text and a characteristic element or
 * name.
 */
import type { LayoutRules, Rule } from '../apply/rules.ts';
import { allOf, type LayoutGroup } from '../groups/layout-group.ts';
import { AUTHOR_NAMES, DATE_NAMES, TITLE_NAMES } from '../vocabulary.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type Evidence, presence } from './evidence.ts';
import { ruleOf, withPrecision } from './reliability.ts';

/** Score of a group for a field: 0 if it does not match. */
type Fit = (node: LayoutGroup, isInContent: boolean) => number;

const TITLE = new RegExp(`(?<![a-z])(?:entry|post|article|page|node|topic|thread|first)?-?${TITLE_NAMES}(?![a-z])`);
const DATE = new RegExp(DATE_NAMES);
const AUTHOR = new RegExp(AUTHOR_NAMES);

const titleFit: Fit = (node, isInContent) => {
  const names = node.words();
  if (/\[itemprop="(headline|name)"\]/.test(names) && /^(h\d|span|a|div)$/.test(node.tag))
    return 0.9 + Number(isInContent) / 4;
  const heading = node.tag === 'h1' ? 1 : node.tag === 'h2' ? 0.6 : node.tag === 'h3' ? 0.3 : 0;
  const named = TITLE.test(names) ? 0.5 : 0;
  // A heading that is the same on all pages is the name of the site.
  const own = node.made.content / Math.max(1, allOf(node.made));
  return heading + named === 0 ? 0 : (heading + named + Number(isInContent) / 4) * own;
};

const dateFit: Fit = (node) => {
  const names = node.words();
  if (/\[itemprop="date(published|created|modified)"\]/.test(names)) return 1.2;
  if (node.tag === 'time') return 1;
  return DATE.test(names) && !/up-?date|candidate|validate|time-?line|meta-?data/.test(names) ? 0.8 : 0;
};

const authorFit: Fit = (node) => {
  const names = node.words();
  if (/\[itemprop="author"\]/.test(names)) return 1.2;
  // True for boxes about an author, and for lines of author and date.
  const isOther = /author-?(box|bio|info|description)|(^|[^a-z])(date|time)($|[^a-z])/.test(names);
  return AUTHOR.test(names) && !isOther ? 0.8 : 0;
};

/**
 * Limits of a field: maximum elements of a page; maximum text of an element, as a share of the page; minimum share of
 * pages.
 */
const ELEMENTS_MAX = 1.5;
const TEXT_MAX = 0.25;
const PAGES_MIN = 0.5;
const FIT_MIN = 0.4;

export function fieldsOf(
  evidence: Evidence,
  isContent: readonly boolean[],
): Pick<LayoutRules, 'title' | 'date' | 'author'> {
  const field = (fit: Fit): Rule[] => fieldOf(evidence, isContent, fit);
  return { title: field(titleFit), date: field(dateFit), author: field(authorFit) };
}

function fieldOf(evidence: Evidence, isContent: readonly boolean[], fit: Fit): Rule[] {
  const { groups, whole } = evidence;
  const fitting = groups
    .map(({ node }, group) => ({ node, fit: fit(node, isContent[group] === true), group }))
    .filter(({ node, fit: value }) => value >= FIT_MIN && node.pages > 0)
    .filter(({ node }) => allOf(node.made) / whole <= TEXT_MAX && node.elements / node.pages <= ELEMENTS_MAX)
    .map((one) => ({ ...one, share: presence(evidence, [one.node]) }))
    .filter(({ share }) => share >= PAGES_MIN)
    // Of equal scores, the outer group is first.
    .sort((a, b) => b.fit * b.share - a.fit * a.share || a.group - b.group);
  for (const { node } of fitting.slice(0, 4)) {
    const [candidate] = candidatesOf(evidence, [node])
      .filter(isSingle)
      .sort((a, b) => a.cost - b.cost);
    if (candidate !== undefined && candidate.cost < 1) {
      return [withPrecision(evidence, candidate, node.elements / Math.max(1, elementsOf(candidate)))];
    }
  }
  return [];
}

const elementsOf = ({ nodes }: Candidate): number => nodes.reduce((sum, { elements }) => sum + elements, 0);

const isSingle = (candidate: Candidate): boolean =>
  elementsOf(candidate) <= ELEMENTS_MAX * Math.max(...candidate.nodes.map(({ pages }) => pages));

// ── Items: posts of a thread, entries of a listing ──

/** Limits of items: minimum elements on a page, minimum share of the content in them, and minimum share of pages. */
const ITEMS_MIN = 3;
const ITEMS_CONTENT = 0.4;
const ITEMS_PAGES = 0.4;
/** Elements of text. Every page has several of these. */
const TEXT_ELEMENT = /^(p|br|span|a|b|i|em|strong|code|pre|h[1-6]|td|th|tr|tbody|blockquote|font|html|body)$/;

export function itemsOf(evidence: Evidence, isContent: readonly boolean[]): Rule[] {
  const { groups } = evidence;
  const content = groups.reduce((sum, { made }, group) => sum + (isContent[group] === true ? made.content : 0), 0);
  const node = groups
    .filter((_, group) => isContent[group] === true)
    .map((group) => group.node)
    .find((one) => isItem(evidence, one, content));
  if (node === undefined) return [];
  const [candidate] = candidatesOf(evidence, [node]).sort((a, b) => a.cost - b.cost);
  return candidate === undefined || candidate.cost >= 1 ? [] : [ruleOf(evidence, candidate, 'content')];
}

/** True if pages have several elements of the group, with child groups, which contain much of the content. */
function isItem(evidence: Evidence, node: LayoutGroup, content: number): boolean {
  if (TEXT_ELEMENT.test(node.tag) || node.names.size === 0 || node.pages === 0 || node.children.length < 2)
    return false;
  const large = node.elements / node.pages >= ITEMS_MIN && node.made.content >= ITEMS_CONTENT * content;
  return large && allOf(node.made) < 2 * node.made.content && presence(evidence, [node]) >= ITEMS_PAGES;
}
