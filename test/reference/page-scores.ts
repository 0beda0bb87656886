/**
 * Reference implementation of the features that the last trees of main content read. They describe the page by the
 * scores of the first trees, in 1/1024.
 */
import { type Block, blocksByPosition, divide } from './blocks.ts';
import { proseOf } from './prose.ts';
import { magnitude, odds, share, signedOdds, sum } from './scales.ts';
import type { ReferenceElement } from './tree.ts';

const UNIT = 1024;
/** Maximum of a score. */
const MOST = 3 * UNIT;
/** Minimum of a sure score. */
const SURE = 1.5 * UNIT;
/** A mean score below this, in 1/1024, counts against an element. */
const SHIFT = 307;
const SIGN_WORDS = 8;

/** A score as log odds in 1/24, and the mean of scores by text. */
const oddsOf = (score: number): number => odds(Math.floor((score * 3) / 128));
const meanOf = (evidence: number, text: number): number => odds(Math.floor((evidence * 3) / (text * 128)));

interface Company {
  readonly text: number;
  /** Sums of scores times text, and of likelihoods times text. */
  readonly evidence: number;
  readonly likely: number;
}

const NONE: Company = { text: 0, evidence: 0, likely: 0 };

const together = (parts: readonly Company[]): Company => ({
  text: sum(parts, ({ text }) => text),
  evidence: sum(parts, ({ evidence }) => evidence),
  likely: sum(parts, ({ likely }) => likely),
});

/**
 * The features of each block with text, in the order of their texts. `scores`: of the first trees in the same order.
 */
export function wholeFeatures(
  tree: ReferenceElement,
  separators: ReadonlySet<string>,
  scores: readonly number[],
): number[][] {
  const { all, ranked } = divide(tree, separators);
  const cut = scores.map((score) => Math.max(-MOST, Math.min(MOST, score)));
  const textOf = (block: Block): number => sum(block.texts, ({ length }) => length);
  const own = new Map(
    ranked.map((block, order): [Block, Company] => {
      const text = textOf(block);
      const score = cut[order] ?? 0;
      const likely = Math.max(0, Math.min(MOST, score + SURE));
      return [block, { text, evidence: text * score, likely: text * likely }];
    }),
  );
  const ownOf = (block: Block): Company => own.get(block) ?? NONE;
  const inside = new Map<Block, Company>();
  const insideOf = (block: Block): Company => inside.get(block) ?? NONE;
  for (const block of all.toReversed()) inside.set(block, together([ownOf(block), ...block.inner.map(insideOf)]));

  const root = all[0] as Block;
  const page = insideOf(root);
  const withText = all.filter((block) => insideOf(block).text > 0);
  const strength = (block: Block): number => insideOf(block).evidence - SHIFT * insideOf(block).text;
  const most = withText.reduce((best, block) => Math.max(best, strength(block)), strength(root));
  const best = withText.findLast((block) => strength(block) === most) ?? root;
  const inBest = new Set(descendants(best));

  const places = blocksByPosition(withText);
  const alike = new Map([...places].map(([place, blocks]) => [place, together(blocks.map(insideOf))]));

  const found = ranked.filter((_, order) => (cut[order] ?? 0) > 0).map(ownOf);
  const foundAll = together(found);
  const ofPage = [
    page.text > 0 ? meanOf(page.evidence, page.text) : 0,
    share(foundAll.text, page.text),
    oddsOf(Math.max(-MOST, ...cut)),
    share(2 * foundAll.likely, foundAll.text * MOST + page.likely),
    magnitude(Math.floor(page.likely / MOST)),
    share(insideOf(best).text, page.text),
  ];

  const wordsOf = ({ texts }: Block): number => sum(texts, ({ text }) => proseOf(text).words);
  const isSign = (block: Block, order: number): boolean => (cut[order] ?? 0) > SURE && wordsOf(block) >= SIGN_WORDS;
  const first = ranked.findIndex(isSign);
  const last = ranked.findLastIndex(isSign);

  /** The nearest ancestor with more text, or the root. */
  const upper = (block: Block): Block => {
    let at = block.parent ?? root;
    while (at !== root && insideOf(at).text === insideOf(block).text) at = at.parent ?? root;
    return at;
  };
  const around = (block: Block): number[] => {
    const bytes: number[] = [];
    let at = insideOf(block).text === ownOf(block).text ? upper(block) : block;
    for (let count = 0; count < 6; count += 1, at = upper(at)) {
      const { text, evidence, likely } = insideOf(at);
      bytes.push(meanOf(evidence, text), share(likely, text * MOST));
    }
    return bytes;
  };
  const similar = (block: Block): number[] => {
    const bytes: number[] = [];
    let at = block;
    for (let count = 0; count < 4; count += 1, at = at.parent ?? root) {
      const { evidence, text } = alike.get(at.place) ?? NONE;
      bytes.push(meanOf(evidence, text), magnitude(places.get(at.place)?.length ?? 0));
    }
    return bytes;
  };
  const beside = (order: number, step: number): number[] => {
    const scoresOf = (count: number): number[] =>
      Array.from({ length: count }, (_, at) => cut[order + (at + 1) * step] ?? -MOST);
    const mean = (count: number): number => {
      const blocks = Array.from({ length: count }, (_, at) => ranked[order + (at + 1) * step]);
      const { evidence, text } = together(blocks.map((block) => (block === undefined ? NONE : ownOf(block))));
      return text > 0 ? meanOf(evidence, text) : odds(0);
    };
    const few = sum(scoresOf(4), (score) => score);
    return [oddsOf(scoresOf(1)[0] ?? -MOST), mean(3), odds(Math.floor((few * 3) / 512)), mean(10)];
  };

  let before = 0;
  return ranked.map((block, order) => {
    const shareBefore = share(before, foundAll.evidence);
    before += Math.max(0, ownOf(block).evidence);
    return [
      oddsOf(cut[order] ?? 0),
      ...around(block),
      ...similar(block),
      ...beside(order, -1),
      ...beside(order, 1),
      ...ofPage,
      inBest.has(block) ? 1 : 0,
      odds(block.depth - best.depth),
      first < 0 ? 0 : signedOdds(order - first),
      first < 0 ? 0 : signedOdds(order - last),
      shareBefore,
      share(foundAll.evidence - before, foundAll.evidence),
    ];
  });
}

const descendants = (block: Block): Block[] => {
  const found = [block];
  for (const each of found) found.push(...each.inner);
  return found;
};
