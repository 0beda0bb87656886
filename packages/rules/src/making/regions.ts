/** Finds regions of the template: all that must be removed from the content, and the largest of the others. */
import type { Region, RegionRule } from '../apply/rules.ts';
import type { LayoutGroup } from '../groups/layout-group.ts';
import {
  COMMENT_NAMES,
  CONSENT_NAMES,
  FOOTER_NAMES,
  HEADER_NAMES,
  NAVIGATION_NAMES,
  RELATED_NAMES,
  SHARE_NAMES,
  SIDEBAR_NAMES,
} from '../vocabulary.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type Evidence, insideOf } from './evidence.ts';
import { ruleOf } from './reliability.ts';

/** Minimum share of template in the text of a region; minimum share of the layout's text that a region has. */
const PURITY = 0.9;
const SHARE_MIN = 0.002;
/** Maximum number of named regions, besides those that are removed from the content. */
const NAMED_MAX = 12;

export function regionsOf(
  evidence: Evidence,
  excluded: readonly Candidate[],
  isContent: readonly boolean[],
): RegionRule[] {
  const taken = excluded.map((candidate) => ruleOfRegion(evidence, candidate));
  const out = evidence.groups.map((_, group) => excluded.some(({ inside }) => inside[group]));
  const found: Candidate[] = [];
  for (const node of outermost(evidence, out, isContent)) {
    if (found.length >= NAMED_MAX) break;
    if (found.some(({ nodes }) => nodes.includes(node))) continue;
    const best = bestFor(evidence, node, isContent);
    if (best !== undefined) found.push(best);
  }
  return [...taken, ...found.map((candidate) => ruleOfRegion(evidence, candidate))];
}

function ruleOfRegion(evidence: Evidence, candidate: Candidate): RegionRule {
  return { region: regionOf(candidate.nodes), ...ruleOf(evidence, candidate, 'template') };
}

/** The outermost groups of template with enough text, largest first. */
function outermost(evidence: Evidence, out: readonly boolean[], isContent: readonly boolean[]): LayoutGroup[] {
  const { groups, whole } = evidence;
  const holdsContent: boolean[] = groups.map((_, group) => isContent[group] === true);
  for (let group = groups.length - 1; group >= 0; group -= 1) {
    const parent = groups[group]?.parent ?? -1;
    if (holdsContent[group] === true && parent >= 0) holdsContent[parent] = true;
  }
  const isRegion = groups.map(({ node }, group) => {
    const { template, content } = node.made;
    const share = (template + content) / whole;
    return (
      out[group] !== true && !holdsContent[group] && share >= SHARE_MIN && template >= PURITY * (template + content)
    );
  });
  const regions = groups.filter((_, group) => isRegion[group]);
  const inside = insideOf(
    evidence,
    regions.map(({ node }) => node),
  );
  return regions
    .filter(({ parent }) => inside[parent] !== true)
    .map(({ node }) => node)
    .sort((a, b) => b.made.template - a.made.template);
}

/** The most robust selector of a region that selects nearly no content. */
function bestFor(evidence: Evidence, node: LayoutGroup, isContent: readonly boolean[]): Candidate | undefined {
  return candidatesOf(evidence, [node])
    .filter(({ inside, selectsContent }) => {
      if (selectsContent) return false;
      let [hit, spoilt] = [0, 0];
      for (const [group, { made }] of evidence.groups.entries()) {
        if (inside[group] !== true) continue;
        if (isContent[group] === true) spoilt += made.content;
        else hit += made.template;
      }
      return spoilt <= 0.02 * hit;
    })
    .sort((a, b) => a.cost - b.cost)
    .find(({ cost }) => cost < 1);
}

// ── The type of a region ──

/** The first type whose words are in a name. */
const WORDS = (
  [
    ['comments', COMMENT_NAMES],
    ['share', SHARE_NAMES],
    ['notice', CONSENT_NAMES],
    ['related', RELATED_NAMES],
    ['navigation', NAVIGATION_NAMES],
    ['footer', FOOTER_NAMES],
    ['header', HEADER_NAMES],
    ['sidebar', SIDEBAR_NAMES],
  ] as const
).map(([region, names]) => ({ region, words: new RegExp(names) }));

const BY_ELEMENT: ReadonlyMap<string, Region> = new Map([
  ['nav', 'navigation'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['aside', 'sidebar'],
]);

const BY_ROLE: Readonly<Record<string, Region>> = {
  '[role="navigation"]': 'navigation',
  '[role="banner"]': 'header',
  '[role="contentinfo"]': 'footer',
  '[role="complementary"]': 'sidebar',
  '[role="search"]': 'navigation',
  '[role="alert"]': 'notice',
};

/** Minimum share of text in links for a region without characteristic names to be navigation. */
const LINKED = 0.7;

export function regionOf(nodes: readonly LayoutGroup[]): Region {
  const [first] = nodes;
  return (first && (namedRegion(first) ?? insideRegion(first))) ?? linkedRegion(nodes);
}

function namedRegion(node: LayoutGroup): Region | undefined {
  for (const name of node.names.keys()) {
    const region = BY_ROLE[name];
    if (region !== undefined) return region;
  }
  if (node.tag === 'nav') return 'navigation';
  const names = [...node.names.keys()]
    .filter((name) => !name.startsWith('['))
    .join(' ')
    .toLowerCase();
  return WORDS.find(({ words }) => words.test(names))?.region ?? BY_ELEMENT.get(node.tag);
}

/** The region of the landmark that contains the group. */
function insideRegion(node: LayoutGroup): Region | undefined {
  for (let around = node.parent; around !== undefined && around.tag !== 'body'; around = around.parent) {
    const region = BY_ELEMENT.get(around.tag);
    if (region !== undefined) return region;
  }
  return undefined;
}

function linkedRegion(nodes: readonly LayoutGroup[]): Region {
  const linked = nodes.reduce((sum, { made }) => sum + made.linked, 0);
  const all = nodes.reduce((sum, { made }) => sum + made.template + made.content, 0);
  return all > 0 && linked >= LINKED * all ? 'navigation' : 'template';
}
