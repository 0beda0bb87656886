/** Regions of the template: those that have to be taken out of the content, and the largest of the others. */
import type { RegionRule } from '../apply/index.ts';
import type { PlaceNode } from '../template/place-node.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import type { Evidence } from './evidence.ts';
import { ruleOf } from './measured.ts';
import { regionOf } from './region-names.ts';

/** Share of a region's text that is template, and of the text of the layout that is in the region, at least. */
const PURITY = 0.9;
const SHARE_MIN = 0.01;
/** Regions that are named, beside those that are taken out of the content. */
const NAMED_MAX = 4;

export function regionsOf(
  evidence: Evidence,
  excluded: readonly Candidate[],
  isContent: readonly boolean[],
  candidates: readonly Candidate[],
): RegionRule[] {
  const taken = excluded.map((candidate) => ruleOfRegion(evidence, candidate));
  const out = evidence.places.map((_, place) => excluded.some(({ inside }) => inside[place]));
  const found: Candidate[] = [];
  for (const node of outermost(evidence, out, isContent)) {
    if (found.length >= NAMED_MAX) break;
    if (found.some(({ nodes }) => nodes.includes(node))) continue;
    const best = bestFor(evidence, node, isContent, candidates);
    if (best !== undefined) found.push(best);
  }
  return [...taken, ...found.map((candidate) => ruleOfRegion(evidence, candidate))];
}

function ruleOfRegion(evidence: Evidence, candidate: Candidate): RegionRule {
  const [first] = candidate.nodes;
  return {
    region: first === undefined ? 'template' : regionOf(first, candidate.nodes),
    ...ruleOf(evidence, candidate, 'template'),
  };
}

/** The outermost places of template that have a part of the text, the largest first. */
function outermost({ places, whole }: Evidence, out: readonly boolean[], isContent: readonly boolean[]): PlaceNode[] {
  const holdsContent: boolean[] = places.map((_, place) => isContent[place] === true);
  for (let place = places.length - 1; place >= 0; place -= 1) {
    const parent = places[place]?.parent ?? -1;
    if (holdsContent[place] === true && parent >= 0) holdsContent[parent] = true;
  }
  const isRegion = places.map(({ node }, place) => {
    const { template, content } = node.made;
    const share = (template + content) / whole;
    return (
      out[place] !== true && !holdsContent[place] && share >= SHARE_MIN && template >= PURITY * (template + content)
    );
  });
  const covered: boolean[] = [];
  for (const { parent } of places) {
    covered.push(isRegion[parent] === true || covered[parent] === true);
  }
  return places
    .filter((_, place) => isRegion[place] === true && covered[place] !== true)
    .map(({ node }) => node)
    .sort((a, b) => b.made.template - a.made.template);
}

/** The most robust selector of a region that selects next to nothing of the content. */
function bestFor(
  evidence: Evidence,
  node: PlaceNode,
  isContent: readonly boolean[],
  candidates: readonly Candidate[],
): Candidate | undefined {
  const known = new Set(candidates.map(({ css }) => css));
  return candidatesOf(evidence, [node])
    .filter(({ inside, selectsContent }) => {
      if (selectsContent) return false;
      let [hit, spoilt] = [0, 0];
      for (const [place, { made }] of evidence.places.entries()) {
        if (inside[place] !== true) continue;
        if (isContent[place] === true) spoilt += made.content;
        else hit += made.template;
      }
      return spoilt <= 0.02 * hit;
    })
    .sort((a, b) => a.cost - b.cost || Number(known.has(b.css)) - Number(known.has(a.css)))
    .find(({ cost }) => cost < 1);
}
