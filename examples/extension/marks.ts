/** Selects the elements and texts of a page that contain only template. */
import type { Page } from 'refrain';
import { TEXT, type WrittenTree } from './tree.ts';

/** Numbers of nodes. */
export interface Marks {
  /** The outermost elements whose text is all template. Pictures inside them are marked with them. */
  readonly elements: number[];
  /** Template texts that share their parent element with content. */
  readonly texts: number[];
}

const TEMPLATE = 1;
const CONTENT = 2;

/** Never marked, because that would dim the background of the page. */
const NEVER: ReadonlySet<string> = new Set(['html', 'body']);

/** Works on texts, because blocks of different kinds may be nested, and propagates their kinds to the ancestors. */
export function marksOf({ names, kinds, parents }: WrittenTree, page: Page<number>): Marks {
  const found = new Uint8Array(kinds.length);
  for (const { kind, segments } of page.blocks) {
    for (const { node } of segments) {
      if (node !== undefined) found[node] = kind === 'template' ? TEMPLATE : CONTENT;
    }
  }
  // The detector treats adjacent text nodes as one text and gives the first node.
  for (const [node, kind] of kinds.entries()) {
    const isNext = kind === TEXT && kinds[node - 1] === TEXT && parents[node - 1] === parents[node];
    if (isNext && found[node] === 0) found[node] = found[node - 1] ?? 0;
  }
  for (let node = kinds.length - 1; node > 0; node -= 1) {
    const parent = parents[node] ?? 0;
    found[parent] = (found[parent] ?? 0) | (found[node] ?? 0);
  }
  const isWhole = (node: number): boolean => {
    const kind = kinds[node] ?? TEXT;
    return kind >= 0 && found[node] === TEMPLATE && !NEVER.has(names[kind] ?? '');
  };
  const marks: Marks = { elements: [], texts: [] };
  for (const [node, kind] of kinds.entries()) {
    if (found[node] !== TEMPLATE || isWhole(parents[node] ?? 0)) continue;
    if (kind === TEXT) marks.texts.push(node);
    else if (isWhole(node)) marks.elements.push(node);
  }
  return marks;
}
