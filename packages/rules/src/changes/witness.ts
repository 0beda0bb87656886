/** Pages that lack what others had, as witnesses of a redesign. */
import { type Checked, list, text, whole } from '../apply/schema.ts';
import { flag, row } from '../template/row.ts';
import { SAVED_KEY } from './place.ts';
import { SAVED_SIGNALS, sharedKeys } from './signals.ts';

/** Witnesses that make a redesign. */
export const WITNESSES = 4;
/** Others that each of them must share segments with: not all others, since a site may have two languages or kinds of pages. */
const PARTNERS = 2;
/** Share of what pages had in common before that they must share now, and limits of it. */
const SHARED_SHARE = 0.3;
const SHARED_MIN = 4;
const SHARED_ENOUGH = 12;
/** Segments that a page must have for itself: a login page has none. */
const OWN_MIN = 3;
/** Keys of a witness that are saved: the first and the last, where template mostly is. Longer ids are not saved. */
const KEYS_SAVED = 96;
const ID_MAX = 4096;

export const SAVED_WITNESS = row({
  page: whole,
  id: text,
  /** Number of the page among those that were observed. */
  at: whole,
  place: row({ key: SAVED_KEY, folder: SAVED_KEY }),
  /** What was new above it; 0 where its place was known. */
  root: SAVED_KEY,
  isSure: flag,
  again: flag,
  signals: SAVED_SIGNALS,
  keys: list(SAVED_KEY),
});

type SavedWitness = Checked<typeof SAVED_WITNESS>;

export interface Witness extends Omit<SavedWitness, 'keys'> {
  readonly keys: ReadonlySet<number>;
}

/**
 * Those that share segments with enough others, and have some for themselves; `before` is what pages had in common. Where places are
 * known, it is enough that one of the others lacks what a page has for itself: versions of a page are nearly alike. Otherwise all must.
 */
export function agreeing(witnesses: readonly Witness[], before: number, isPlaceKnown: boolean): Witness[] {
  if (witnesses.length < WITNESSES) return [];
  const least = Math.min(SHARED_ENOUGH, Math.max(SHARED_MIN, before * SHARED_SHARE));
  return witnesses.filter((one) => {
    const shared = witnesses.filter((other) => other !== one).map((other) => sharedKeys(one.keys, other.keys));
    const enough = shared.filter((count) => count >= least);
    const like = isPlaceKnown ? Math.min(...enough) : Math.max(...shared);
    return enough.length >= PARTNERS && one.keys.size - like >= OWN_MIN;
  });
}

function sampleOf(keys: ReadonlySet<number>): number[] {
  const all = [...keys];
  return all.length <= KEYS_SAVED ? all : [...all.slice(0, KEYS_SAVED / 2), ...all.slice(-KEYS_SAVED / 2)];
}

export const saveWitness = ({ id, keys, ...one }: Witness): SavedWitness => ({
  ...one,
  id: id.length > ID_MAX ? '' : id,
  keys: sampleOf(keys),
});
export const loadWitness = (one: SavedWitness): Witness => ({ ...one, keys: new Set(one.keys) });
