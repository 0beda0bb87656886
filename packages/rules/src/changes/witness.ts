/** Witnesses of a redesign: pages without the common texts of other pages. */
import type { Page } from 'refrain';
import { flag, list, row, text, type ValueOf, whole } from '../apply/schema.ts';
import { SIGNALS, segmentsOf } from './signals.ts';
import { KEY_END, SAVED_KEY } from './url-sections.ts';

/** Minimum number of witnesses for a redesign. */
export const WITNESSES = 4;
/**
 * Minimum number of other witnesses that share segments with a witness. Not all need to, because a site may have two
 * languages or kinds of page.
 */
const PARTNERS = 2;
/**
 * Number of segments that witnesses must share: this share of the number of earlier common segments, within the limits
 * below.
 */
const SHARED_SHARE = 0.3;
const SHARED_MIN = 4;
const SHARED_ENOUGH = 12;
/** Minimum number of segments that only this page has; a login page has none. */
const OWN_MIN = 3;
/**
 * Maximum number of keys, and of saved keys. The first and the last are saved, which mostly are template. Below:
 * maximum length of saved ids.
 */
const KEYS_MAX = 1024;
const KEYS_SAVED = 96;
const ID_MAX = 4096;

export type Witness = Readonly<ValueOf<typeof WITNESS>>;

export const WITNESS = row({
  page: whole,
  id: text,
  /** Number of the page among the observed ones. */
  at: whole,
  section: row({ key: SAVED_KEY, folder: SAVED_KEY }),
  /** Key of the new folder that contains it; 0 if its section was known. */
  root: SAVED_KEY,
  isSure: flag,
  again: flag,
  signals: SIGNALS,
  /** Keys of the segments of the page, each once. */
  keys: list(SAVED_KEY),
});

const ends = (keys: readonly number[], most: number): number[] =>
  keys.length <= most ? [...keys] : [...keys.slice(0, most / 2), ...keys.slice(-most / 2)];

export function keysOf(page: Page): number[] {
  const { words, step, keyAt } = segmentsOf(page);
  const keys: number[] = [];
  for (let at = keyAt; at < words.length; at += step) keys.push((words[at] as number) % KEY_END);
  return [...new Set(ends(keys, KEYS_MAX))];
}

export function sharedKeys(one: ReadonlySet<number>, other: readonly number[]): number {
  let shared = 0;
  for (const key of other) if (one.has(key)) shared += 1;
  return shared;
}

/**
 * Witnesses that share segments with enough others, and also have segments that others lack. `before`: number of
 * earlier common segments. If sections are known, one other witness without these segments suffices, because versions
 * of a page are nearly equal. Otherwise all others must lack them.
 */
export function agreeingWitnesses(witnesses: readonly Witness[], before: number, isSectionKnown: boolean): Witness[] {
  if (witnesses.length < WITNESSES) return [];
  const least = Math.min(SHARED_ENOUGH, Math.max(SHARED_MIN, before * SHARED_SHARE));
  return witnesses.filter((one) => {
    const keys = new Set(one.keys);
    const shared = witnesses.filter((other) => other !== one).map((other) => sharedKeys(keys, other.keys));
    const enough = shared.filter((count) => count >= least);
    const like = isSectionKnown ? Math.min(...enough) : Math.max(...shared);
    return enough.length >= PARTNERS && keys.size - like >= OWN_MIN;
  });
}

export const compactWitness = (witness: Witness): Witness => ({
  ...witness,
  id: witness.id.length > ID_MAX ? '' : witness.id,
  keys: ends(witness.keys, KEYS_SAVED),
});
