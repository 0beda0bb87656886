/** What two versions of a page say differently. */
import { diffArrays, diffWords } from 'diff';
import { hasOwnWords, lineKey } from './line-key.ts';

/** A paragraph that only one version has, or has in other words. */
export type Change =
  | { readonly kind: 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'edited'; readonly text: string; readonly words: readonly WordChange[] };

export interface WordChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** One version of a page. */
export interface Version {
  /** Lines of its main content. */
  readonly main: readonly string[];
  /** Keys of all its lines, those of the template too. */
  readonly all: ReadonlySet<string>;
}

/** Versions that differ in more lines and words than this are shown as removed and added: the time grows with the square. */
const LINES_MAX = 2000;
const WORDS_MAX = 500;

/**
 * The paragraphs of main content that the other version has nowhere on the page. A paragraph that moved, or that is main content
 * in one version only, is no change; neither are counters, dates and ages.
 */
export function changesOf(old: Version, next: Version): Change[] {
  const before = old.main.filter((line) => hasOwnWords(line));
  const after = next.main.filter((line) => hasOwnWords(line));
  const parts = diffArrays(before.map(lineKey), after.map(lineKey), { maxEditLength: LINES_MAX });
  if (parts === undefined) return [...onlyIn(before, next.all, 'removed'), ...onlyIn(after, old.all, 'added')];
  const changes: Change[] = [];
  let [at, to] = [0, 0];
  let removed: Change[] = [];
  for (const { added, removed: isRemoved, count } of parts) {
    if (isRemoved) {
      removed = onlyIn(before.slice(at, at + count), next.all, 'removed');
      at += count;
      continue;
    }
    const inserted = added ? onlyIn(after.slice(to, to + count), old.all, 'added') : [];
    changes.push(...paired(removed, inserted));
    removed = [];
    to += count;
    if (!added) at += count;
  }
  return [...changes, ...removed];
}

const onlyIn = (lines: readonly string[], other: ReadonlySet<string>, kind: 'added' | 'removed'): Change[] =>
  lines.filter((line) => !other.has(lineKey(line))).map((text) => ({ kind, text }));

/** Paragraphs that stand for each other and share half of their words are one that was edited. */
function paired(removed: readonly Change[], added: readonly Change[]): Change[] {
  const changes: Change[] = [];
  const left = [...added];
  for (const old of removed) {
    const at = left.findIndex(({ text }) => wordsShared(old.text, text) >= 0.5);
    const words = at < 0 ? undefined : wordChanges(old.text, left[at]?.text ?? '');
    if (words === undefined) changes.push(old);
    else changes.push(...left.splice(0, at), { kind: 'edited', text: left.shift()?.text ?? '', words });
  }
  return [...changes, ...left];
}

/** Share of the words of both texts that both have. */
function wordsShared(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  if (first === undefined || second === undefined || first.size + second.size === 0) return 0;
  const shared = [...first].filter((word) => second.has(word)).length;
  return (2 * shared) / (first.size + second.size);
}

function wordChanges(old: string, next: string): WordChange[] | undefined {
  return diffWords(old, next, { maxEditLength: WORDS_MAX })?.map(({ added, removed, value: text }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}
