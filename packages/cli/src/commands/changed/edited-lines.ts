/** Lines of one version that stand for lines of the other, and the words that differ in them. */
import { diffWords } from 'diff';

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
export function paired(removed: readonly Change[], added: readonly Change[], effort: Effort): readonly Change[] {
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
