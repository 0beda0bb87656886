/** What to dim: the elements and texts of a page that hold only template. */
import type { Page } from 'refrain';
import { TEXT, type WrittenTree } from './tree.ts';

/** Nodes by number. */
export interface Marks {
  /** The outermost elements all of whose text is template; pictures go with the text around them. */
  readonly elements: number[];
  /** Template texts next to content, which no element holds alone. */
  readonly texts: number[];
}

const TEMPLATE = 1;
const CONTENT = 2;

/** Dimming these would dim the background of the page. */
const NEVER: ReadonlySet<string> = new Set(['html', 'body']);

/** A block may be inside a block of the other kind, so verdicts go from blocks to texts, and from texts to elements. */
export function marksOf({ names, kinds, parents }: WrittenTree, page: Page<number>): Marks {
  const found = new Uint8Array(kinds.length);
  for (const { verdict, segments } of page.blocks) {
    for (const { node } of segments) {
      if (node !== undefined) found[node] = verdict === 'template' ? TEMPLATE : CONTENT;
    }
  }
  // The detector reads adjacent text nodes as one text, and names the first.
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
