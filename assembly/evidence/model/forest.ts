/**
 * The model: sums of small trees, found by `npm run train` (gradient boosting on oblivious trees, which make the same
 * comparison for every block at each level, so that sixteen blocks are compared at once). Some trees use features of the page only;
 * their sum is the prior. The others use features of the site too; their sum is the score. The difference is the evidence of the
 * site. All sums are whole numbers, so that every engine gives the same verdict.
 */
import { Evidence, Features, Model, Status, Tree } from '../../layout';
import { Block } from '../../page/records';
import { allocate, release } from '../../memory';
import { Work, beginWork, spend } from '../../work';
import {
  blockAt,
  blockCount,
  blocks,
  input,
  inputHolds,
  ranked,
  reserveContexts as reserveContextBytes,
} from '../../page/arena';
import { checksum } from '../../page/checksum';
import { beginFeatures, fillForTrees, hideSite, needContext } from './features';
import { readKinds, useKinds } from './kinds';
import { rankedCount } from '../block/measure';
import { Context } from './context-records';
import { clearNames } from '../block/names';
import { ASKED_BYTES, SUMS, layOutTrees, sumTrees } from './trees';
import { Value, beginValues, valueOf } from '../site/labelled-values';
import { beginWhole, fillWholeForTrees } from './page-scores';
import { readLexicon } from '../block/words';

/** From leaves to scores. */
const LEAF_SHIFT: i32 = 2;
const WORDS_MAX: u32 = 65536;

let trees: usize = 0;
let treesBytes: usize = 0;
let priorEnd: usize = 0;
let jointEnd: usize = 0;
let mainEnd: usize = 0;
let wholeEnd: usize = 0;
let priorBase: i32 = 0;
let jointBase: i32 = 0;
let mainBase: i32 = 0;
let wholeBase: i32 = 0;
/** Log odds above which a block is template, and above which it is main content, in 1/1024. */
export let threshold: i32 = 0;
export let mainThreshold: i32 = 0;

/** Loads the model in the first `bytes` of the input; a `STATUS_…` code, and the old model stays unless it is `Status.OK`. */
export function loadModel(bytes: u32): u32 {
  assert(inputHolds(bytes), 'forest: the model is not in the input');
  if (<usize>bytes < Model.HEADER_BYTES + Model.HASH_BYTES) return Status.BAD_MODEL;
  const hash = input + bytes - Model.HASH_BYTES;
  const kindBytes = load<u32>(input, Model.KIND_BYTES_AT);
  const words = load<u32>(input, Model.LEXICON_AT);
  const priorTrees = load<u32>(input, Model.PRIOR_TREES_AT);
  const jointTrees = load<u32>(input, Model.JOINT_TREES_AT);
  const mainTrees = load<u32>(input, Model.MAIN_TREES_AT);
  const wholeTrees = load<u32>(input, Model.WHOLE_TREES_AT);
  if (
    load<u64>(input) != Model.MAGIC ||
    load<u32>(input, Model.VERSION_AT) != Model.VERSION ||
    load<u32>(input, Model.FEATURES_AT) != Features.COUNT ||
    words > WORDS_MAX ||
    priorTrees > Tree.MAX ||
    jointTrees > Tree.MAX ||
    mainTrees > Tree.MAX ||
    wholeTrees > Tree.MAX ||
    kindBytes > bytes
  ) {
    return Status.BAD_MODEL;
  }
  const first = input + Model.HEADER_BYTES + (words << 2) + ((words + 3) & ~3);
  const allTrees = priorTrees + jointTrees + mainTrees + wholeTrees;
  const size = allTrees * <u32>Tree.BYTES;
  const end = first + size;
  if (end + kindBytes != hash || load<u64>(hash) != checksum(input, hash - input)) return Status.BAD_MODEL;
  const askedBytes = max(allTrees * <u32>ASKED_BYTES, 16);
  const firstJoint = first + priorTrees * <u32>Tree.BYTES;
  const firstMain = firstJoint + jointTrees * <u32>Tree.BYTES;
  const firstWhole = firstMain + mainTrees * <u32>Tree.BYTES;
  for (let tree = first; tree < end; tree += Tree.BYTES) {
    const least: u32 = tree < firstJoint ? Features.SITE : 0;
    const most = tree < firstMain ? Features.TEMPLATE : tree < firstWhole ? Features.COUNT : Features.WHOLE;
    for (let level: u32 = 0; level < Tree.DEPTH; ++level) {
      const feature = <u32>load<u8>(tree + level, Tree.FEATURES);
      if (feature >= most || feature < least) return Status.BAD_MODEL;
    }
  }
  // A model may have words alone.
  const loaded = allocate(askedBytes);
  if (!loaded) return Status.OUT_OF_MEMORY;
  let status = readKinds(end, kindBytes);
  if (status == Status.OK) status = readLexicon(input + Model.HEADER_BYTES, words);
  if (status != Status.OK) {
    release(loaded, askedBytes);
    return status;
  }
  useKinds();
  clearNames();
  release(trees, treesBytes);
  trees = loaded;
  treesBytes = askedBytes;
  priorEnd = layOutTrees(first, priorTrees, trees);
  jointEnd = layOutTrees(firstJoint, jointTrees, priorEnd);
  mainEnd = layOutTrees(firstMain, mainTrees, jointEnd);
  wholeEnd = layOutTrees(firstWhole, wholeTrees, mainEnd);
  priorBase = load<i32>(input, Model.PRIOR_BASE_AT);
  jointBase = load<i32>(input, Model.JOINT_BASE_AT);
  mainBase = load<i32>(input, Model.MAIN_BASE_AT);
  wholeBase = load<i32>(input, Model.WHOLE_BASE_AT);
  threshold = load<i32>(input, Model.THRESHOLD_AT);
  mainThreshold = load<i32>(input, Model.MAIN_THRESHOLD_AT);
  return Status.OK;
}

/**
 * Sums up `base` and the leaves of the trees from `tree` to `end` for the tile's `count` blocks, from the `order`-th block with text
 * on, and stores the scores in a field of the blocks.
 */
function ask(base: i32, tree: usize, end: usize, order: u32, count: u32, field: usize): void {
  sumTrees(tree, end);
  for (let lane: u32 = 0; lane < count; ++lane) {
    const block = blocks + load<u32>(ranked + ((<usize>(order + lane)) << 2)) * <u32>Block.BYTES;
    store<i32>(block + field, scoreAt(base, lane));
  }
}

/** Score of a block of the tile whose leaves were summed last. */
function scoreAt(base: i32, lane: u32): i32 {
  return base + ((<i32>load<i16>(SUMS + ((<usize>lane) << 1))) << LEAF_SHIFT);
}

/** Whether the page has scores of main content, and whether they were asked for. */
let hasMain: bool = false;
let wantsMain: bool = false;
/** Steps that the context took: they count where main content is asked for, so no count depends on what was asked before. */
let contextSteps: u64 = 0;

/** A value by what stands around it stays template if its log odds by the page alone are higher. */
const VALUE_MAX: i32 = 1024;

/** Gives values that the site's evidence takes for template the odds of the page alone, and not more than content has. */
function keepValues(order: u32, count: u32): void {
  let isSummed = false;
  for (let lane: u32 = 0; lane < count; ++lane) {
    const index = load<u32>(ranked + ((<usize>(order + lane)) << 2));
    const block = blockAt(index);
    if (block.score <= threshold) continue;
    const value = valueOf(index);
    if (value == Value.NONE) continue;
    if (!isSummed) sumTrees(trees, priorEnd);
    isSummed = true;
    const prior = scoreAt(priorBase, lane);
    if (prior <= VALUE_MAX || value == Value.SURE) block.score = min(prior, threshold);
  }
}

/** Pages of the site that the scores of the page know. */
export let sitePages: u32 = 0;

/** Scores all blocks with text; `evidence` one of `Evidence`, `clock` the pages that were counted before this one. */
export function scorePage(clock: u32, evidence: u32): void {
  beginFeatures(clock);
  beginValues();
  sitePages = evidence == Evidence.PAGE ? 0 : clock;
  contextSteps = 0;
  // Who asked for the main content of the last page will ask for that of this one: then a tile is filled once for both.
  // Without memory for it, the latter is told so.
  hasMain = wantsMain && reserveContexts();
  wantsMain = false;
  scoreBlocks(evidence, true, hasMain);
}

/** Scores the blocks of the page that was scored last as main content, by the page alone, unless they are; false without memory. */
export function scoreMain(): bool {
  wantsMain = true;
  if (!hasMain) {
    if (!reserveContexts()) return false;
    scoreBlocks(Evidence.PAGE, false, true);
    hasMain = true;
  }
  spend(contextSteps);
  return true;
}

function reserveContexts(): bool {
  return reserveContextBytes(<usize>blockCount * Context.BYTES);
}

function makeContext(): void {
  const done = Work.done;
  beginWork();
  needContext();
  contextSteps += Work.done;
  Work.done = done;
}

function scoreBlocks(evidence: u32, asTemplate: bool, asMain: bool): void {
  if (asMain) makeContext();
  for (let order: u32 = 0; order < rankedCount; order += Features.TILE_BLOCKS) {
    const hasSite = asTemplate && evidence != Evidence.PAGE;
    const count = fillForTrees(order, hasSite);
    if (hasSite) {
      ask(jointBase, priorEnd, jointEnd, order, count, offsetof<Block>('score'));
      keepValues(order, count);
    } else if (asTemplate) ask(priorBase, trees, priorEnd, order, count, offsetof<Block>('score'));
    if (!asMain) continue;
    if (hasSite) hideSite();
    ask(mainBase, jointEnd, mainEnd, order, count, offsetof<Block>('main'));
  }
  if (asMain) judgeWhole();
}

/** Decides by the page as a whole. A model without trees for it leaves the scores. */
function judgeWhole(): void {
  beginWhole();
  for (let order: u32 = 0; order < rankedCount && mainEnd < wholeEnd; order += Features.TILE_BLOCKS)
    ask(wholeBase, mainEnd, wholeEnd, order, fillWholeForTrees(order), offsetof<Block>('main'));
}

/** Log odds by the page alone of the `order`-th block with text of the current page, in 1/1024. */
export function priorOf(order: u32): i32 {
  assert(order < rankedCount, 'forest: the page has fewer blocks with text');
  const lane = order % Features.TILE_BLOCKS;
  fillForTrees(order - lane, true);
  sumTrees(trees, priorEnd);
  return scoreAt(priorBase, lane);
}
