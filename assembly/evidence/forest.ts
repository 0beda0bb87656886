/**
 * The model: sums of small trees, found by `npm run train` (gradient boosting on oblivious trees, which ask the same question
 * of every block at each level, so that sixteen blocks are asked at once). Some trees see the page alone, and their sum is
 * the prior; the others see the site as well, and their sum is the score: what the site has to say is the difference. All
 * sums are whole numbers, so that every engine comes to the same verdict.
 */
import {
  BLOCK_BYTES,
  BLOCK_SCORE,
  EVIDENCE_PAGE,
  FEATURES,
  MODEL_FEATURES_AT,
  MODEL_HASH_BYTES,
  MODEL_HEADER_BYTES,
  MODEL_JOINT_BASE_AT,
  MODEL_JOINT_TREES_AT,
  MODEL_LEXICON_AT,
  MODEL_MAGIC,
  MODEL_PRIOR_BASE_AT,
  MODEL_PRIOR_TREES_AT,
  MODEL_THRESHOLD_AT,
  MODEL_VERSION,
  MODEL_VERSION_AT,
  SITE_FEATURES,
  STATUS_BAD_MODEL,
  STATUS_OK,
  STATUS_OUT_OF_MEMORY,
  TILE_BLOCKS,
  TREE_BYTES,
  TREE_DEPTH,
  TREE_FEATURES,
  TREE_LEAVES,
  TREE_LIMITS,
} from '../layout';
import { allocate, release } from '../memory';
import { blocks, input, ranked } from '../page/arena';
import { hashBytes } from '../page/hash';
import { TILE, beginFeatures, fillTile } from './features';
import { rankedCount } from './measure';
import { readLexicon } from './words';

const MOST_TREES: u32 = 4096;
const MOST_WORDS: u32 = 65536;

let trees: usize = 0;
let treesBytes: usize = 0;
let priorEnd: usize = 0;
let treesEnd: usize = 0;
let priorBase: i32 = 0;
let jointBase: i32 = 0;
export let threshold: i32 = 0;

const LANES = memory.data(<i32>TILE_BLOCKS, 16);
const SCORES = memory.data(<i32>(TILE_BLOCKS * 4), 16);

/** Takes the model in the first `bytes` of the input; a `STATUS_…` code, and the old model kept unless it is `STATUS_OK`. */
export function loadModel(bytes: u32): u32 {
  if (<usize>bytes < MODEL_HEADER_BYTES + MODEL_HASH_BYTES) return STATUS_BAD_MODEL;
  const end = input + bytes - MODEL_HASH_BYTES;
  const words = load<u32>(input, MODEL_LEXICON_AT);
  const priorTrees = load<u32>(input, MODEL_PRIOR_TREES_AT);
  const jointTrees = load<u32>(input, MODEL_JOINT_TREES_AT);
  if (
    load<u64>(input) != MODEL_MAGIC ||
    load<u32>(input, MODEL_VERSION_AT) != MODEL_VERSION ||
    load<u32>(input, MODEL_FEATURES_AT) != FEATURES ||
    words > MOST_WORDS ||
    priorTrees > MOST_TREES ||
    jointTrees > MOST_TREES
  ) {
    return STATUS_BAD_MODEL;
  }
  const first = input + MODEL_HEADER_BYTES + (words << 2);
  const size = (priorTrees + jointTrees) * <u32>TREE_BYTES;
  if (first + size != end || load<u64>(end) != hashBytes(input, end - input)) return STATUS_BAD_MODEL;
  for (let tree = first; tree < end; tree += TREE_BYTES) {
    const isPrior = tree < first + priorTrees * <u32>TREE_BYTES;
    for (let level: u32 = 0; level < TREE_DEPTH; ++level) {
      const feature = <u32>load<u8>(tree + level, TREE_FEATURES);
      if (feature >= FEATURES || (isPrior && feature < SITE_FEATURES)) return STATUS_BAD_MODEL;
    }
  }
  // A model may have words alone.
  const fresh = allocate(max(size, 16));
  if (!fresh) return STATUS_OUT_OF_MEMORY;
  const status = readLexicon(input + MODEL_HEADER_BYTES, words);
  if (status != STATUS_OK) {
    release(fresh, max(size, 16));
    return status;
  }
  memory.copy(fresh, first, size);
  release(trees, treesBytes);
  trees = fresh;
  treesBytes = max(size, 16);
  treesEnd = trees + size;
  priorEnd = trees + priorTrees * <u32>TREE_BYTES;
  priorBase = load<i32>(input, MODEL_PRIOR_BASE_AT);
  jointBase = load<i32>(input, MODEL_JOINT_BASE_AT);
  threshold = load<i32>(input, MODEL_THRESHOLD_AT);
  return STATUS_OK;
}

/** Adds what the trees from `tree` to `end` say of the tile's blocks to their scores. */
function ask(tree: usize, end: usize): void {
  for (; tree < end; tree += TREE_BYTES) {
    let answers = i8x16.splat(0);
    for (let level: u32 = 0; level < TREE_DEPTH; ++level) {
      const row = TILE + <usize>load<u8>(tree + level, TREE_FEATURES) * TILE_BLOCKS;
      const limit = i8x16.splat(<i8>load<u8>(tree + level, TREE_LIMITS));
      // A comparison that holds is -1 in its lane.
      answers = i8x16.sub(i8x16.add(answers, answers), i8x16.gt_u(v128.load(row), limit));
    }
    v128.store(LANES, answers);
    for (let lane: usize = 0; lane < TILE_BLOCKS; ++lane) {
      const score = SCORES + (lane << 2);
      store<i32>(score, load<i32>(score) + load<i16>(tree + (<usize>load<u8>(LANES + lane) << 1), TREE_LEAVES));
    }
  }
}

/** Scores all blocks with text; `evidence` as in layout.ts, `clock` the pages that were counted before this one. */
export function scorePage(clock: u32, evidence: u32): void {
  beginFeatures(clock);
  const first = evidence == EVIDENCE_PAGE ? trees : priorEnd;
  const end = evidence == EVIDENCE_PAGE ? priorEnd : treesEnd;
  const base = evidence == EVIDENCE_PAGE ? priorBase : jointBase;
  for (let order: u32 = 0; order < rankedCount; order += TILE_BLOCKS) {
    const count = fillTile(order);
    begin(base);
    ask(first, end);
    for (let lane: u32 = 0; lane < count; ++lane) {
      const block = load<u32>(ranked + (<usize>(order + lane) << 2)) * <u32>BLOCK_BYTES;
      store<i32>(blocks + block, load<i32>(SCORES + (<usize>lane << 2)), BLOCK_SCORE);
    }
  }
}

function begin(base: i32): void {
  for (let lane: usize = 0; lane < TILE_BLOCKS; ++lane) store<i32>(SCORES + (lane << 2), base);
}

/** Log odds by the page alone of the `order`-th block with text of the page in hand, in 1/1024. */
export function priorOf(order: u32): i32 {
  const lane = order % TILE_BLOCKS;
  fillTile(order - lane);
  begin(priorBase);
  ask(trees, priorEnd);
  return load<i32>(SCORES + (<usize>lane << 2));
}
