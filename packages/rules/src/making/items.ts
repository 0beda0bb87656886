/** Things that a page has several of: posts of a thread, entries of a listing. */
import type { Rule } from '../apply/index.ts';
import { allOf, type PlaceNode } from '../template/place-node.ts';
import { candidatesOf } from './candidates.ts';
import { type Evidence, presence } from './evidence.ts';
import { ruleOf } from './measured.ts';

/** Elements on a page, share of the content in them, and share of the pages, at least. */
const ELEMENTS_MIN = 3;
const CONTENT_MIN = 0.4;
const PAGES_MIN = 0.4;
/** Elements of text, which every page has several of. */
const TEXT = /^(p|br|span|a|b|i|em|strong|code|pre|h[1-6]|td|th|tr|tbody|blockquote|font|html|body)$/;

export function itemsOf(evidence: Evidence, isContent: readonly boolean[]): Rule[] {
  const { places } = evidence;
  const content = places.reduce((sum, { made }, place) => sum + (isContent[place] === true ? made.content : 0), 0);
  const node = places
    .filter((_, place) => isContent[place] === true)
    .map((place) => place.node)
    .find((one) => isItem(evidence, one, content));
  if (node === undefined) return [];
  const [candidate] = candidatesOf(evidence, [node]).sort((a, b) => a.cost - b.cost);
  return candidate === undefined || candidate.cost >= 1 ? [] : [ruleOf(evidence, candidate, 'content')];
}

/** The outermost place of its kind: several elements of one page, with parts of their own, that hold much of the content. */
function isItem(evidence: Evidence, node: PlaceNode, content: number): boolean {
  if (TEXT.test(node.tag) || node.names.size === 0 || node.pages === 0 || node.children.length < 2) return false;
  const large = node.elements / node.pages >= ELEMENTS_MIN && node.made.content >= CONTENT_MIN * content;
  return large && allOf(node.made) < 2 * node.made.content && presence(evidence, [node]) >= PAGES_MIN;
}
