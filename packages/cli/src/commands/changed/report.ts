/** What is written of the differences of two crawls. */
import { count, plural } from '@refrain/viewer';
import type { Change, WordChange } from './lines.ts';

/** What became of a page. */
export type PageChange =
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly similarity: number | undefined;
      /** Undefined where only hashes of the page are known. */
      readonly changes: readonly Change[] | undefined;
      /** Present where the versions differ too much to be compared line by line and word by word. */
      readonly isCoarse: true | undefined;
    }
  | { readonly kind: 'moved'; readonly id: string; readonly from: string }
  | { readonly kind: 'new' | 'gone'; readonly id: string };

export type Counts = Record<'old' | 'new' | 'unchanged' | 'changed' | 'moved' | 'added' | 'gone', number>;

/** Characters that a terminal would interpret. */
const CONTROLS = /\p{Cc}/gu;
const plain = (text: string): string => text.replace(CONTROLS, ' ').trim();

const MARKS = { same: ['', ''], added: ['{+', '+}'], removed: ['[-', '-]'] } as const;

/** Characters of unchanged text that are shown beside a change. */
const AROUND = 60;

/** Unchanged text between two changes, without its middle. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const before = isFirst ? '' : text.slice(0, AROUND);
  const behind = isLast ? '' : text.slice(-AROUND);
  return text.length <= before.length + behind.length + 3 ? text : `${before}…${behind}`;
}

function wordsLine(words: readonly WordChange[]): string {
  const shown = words.map(({ kind, text }, at) => {
    const [open, close] = MARKS[kind];
    return kind === 'same'
      ? shortened(text, at === 0, at === words.length - 1)
      : `${open}${text.trim()}${close}${/\s$/.test(text) ? ' ' : ''}`;
  });
  return plain(shown.join(''));
}

function changeLine(change: Change): string {
  if (change.kind === 'edited') return `  ~ ${wordsLine(change.words)}\n`;
  return `  ${change.kind === 'added' ? '+' : '-'} ${plain(change.text)}\n`;
}

/** Stands above changes that are not in the order of the page, or not shown word by word. */
const COARSE = '  (compared coarsely: the versions differ too much)\n';

/** A page for a reader. */
export function textOf(page: PageChange): string {
  if (page.kind === 'moved') return `moved    ${plain(page.from)} → ${plain(page.id)}\n`;
  if (page.kind !== 'changed') return `${page.kind.padEnd(8)} ${plain(page.id)}\n`;
  const { id, similarity, changes, isCoarse } = page;
  if (changes === undefined) {
    const share = similarity === undefined ? '' : ` (similarity ${similarity.toFixed(2)})`;
    return `changed  ${plain(id)}${share}\n`;
  }
  return `changed  ${plain(id)}\n${isCoarse ? COARSE : ''}${changes.map(changeLine).join('')}`;
}

/** The last line for a reader. */
export const countsText = ({ old, new: next, unchanged, changed, moved, added, gone }: Counts): string =>
  `${plural(old, 'page')} before, ${count(next)} now: ${count(unchanged)} unchanged, ${count(changed)} changed, ` +
  `${count(moved)} moved, ${count(added)} new, ${count(gone)} gone\n`;
