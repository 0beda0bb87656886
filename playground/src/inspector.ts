/** The panel of one block: why it has its verdict, and its segments. */
import { count, percent, sectionWords, signed } from '@refrain/viewer';
import { explanationOf } from '@refrain/viewer/browser';
import { byId, make } from './dom.ts';
import type { ViewedBlock, ViewedSegment } from './protocol.ts';

const box = byId('block', HTMLDivElement);

const lastSeen = ({ lastPage }: ViewedSegment): string => (lastPage === 0 ? 'never' : `page ${count(lastPage)}`);

function segmentTable({ segments, segmentCount }: ViewedBlock): HTMLElement {
  const rows = segments.map((segment) =>
    make(
      'tr',
      {},
      make('td', { title: segment.text }, segment.text),
      make('td', {}, count(segment.df)),
      make('td', {}, lastSeen(segment)),
    ),
  );
  const head = make('tr', {}, ...['Text segment', 'DF', 'Last seen'].map((name) => make('th', {}, name)));
  const rest = segmentCount - segments.length;
  return make(
    'div',
    {},
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)),
    ...(rest > 0 ? [make('p', { className: 'small' }, `and ${count(rest)} more`)] : []),
  );
}

export function showNoBlock(): void {
  const hint = 'Point at a block of the page, or go from block to block with the arrow keys.';
  box.replaceChildren(make('p', { className: 'empty' }, hint));
}

export function showBlock(block: ViewedBlock): void {
  // The reason begins with the verdict, which the panel shows already.
  const reason =
    block.reason?.replace(`${block.kind}: `, '') ??
    'No reason is given: the page has too many blocks to explain all of them.';
  box.replaceChildren(...explanationOf({ ...block, reason }), segmentTable(block));
}

/** One sentence about a block, for screen readers. */
export const inWords = (block: ViewedBlock, number: number, all: number): string => {
  const odds = block.score === undefined ? `template ratio ${percent(block.ratio)}` : `log odds ${signed(block.score)}`;
  return `Block ${number} of ${all}: ${block.kind}${sectionWords(block.section)}, ${odds}. ${block.text.slice(0, 80)}`;
};
