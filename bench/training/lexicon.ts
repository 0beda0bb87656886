/**
 * Log odds of template for words of names and short texts, from the amount of template and content text beside them. All groups
 * of sites have the same weight. Words that few groups have are left out, since they describe these groups and not pages.
 */
import type { Rows } from './rows.ts';

/** Log odds in sixteenths, by the high 24 bits of the hash of a word. */
export type Lexicon = ReadonlyMap<number, number>;

interface Weight {
  template: number;
  content: number;
}

/** The weights of each word in each group. */
export type WordCounts = ReadonlyMap<string, ReadonlyMap<number, Weight>>;

/** Minimum groups that have a word. */
const MIN_GROUPS = 8;
/** Maximum words of a lexicon; the most informative words are kept. */
const MAX_WORDS = 3000;
/** Added to both sides of the odds, as a share of the text of a group. */
const SMOOTHING = 0.02;
const MAX_ODDS = 3;
const SIXTEENTHS = 16;

/** A group of one page has less weight than a site. */
const weightOf = (rows: Rows): number => (rows.from === 'text' ? 0.15 : 1);

export function countWords(sites: readonly Rows[]): WordCounts {
  const groups = new Map<string, Map<number, Weight>>();
  for (const group of new Set(sites.map((rows) => rows.group))) {
    const own = sites.filter((rows) => rows.group === group);
    groups.set(group, countGroup(own));
  }
  return groups;
}

function countGroup(sites: readonly Rows[]): Map<number, Weight> {
  const counts = new Map<number, Weight>();
  const masses = sites.map((rows) =>
    rows.template.reduce((sum, text, row) => sum + Math.sqrt(text + (rows.content[row] ?? 0)), 0),
  );
  for (const [index, rows] of sites.entries()) {
    const scale = weightOf(rows) / (masses[index] || 1) / sites.length;
    let from = 0;
    for (let row = 0; row < rows.count; row += 1) {
      const template = rows.template[row] ?? 0;
      const all = template + (rows.content[row] ?? 0);
      const mass = Math.sqrt(all) * scale;
      const to = rows.wordsEnd[row] ?? from;
      for (const word of new Set(rows.words.subarray(from, to))) {
        const key = word & 0xffffff00;
        const weight = counts.get(key) ?? { template: 0, content: 0 };
        weight.template += (mass * template) / all;
        weight.content += mass * (1 - template / all);
        counts.set(key, weight);
      }
      from = to;
    }
  }
  return counts;
}

/** Computes the lexicon of all groups, or of all groups except one. */
export class LexiconMaker {
  readonly #counts: WordCounts;
  readonly #all = new Map<number, Weight & { groups: number }>();

  constructor(counts: WordCounts) {
    this.#counts = counts;
    for (const words of counts.values()) {
      for (const [word, { template, content }] of words) {
        const sum = this.#all.get(word) ?? { template: 0, content: 0, groups: 0 };
        sum.template += template;
        sum.content += content;
        sum.groups += 1;
        this.#all.set(word, sum);
      }
    }
  }

  without(group: string | undefined): Lexicon {
    const own = group === undefined ? undefined : this.#counts.get(group);
    const scored: { word: number; sixteenths: number; information: number }[] = [];
    for (const [word, sum] of this.#all) {
      if (sum.groups < MIN_GROUPS) continue;
      const less = own?.get(word);
      if (sum.groups - (less === undefined ? 0 : 1) < MIN_GROUPS) continue;
      const template = Math.max(0, sum.template - (less?.template ?? 0));
      const content = Math.max(0, sum.content - (less?.content ?? 0));
      const odds = Math.log((template + SMOOTHING) / (content + SMOOTHING));
      const sixteenths = Math.round(Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds)) * SIXTEENTHS);
      if (sixteenths !== 0)
        scored.push({ word, sixteenths, information: Math.abs(odds) * Math.sqrt(template + content) });
    }
    scored.sort((one, other) => other.information - one.information || one.word - other.word);
    return new Map(scored.slice(0, MAX_WORDS).map(({ word, sixteenths }) => [word, sixteenths]));
  }
}
