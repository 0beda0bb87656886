/**
 * The kind of a page: a linear model over clues (clue.ts). The model has some clues, and for each kind a signed byte for each of
 * them. What is on the page, no matter how often, adds its bytes to the scores of the kinds; the largest score decides. How far it
 * is above the next one says how sure that is, by a table that training has measured. All of it is whole numbers.
 */
import { Kinds, Status } from '../../layout';
import { allocate, release } from '../../memory';
import { PAGE } from '../../page/arena';

/** The part of the model about kinds, and behind it a byte for each clue: whether the page has it. */
let kinds: usize = 0;
let kindsBytes: usize = 0;
let clueCount: u32 = 0;

const SCORES = memory.data(<i32>(Kinds.COUNT * 4), 4);

/** A bit for each clue that the model may have: it has few of those of a page. */
const FILTER_BITS: u32 = 15;
const FILTER = memory.data(4096);

function filterByte(clue: u32): usize {
  return FILTER + (clue >> (32 - FILTER_BITS + 3));
}

function filterBit(clue: u32): u32 {
  return 1 << ((clue >> (32 - FILTER_BITS)) & 7);
}

/** Where the clues with the same highest bits begin, and where the last ones end: few have the same. */
const START_BITS: u32 = 11;
const STARTS = memory.data(8196, 4);

/** Bytes of a part with `clues` clues. */
function partBytes(clues: u32): usize {
  return Kinds.HEADER_BYTES + ((<usize>clues) << 2) + ((<usize>clues * Kinds.COUNT + 3) & ~3);
}

/** A part that was read and is not in use yet. */
let next: usize = 0;
let nextBytes: usize = 0;
let nextClues: u32 = 0;

/** Reads the part of a model in `bytes` bytes at `from`, none if they are 0, for `useKinds`; a `STATUS_…` code. */
export function readKinds(from: usize, bytes: u32): u32 {
  let clues: u32 = 0;
  if (bytes) {
    if (<usize>bytes < Kinds.HEADER_BYTES) return Status.BAD_MODEL;
    clues = load<u32>(from, Kinds.CLUES_AT);
    if (clues > bytes || partBytes(clues) != bytes) return Status.BAD_MODEL;
    // A clue is the high bits of a hash, each larger than the one before it.
    for (let index: u32 = 0, before: u32 = 0; index < clues; ++index) {
      const clue = load<u32>(from + Kinds.HEADER_BYTES + ((<usize>index) << 2));
      if (clue & 0xff || clue <= before) return Status.BAD_MODEL;
      before = clue;
    }
  }
  const room = <usize>max<u32>(bytes + clues, 16);
  const loaded = allocate(room);
  if (!loaded) return Status.OUT_OF_MEMORY;
  memory.copy(loaded, from, bytes);
  release(next, nextBytes);
  next = loaded;
  nextBytes = room;
  nextClues = clues;
  return Status.OK;
}

/** Uses the part that was read last, since all other parts of its model are in order too. */
export function useKinds(): void {
  release(kinds, kindsBytes);
  kinds = next;
  kindsBytes = nextBytes;
  clueCount = nextClues;
  next = 0;
  nextBytes = 0;
  memory.fill(FILTER, 0, 1 << (FILTER_BITS - 3));
  let bucket: u32 = 0;
  for (let index: u32 = 0; index < clueCount; ++index) {
    const clue = load<u32>(kinds + Kinds.HEADER_BYTES + ((<usize>index) << 2));
    for (; bucket <= clue >> (32 - START_BITS); ++bucket) store<u32>(STARTS + ((<usize>bucket) << 2), index);
    store<u8>(filterByte(clue), <u8>(<u32>load<u8>(filterByte(clue)) | filterBit(clue)));
  }
  for (; bucket <= 1 << START_BITS; ++bucket) store<u32>(STARTS + ((<usize>bucket) << 2), clueCount);
}

/** Whether the model knows kinds. */
export function hasKinds(): bool {
  return clueCount != 0;
}

/** Forgets the clues of the last page. */
export function beginKind(): void {
  memory.fill(kinds + partBytes(clueCount), 0, clueCount);
  for (let kind: usize = 0; kind < Kinds.COUNT; ++kind) {
    store<i32>(SCORES + (kind << 2), load<i32>(kinds + (kind << 2), Kinds.BASES_AT));
  }
}

/** Clues that are listed for training, in memory at `list`; counted only if that is 0. */
let isListing: bool = false;
let list: usize = 0;
export let listed: u32 = 0;

/**
 * Lists the clues that pages have from now on; `at` as in `list`. Only training calls it, so the compiler leaves it and the
 * list out of the module that ships.
 */
export function listClues(on: bool, at: usize): void {
  isListing = on;
  list = at;
  listed = 0;
}

/** Takes a clue of the page by its hash; the same one again changes nothing. */
export function takeClue(hash: u32): void {
  if (isListing) {
    if (list) store<u32>(list + ((<usize>listed) << 2), hash);
    ++listed;
    return;
  }
  if (!(<u32>load<u8>(filterByte(hash)) & filterBit(hash))) return;
  const clue = hash & 0xffffff00;
  const clues = kinds + Kinds.HEADER_BYTES;
  const start = STARTS + ((<usize>(hash >> (32 - START_BITS))) << 2);
  let low = load<u32>(start);
  let high = load<u32>(start, 4);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(clues + ((<usize>middle) << 2)) < clue) low = middle + 1;
    else high = middle;
  }
  if (low == clueCount || load<u32>(clues + ((<usize>low) << 2)) != clue) return;
  const seen = kinds + partBytes(clueCount) + low;
  if (load<u8>(seen)) return;
  store<u8>(seen, 1);
  let weight = clues + ((<usize>clueCount) << 2) + low;
  for (let kind: usize = 0; kind < Kinds.COUNT; ++kind, weight += clueCount) {
    store<i32>(SCORES + (kind << 2), load<i32>(SCORES + (kind << 2)) + <i32>load<i8>(weight));
  }
}

/** Decides by the clues that were taken; the first kind of equal ones. */
export function endKind(): void {
  let best: u32 = 0;
  for (let kind: u32 = 1; kind < Kinds.COUNT; ++kind) if (scoreOf(kind) > scoreOf(best)) best = kind;
  let second = i32.MIN_VALUE;
  for (let kind: u32 = 0; kind < Kinds.COUNT; ++kind) if (kind != best) second = max(second, scoreOf(kind));
  const margin = min<u32>(<u32>(scoreOf(best) - second) >> Kinds.MARGIN_SHIFT, Kinds.CONFIDENCES - 1);
  PAGE.kind = best + 1;
  PAGE.kindConfidence = load<u16>(kinds + ((<usize>margin) << 1), Kinds.CONFIDENCES_AT);
}

function scoreOf(kind: u32): i32 {
  return load<i32>(SCORES + ((<usize>kind) << 2));
}
