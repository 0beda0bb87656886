/**
 * The page-level method of Chakrabarti, Kumar and Punera (WWW 2007), trained page by page. It learns what template
 * looks like from blocks that repeat, and so finds template that does not repeat. A logistic regression is trained on
 * blocks whose repetition is certain. The scores are smoothed over the tree of the page. docs/legal.md names its
 * patents: no package of refrain has this method.
 */
import { type DetectorOptions, resolveOptions } from 'refrain';
import { Core, Reader } from 'refrain/engine';
import { SEPARATORS } from '../../../bindings/options.ts';
import type { SegmentVerdict } from '../../evaluation/align.ts';
import type { Method } from '../method.ts';
import { nodesOf, type PageNode } from './nodes.ts';
import { Regression } from './regression.ts';
import { STEPS_MAX, smoothTree } from './smooth.ts';

/**
 * Cost of each connected set of nodes with one smoothed value, relative to a deviation of 1 at one node. A higher cost
 * makes larger sets.
 */
const PENALTY = 0.25;
/** Smoothed probability above which a block is template. */
const THRESHOLD = 0.5;
/** Minimum pages of the site before a repeated block is an example of template. */
const PAGES_FOR_TEMPLATE = 5;
/** Minimum pages of the site before a block that does not repeat is an example of content. */
const PAGES_FOR_CONTENT = 10;
/** Minimum share of frequent text in an example of template. */
const OFTEN = 0.9;
/** Minimum characters of new text in an example of content. */
const LONG = 60;
/** Maximum number of distinct scores: the time is proportional to it. */
const DISTINCT = 1025;

function templateOf(nodes: readonly PageNode[], regression: Regression): ReadonlySet<number> {
  if (nodes.length === 0) return new Set();
  const steps = Math.min(DISTINCT, Math.floor(STEPS_MAX / nodes.length)) - 1;
  const scores = nodes.map(({ features, text }) => Math.round(regression.score(features, text) * steps) / steps);
  const { values } = smoothTree({ parents: nodes.map(({ parent }) => parent), scores }, PENALTY);
  return new Set(nodes.filter((_, at) => (values[at] ?? 0) > THRESHOLD).map(({ block }) => block));
}

function learnFrom(regression: Regression, { features, text, known, often }: PageNode, pagesBefore: number): void {
  if (pagesBefore >= PAGES_FOR_TEMPLATE && often >= OFTEN * text) regression.learn(features, text, true);
  else if (pagesBefore >= PAGES_FOR_CONTENT && known === 0 && text >= LONG) regression.learn(features, text, false);
}

export async function createPageLevel(options: DetectorOptions): Promise<Method> {
  // With evidence `page`, because the module measures blocks only if a model decides. Its scores are not used.
  const resolved = resolveOptions({ ...options, evidence: 'page', separators: 'blocks' });
  const core = await Core.open(resolved);
  const reader = new Reader(core, resolved);
  const table = core.createTable();
  const regression = new Regression();
  let verdicts: SegmentVerdict[] = [];
  return {
    separators: SEPARATORS.blocks,
    read: (html) => {
      const page = reader.html(table, html, { learn: true, id: undefined });
      const nodes = nodesOf(core);
      const template = templateOf(nodes, regression);
      const offsets = core.textBlocks();
      verdicts = page.blocks.flatMap(({ segments }, at) =>
        segments.map(({ text }) => ({ text, template: template.has(offsets[at] ?? 0) })),
      );
      for (const node of nodes) learnFrom(regression, node, page.number - 1);
    },
    verdicts: () => verdicts,
    table: () => {
      const { entries, tableBytes: bytes } = core.tableState(table);
      return { peak: entries, entries, bytes };
    },
  };
}
