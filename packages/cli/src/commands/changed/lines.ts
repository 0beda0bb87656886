/** What two versions of a page say differently. */

import { diffArrays, diffWords } from 'diff';
import { timelessWords } from 'refrain/engine';
import type { Texts } from './pages.ts';

/** A line with what is compared of it; the key is empty for lines that only count or date. */
interface Line {
  readonly text: string;
  readonly key: string;
}

/** One version of a page. */
interface Version {
  /** Lines of its main content. */
  readonly main: readonly Line[];
  /** Keys of all its lines, those of the template too. */
  readonly all: ReadonlySet<string>;
}

/** What changed on a page. */
interface Changes {
  readonly changes: readonly Change[];
  /**
   * Whether the versions differ so much that some of the comparison was left out: lines are shown as removed and added, not in the
   * order of the page or not as edited.
   */
  readonly isCoarse: boolean;
}

/** Lines that are inserted and deleted. The time of a comparison grows with the square of them: this many take half a second. */
const LINE_EDITS_MAX = 2000;
/** Steps of a tenth of a microsecond, about, for all edited lines of a page. */
const EFFORT_MAX = 5_000_000;

/** Ages, dates and counters have fewer words beside their numbers. */
const SHORT_WORDS = 8;

/**
 * Equal for lines that say the same: without case and punctuation. A text with numbers is an age, a date or a counter where half of
 * its words are numbers or names of times; these are left out, so that the key is empty where a line says only what changes by itself.
 */
function lineKey(line: string): string {
  const { words, numbers, others } = timelessWords(line);
  const isCounter = numbers > 0 && words.length - numbers < SHORT_WORDS && 2 * others.length <= words.length;
  return (isCounter ? others : words).join(' ');
}

/** A version of a page by its texts. */
export function versionOf({ main, all }: Texts): Version {
  const lines = linesOf(main).map((text) => ({ text, key: lineKey(text) }));
  return { main: lines.filter(({ key }) => key !== ''), all: new Set(linesOf(all).map(lineKey)) };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/**
 * The paragraphs of main content that the other version has nowhere on the page. A paragraph that moved, or that is main content
 * in one version only, is no change; neither are counters, dates and ages.
 */
export function changesOf(old: Version, next: Version): Changes {
  const keysOf = ({ main }: Version): string[] => main.map(({ key }) => key);
  const parts = diffArrays(keysOf(old), keysOf(next), { maxEditLength: LINE_EDITS_MAX });
  if (parts === undefined) {
    const changes = [...onlyIn(old.main, next.all, 'removed'), ...onlyIn(next.main, old.all, 'added')];
    return { changes, isCoarse: changes.length > 0 };
  }
  const effort = { left: EFFORT_MAX };
  const changes: Change[] = [];
  let [at, to] = [0, 0];
  let removed: Change[] = [];
  for (const { added, removed: isRemoved, count } of parts) {
    if (isRemoved) {
      removed = onlyIn(old.main.slice(at, at + count), next.all, 'removed');
      at += count;
      continue;
    }
    const inserted = added ? onlyIn(next.main.slice(to, to + count), old.all, 'added') : [];
    for (const change of paired(removed, inserted, effort)) changes.push(change);
    removed = [];
    to += count;
    if (!added) at += count;
  }
  for (const change of removed) changes.push(change);
  return { changes, isCoarse: effort.left <= 0 };
}

const onlyIn = (lines: readonly Line[], other: ReadonlySet<string>, kind: 'added' | 'removed'): Change[] =>
  lines.filter(({ key }) => !other.has(key)).map(({ text }) => ({ kind, text }));

/** A paragraph that only one version has, or has in other words. */
export type Change =
  | { readonly kind: 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'edited'; readonly text: string; readonly words: readonly WordChange[] };

export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Words that are inserted and deleted. Lines that differ in more are shown as removed and added. */
const WORD_EDITS_MAX = 500;
/** Characters of both lines together. Longer ones are not compared by words. */
const LENGTH_MAX = 100_000;
/** Share of the words of both lines that an edited line keeps. */
const EDITED_SHARE = 0.5;

/** Steps that the comparison of one page may still take: hostile and huge pages do not hold up the crawl. */
interface Effort {
  left: number;
}

/** Lines that stand for each other and share half of their words are one that was edited. Without effort left, none is. */
function paired(removed: readonly Change[], added: readonly Change[], effort: Effort): readonly Change[] {
  if (removed.length === 0) return added;
  const changes: Change[] = [];
  const words = added.map(({ text }) => wordsOf(text));
  let from = 0;
  for (const old of removed) {
    const at = effort.left > 0 ? likeliest(wordsOf(old.text), words, from, effort) : -1;
    const { text } = added[at] ?? { text: '' };
    const edits = at < 0 ? undefined : wordChanges(old.text, text, effort);
    if (edits === undefined) changes.push(old);
    else {
      for (const change of added.slice(from, at)) changes.push(change);
      changes.push({ kind: 'edited', text, words: edits });
      from = at + 1;
    }
  }
  for (const change of added.slice(from)) changes.push(change);
  return changes;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The first line from a position on that shares enough words; −1 where there is none, or no effort left. */
function likeliest(
  old: ReadonlySet<string>,
  lines: readonly ReadonlySet<string>[],
  from: number,
  effort: Effort,
): number {
  for (let at = from; at < lines.length && effort.left > 0; at += 1) {
    const words = lines[at] as ReadonlySet<string>;
    const all = old.size + words.size;
    effort.left -= 1 + Math.min(old.size, words.size);
    if (all > 0 && 2 * sharedBy(old, words) >= EDITED_SHARE * all) return at;
  }
  return -1;
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [less, more] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of less) if (more.has(word)) shared += 1;
  return shared;
}

function wordChanges(old: string, next: string, effort: Effort): WordChange[] | undefined {
  const length = old.length + next.length;
  if (length > LENGTH_MAX) return undefined;
  const parts = diffWords(old, next, { maxEditLength: WORD_EDITS_MAX });
  const edits = parts?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  effort.left -= length + (edits ?? WORD_EDITS_MAX) ** 2;
  return parts?.map(({ added, removed, value: text }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}
