/** What is written of the differences of two crawls. */
import { jsonLine } from '../formats/json-line.ts';
import { grouped, plural } from '../progress-line.ts';
import type { Change, WordChange } from './lines.ts';

/** What became of a page. */
export type PageChange =
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly similarity: number | undefined;
      readonly changes: readonly Change[];
    }
  | { readonly kind: 'moved'; readonly id: string; readonly from: string }
  | { readonly kind: 'new' | 'gone'; readonly id: string };

export interface Counts {
  old: number;
  new: number;
  unchanged: number;
  changed: number;
  moved: number;
  added: number;
  gone: number;
}

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

/** A page for a reader. */
export function textOf(page: PageChange): string {
  if (page.kind === 'moved') return `moved    ${plain(page.from)} → ${plain(page.id)}\n`;
  if (page.kind !== 'changed') return `${page.kind.padEnd(8)} ${plain(page.id)}\n`;
  return `changed  ${plain(page.id)}\n${page.changes.map(changeLine).join('')}`;
}

/** The last line for a reader. */
export const countsText = ({ old, new: next, unchanged, changed, moved, added, gone }: Counts): string =>
  `${plural(old, 'page')} before, ${grouped(next)} now: ${grouped(unchanged)} unchanged, ${grouped(changed)} changed, ` +
  `${grouped(moved)} moved, ${grouped(added)} new, ${grouped(gone)} gone\n`;

/** A page as a line of NDJSON. */
export const lineOf = (page: PageChange): string => jsonLine(page);
