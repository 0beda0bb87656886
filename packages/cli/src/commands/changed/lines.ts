/** What two versions of a page say differently. */
import { diffArrays } from 'diff';
import { timelessWords } from 'refrain/engine';
import { type Change, paired } from './edited-lines.ts';
import type { Texts } from './pages.ts';

/** A line with what is compared of it; the key is empty for lines that only count or date. */
interface Line {
  readonly text: string;
  readonly key: string;
}

/** One version of a page. */
export interface Version {
  /** Lines of its main content. */
  readonly main: readonly Line[];
  /** Keys of all its lines, those of the template too. */
  readonly all: ReadonlySet<string>;
}

/** What changed on a page. */
export interface Changes {
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
