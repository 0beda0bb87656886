/**
 * The model: sums of small oblivious trees, trained by `npm run train` with gradient boosting. A level of an oblivious tree makes the same
 * comparison for every block, so sixteen blocks are compared at once. The first forest has only features of the page; its sum is the prior.
 * The second also has features of the site; its sum is the score. Score minus prior is the evidence of the site. All sums are integers, so
 * that every engine finds the same verdicts.
 */
import { Evidence, Features, Model, Status, Tree } from '../../layout';
import { Block } from '../../page/records';
import { allocate, release } from '../../memory';
import { Work, beginWork, spend } from '../../work';
import { blockAt, blocks, input, inputHolds, reserveContexts } from '../../page/arena';
import { checksum } from '../../page/checksum';
import { beginFeatures, fillForTrees, hideSite, needContext } from './features';
import { forgetFeatures } from './kind-feature';
import { areKindsValid, capacityOfKinds, useKinds } from './kinds';
import { indexOf, measureAt, rankedCount } from '../block/measures';
import { contextCapacity } from './lists';
import { clearNames } from '../block/names';
import { TREE_BYTES, SUMS, layOutTrees, sumTrees } from './trees';
import { Value, beginValues, valueOf } from '../site/labelled-values';
import { raised } from '../block/outside';
import { beginWhole, fillWhole } from './page-scores';
import { flipTile } from './tile';
import { readLexicon } from '../block/words';

/** Shift from the unit of leaves, 1/256, to that of scores, 1/1024. */
const LEAF_SHIFT: i32 = 2;
/** Maximum number of words in a lexicon. */
const WORDS_MAX: u32 = 65536;

/** A loaded forest. A model stores trees and intercepts in the order of the constants below. */
@unmanaged
class Forest {
  first: usize;
  end: usize;
  /** Intercept, in 1/1024. */
  base: i32;

  static readonly PRIOR: u32 = 0;
  static readonly JOINT: u32 = 1;
  static readonly MAIN: u32 = 2;
  static readonly WHOLE: u32 = 3;
  static readonly COUNT: u32 = 4;
}

const FORESTS = memory.data(<i32>(4 * offsetof<Forest>()), 4);

function forestAt(index: u32): Forest {
  return changetype<Forest>(FORESTS + <usize>index * offsetof<Forest>());
}

/** Memory of all trees, followed by the classifier of page kinds (kinds.ts). */
let parts: usize = 0;
let partsBytes: usize = 0;
/** Log odds above which a block is template, in 1/1024. */
export let threshold: i32 = 0;
/** Log odds above which a block is main content, in 1/1024. */
export let mainThreshold: i32 = 0;

function model(): Model {
  return changetype<Model>(input);
}

function allTrees(): u32 {
  return model().priorTrees + model().jointTrees + model().mainTrees + model().wholeTrees;
}

/** Address of the first tree of the model in the input. */
function firstTree(): usize {
  const words = model().lexicon;
  return input + Model.HEADER_BYTES + (words << 2) + ((words + 3) & ~3);
}

/** True if this module supports the model in the input. */
function isKnownModel(): bool {
  if (model().magic != Model.KNOWN_MAGIC || model().version != Model.KNOWN_VERSION) return false;
  if (model().features != Features.COUNT || model().lexicon > WORDS_MAX) return false;
  for (let index: u32 = 0; index < Forest.COUNT; ++index) {
    if (model().treesOf(index) > Tree.MAX) return false;
  }
  return true;
}

/** True if trees use only features of their forest. */
function areTreesValid(): bool {
  let tree = firstTree();
  for (let index: u32 = 0; index < Forest.COUNT; ++index) {
    const least: u32 = index == Forest.PRIOR ? Features.SITE : 0;
    const end = index < Forest.MAIN ? Features.TEMPLATE : index == Forest.MAIN ? Features.COUNT : Features.WHOLE;
    for (let count = model().treesOf(index); count > 0; --count, tree += Tree.BYTES) {
      for (let level: u32 = 0; level < Tree.DEPTH; ++level) {
        const feature = <u32>load<u8>(tree + level, Tree.FEATURES);
        if (feature < least || feature >= end) return false;
      }
    }
  }
  return true;
}

/** Converts the trees and kinds of the model in the input, and stores them in new memory. */
function useParts(capacity: usize, bytes: usize): void {
  release(parts, partsBytes);
  parts = capacity;
  partsBytes = bytes;
  let from = firstTree();
  let to = capacity;
  for (let index: u32 = 0; index < Forest.COUNT; ++index) {
    const count = model().treesOf(index);
    const forest = forestAt(index);
    forest.first = to;
    to = layOutTrees(from, count, to);
    forest.end = to;
    forest.base = model().baseOf(index);
    from += count * <u32>Tree.BYTES;
  }
  useKinds(to, from, model().kindBytes);
}

/** Loads the model in the first `bytes` of the input; returns a `Status`. On failure the old model is kept. */
export function loadModel(bytes: u32): u32 {
  assert(inputHolds(bytes), 'forest: the model is not in the input');
  if (<usize>bytes < Model.HEADER_BYTES + Model.HASH_BYTES || !isKnownModel()) return Status.BAD_MODEL;
  const hash = input + bytes - Model.HASH_BYTES;
  const kindBytes = model().kindBytes;
  const end = firstTree() + allTrees() * <u32>Tree.BYTES;
  if (kindBytes > bytes || end + kindBytes != hash) return Status.BAD_MODEL;
  if (load<u64>(hash) != checksum(input, hash - input)) return Status.BAD_MODEL;
  if (!areTreesValid() || !areKindsValid(end, kindBytes)) return Status.BAD_MODEL;
  // A model may have only a lexicon: no trees and no kinds.
  const capacity = max(allTrees() * <u32>TREE_BYTES + capacityOfKinds(end, kindBytes), 16);
  const loaded = allocate(capacity);
  if (!loaded) return Status.OUT_OF_MEMORY;
  const status = readLexicon(input + Model.HEADER_BYTES, model().lexicon);
  if (status != Status.OK) {
    release(loaded, capacity);
    return status;
  }
  useParts(loaded, capacity);
  forgetFeatures();
  clearNames();
  threshold = model().threshold;
  mainThreshold = model().mainThreshold;
  return Status.OK;
}

/** Scores the `count` blocks of the tile from `order` on by a forest. Stores each score in its block at offset `field`. */
function ask(index: u32, order: u32, count: u32, field: usize): void {
  const base = sumForest(index);
  for (let lane: u32 = 0; lane < count; ++lane) {
    const block = blocks + indexOf(order + lane) * <u32>Block.BYTES;
    store<i32>(block + field, scoreAt(base, lane));
  }
}

function sumForest(index: u32): i32 {
  const forest = forestAt(index);
  sumTrees(forest.first, forest.end);
  return forest.base;
}

function scoreAt(base: i32, lane: u32): i32 {
  return base + ((<i32>load<i16>(SUMS + ((<usize>lane) << 1))) << LEAF_SHIFT);
}

let hasMain: bool = false;
let wantsMain: bool = false;
/** Work of computing the context. It is charged to each request for main content, even if the context exists already. */
let contextSteps: u64 = 0;

/** Maximum prior, in 1/1024, of a value that is known only by its neighbours. With a higher prior, the block remains template. */
const VALUE_MAX: i32 = 1024;
/** Maximum log odds, in 1/1024, that the place of a new text adds to its prior: an article may be where other pages have teasers. */
const PLACE_MAX: i32 = 4096;

/**
 * Lowers scores above the threshold: of values (labelled-values.ts) to the prior, or to the threshold if that is lower; of blocks with
 * nearly no known text to the prior plus the maximum for places.
 */
function limitScores(order: u32, count: u32): void {
  let isSummed = false;
  let base: i32 = 0;
  for (let lane: u32 = 0; lane < count; ++lane) {
    const index = indexOf(order + lane);
    const block = blockAt(index);
    if (block.score <= threshold) continue;
    const value = valueOf(index);
    const isNew = measureAt(index).foldedDf < <u64>measureAt(index).text;
    if (value == Value.NONE && !isNew) continue;
    if (!isSummed) base = sumForest(Forest.PRIOR);
    isSummed = true;
    const prior = scoreAt(base, lane);
    if (value != Value.NONE && (prior <= VALUE_MAX || value != Value.BY_NEIGHBOURS))
      block.score = min(prior, threshold);
    else if (isNew) block.score = min(block.score, prior + PLACE_MAX);
  }
}

function raiseScores(order: u32, count: u32): void {
  for (let lane: u32 = 0; lane < count; ++lane) {
    const block = blockAt(indexOf(order + lane));
    block.score = raised(order + lane, block.score, threshold);
  }
}

/** Number of the site's pages that the scores are based on. */
export let sitePages: u32 = 0;

/** Scores all blocks with text; `clock`: number of pages counted before; `evidence`: an `Evidence`. */
export function scorePage(clock: u32, evidence: u32): void {
  beginFeatures(clock);
  beginValues();
  sitePages = evidence == Evidence.PAGE ? 0 : clock;
  contextSteps = 0;
  // If main content of the last page was requested, it will probably be requested for this page. Then each tile is filled once for both
  // scores. `scoreMain` reports missing memory.
  hasMain = wantsMain && reserveContexts(contextCapacity());
  wantsMain = false;
  scoreBlocks(evidence, true, hasMain);
}

/** Scores the blocks of the last scored page for main content, once; false if memory is unavailable. */
export function scoreMain(): bool {
  wantsMain = true;
  if (!hasMain) {
    if (!reserveContexts(contextCapacity())) return false;
    scoreBlocks(Evidence.PAGE, false, true);
    hasMain = true;
  }
  spend(contextSteps);
  return true;
}

function scoreBlocks(evidence: u32, asTemplate: bool, asMain: bool): void {
  if (asMain) {
    const done = Work.done;
    beginWork();
    needContext();
    contextSteps += Work.done;
    Work.done = done;
  }
  for (let order: u32 = 0; order < rankedCount; order += Features.TILE_BLOCKS) {
    const count = fillForTrees(order);
    if (asTemplate)
      ask(evidence == Evidence.PAGE ? Forest.PRIOR : Forest.JOINT, order, count, offsetof<Block>('score'));
    if (asTemplate && evidence != Evidence.PAGE) limitScores(order, count);
    if (asTemplate) raiseScores(order, count);
    if (!asMain) continue;
    hideSite();
    ask(Forest.MAIN, order, count, offsetof<Block>('main'));
  }
  if (!asMain) return;
  // If the model has the last forest (page-scores.ts), its scores replace those of the main forest.
  beginWhole();
  const forest = forestAt(Forest.WHOLE);
  for (let order: u32 = 0; order < rankedCount && forest.first < forest.end; order += Features.TILE_BLOCKS) {
    const count = fillWhole(order);
    flipTile(Features.WHOLE);
    ask(Forest.WHOLE, order, count, offsetof<Block>('main'));
  }
}

/** Prior of the `order`-th block with text, in 1/1024. */
export function priorOf(order: u32): i32 {
  assert(order < rankedCount, 'forest: the page has fewer blocks with text');
  const lane = order % Features.TILE_BLOCKS;
  fillForTrees(order - lane);
  return raised(order, scoreAt(sumForest(Forest.PRIOR), lane), threshold);
}
