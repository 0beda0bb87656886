/** The places of a layout as rules are made from them: in one list, each after the one around it, with their own texts. */

import type { Selector } from '../apply/selector.ts';
import type { LayoutTemplate } from '../template/layout-template.ts';
import { isTest } from '../template/layout-template.ts';
import { HISTORY, type PlaceNode, pagesIn, type Texts } from '../template/place-node.ts';
import { matches } from './selector.ts';

export interface PlaceEvidence {
  readonly node: PlaceNode;
  /** Number of the place around it; -1 for a root. */
  readonly parent: number;
  /** Text at the place itself, of the pages that rules are made from, and of those that they are measured on. */
  readonly made: Texts;
  readonly tested: Texts;
}

export interface Evidence {
  readonly layout: LayoutTemplate;
  readonly places: readonly PlaceEvidence[];
  /** All text of the pages that rules are made from. */
  readonly whole: number;
}

export function evidenceOf(layout: LayoutTemplate): Evidence {
  const places: PlaceEvidence[] = [];
  const walk = (node: PlaceNode, parent: number): void => {
    for (const child of node.children) {
      const number =
        places.push({ node: child, parent, made: ownOf(child, 'made'), tested: ownOf(child, 'tested') }) - 1;
      walk(child, number);
    }
  };
  walk(layout.root, -1);
  const whole = places.reduce((sum, { made }) => sum + made.template + made.content, 0);
  return { layout, places, whole: Math.max(1, whole) };
}

/** Text at a place itself. A place that faded may have less than those inside of it. */
function ownOf(node: PlaceNode, set: 'made' | 'tested'): Texts {
  const own = (kind: keyof Texts): number =>
    Math.max(
      0,
      node.children.reduce((rest, child) => rest - child[set][kind], node[set][kind]),
    );
  return { template: own('template'), content: own('content'), main: own('main'), linked: own('linked') };
}

/** For each place, whether it, or one around it, matches. */
export function insideOf({ places }: Evidence, selectors: readonly Selector[]): boolean[] {
  const inside: boolean[] = [];
  for (const { node, parent } of places) {
    inside.push(inside[parent] === true || selectors.some((selector) => matches(selector, node)));
  }
  return inside;
}

/** The places that match. */
export const matchedBy = ({ places }: Evidence, selector: Selector): PlaceNode[] =>
  places.filter(({ node }) => matches(selector, node)).map(({ node }) => node);

/** Share of the pages from which on a place of content keeps a selector from being one of the template. */
const OFTEN = 0.25;

/** Whether one of the places of a selector has more content than template: pages to come may have much more of it. */
export const selectsContent = (evidence: Evidence, selector: Selector): boolean =>
  matchedBy(evidence, selector).some(
    ({ made, pages }) => made.content > made.template && pages >= OFTEN * evidence.layout.samples,
  );

/** The last pages that were read: bit `n` stands for the `n`-th before the last. */
function lastPages(samples: number, isWanted: (sample: number) => boolean): number {
  let word = 0;
  for (let back = 0; back < Math.min(samples, HISTORY); back += 1) {
    if (isWanted(samples - back)) word |= 1 << back;
  }
  return word >>> 0;
}

/** On how many of the last pages, of those that are wanted, one of some places was seen: 0 to 1; 1 where there are none. */
export function presence(
  { layout }: Evidence,
  nodes: readonly PlaceNode[],
  which: 'all' | 'tests' | 'latest' = 'all',
): number {
  const { samples } = layout;
  const latest = Math.max(1, Math.min(8, samples >> 1));
  const wanted = lastPages(samples, (sample) =>
    which === 'tests' ? isTest(sample) : which === 'all' || sample > samples - latest,
  );
  const seen = nodes.reduce((word, node) => word | node.seen(samples), 0);
  const count = pagesIn(wanted);
  return count === 0 ? 1 : pagesIn(seen & wanted) / count;
}
