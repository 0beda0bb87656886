/** What is known of one block. */
import { byId, make } from './dom.ts';
import type { ViewedBlock, ViewedSegment } from './protocol.ts';
import { count, percent, signed } from './words.ts';

const box = byId('block', HTMLDivElement);

const seen = ({ lastPage }: ViewedSegment): string => (lastPage === 0 ? 'never' : `page ${count(lastPage)}`);

function facts(pairs: readonly (readonly [string, string])[]): HTMLElement {
  return make(
    'dl',
    {},
    ...pairs.flatMap(([term, value]) => [make('dt', {}, term), make('dd', {}, ...breakable(value))]),
  );
}

/** A path is broken behind its slashes. */
const breakable = (text: string): (Node | string)[] =>
  text.split(/(?<=\/)/).flatMap((step, at) => (at === 0 ? [step] : [make('wbr'), step]));

function segmentTable({ segments, segmentCount }: ViewedBlock): HTMLElement {
  const rows = segments.map((segment) =>
    make(
      'tr',
      segment.template ? { className: 'template' } : {},
      make('td', { title: segment.text }, segment.text),
      make('td', {}, count(segment.df)),
      make('td', {}, seen(segment)),
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
  const words = 'Point at the page, or go through its blocks with the arrow keys.';
  box.replaceChildren(make('p', { className: 'empty' }, words));
}

export function showBlock(block: ViewedBlock): void {
  const { kind, score, ratio, length, path, reason } = block;
  const odds = score === undefined ? [] : [['Log odds', signed(score)] as const];
  box.replaceChildren(
    make('p', { className: `kind ${kind}` }, kind),
    facts([...odds, ['Template ratio', percent(ratio)], ['Characters', count(length)], ['Path', path]]),
    make('p', { className: 'reason' }, reason ?? 'The page has too many blocks for each to be explained.'),
    segmentTable(block),
  );
}

/** The block in one sentence, for those who hear it. */
export const inWords = (block: ViewedBlock, number: number, all: number): string => {
  const odds = block.score === undefined ? `template ratio ${percent(block.ratio)}` : `log odds ${signed(block.score)}`;
  return `Block ${number} of ${all}: ${block.kind}, ${odds}. ${block.text.slice(0, 80)}`;
};
