/** The blocks of a page and its texts, as the second verdict needs them. */
import { placeOf } from './blocks.ts';
import { ignoredIn, type ReferenceElement, type ReferenceNode } from './tree.ts';

export interface OpenBlock {
  readonly element: ReferenceElement;
  readonly above: OpenBlock | undefined;
  /** Texts in the element, of this block and of those inside. */
  readonly all: { length: number; words: number; linked: number }[];
  /** Code points and words of its own text. */
  own: number;
  words: number;
  /** Code points of its own text in links. */
  linked: number;
  /** Its own texts, one for each line. */
  lines: string;
  /** The same, each with the elements around it, the nearest first. */
  readonly texts: { text: string; around: readonly ReferenceElement[] }[];
  /** Position in the DOM. */
  readonly place: string;
}

/** A page as its texts come. */
export interface PageText {
  readonly root: ReferenceElement;
  /** Blocks with text, in the order of their first texts. */
  readonly blocks: readonly OpenBlock[];
  /** All texts with their blocks, and whether an image stands between each and the next one. */
  readonly texts: readonly { readonly block: OpenBlock; hasImage: boolean }[];
}

/** The page as its texts come. `wordsOf` counts the words of a text as the features do. */
export function divide(
  root: ReferenceElement,
  separators: ReadonlySet<string>,
  wordsOf: (text: string) => number,
): PageText {
  const ignored = ignoredIn(root);
  const body = root.children.find((node) => node.kind === 'element' && node.name === 'body') ?? root;
  const open = (element: ReferenceElement, above: OpenBlock | undefined): OpenBlock => ({
    ...{
      element,
      above,
      all: [],
      own: 0,
      words: 0,
      linked: 0,
      lines: '',
      texts: [],
      place: placeOf(element, above?.place),
    },
  });
  const base = open(body as ReferenceElement, undefined);
  const found: OpenBlock[] = [];
  const texts: { block: OpenBlock; hasImage: boolean }[] = [];
  interface Visit {
    readonly node: ReferenceNode;
    readonly block: OpenBlock;
    readonly linked: boolean;
    readonly around: readonly ReferenceElement[];
  }
  const visits: Visit[] = [{ node: root, block: base, linked: false, around: [] }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, block, linked, around } = visit;
    if (node.kind === 'text') {
      const text = node.data.replace(/\s+/g, ' ').trim();
      if (text === '') continue;
      if (block.own === 0) found.push(block);
      texts.push({ block, hasImage: false });
      const length = [...text].length;
      block.own += length;
      block.lines += `${text}\n`;
      block.texts.push({ text, around });
      const counted = { length, words: wordsOf(text), linked: linked ? length : 0 };
      block.words += counted.words;
      block.linked += counted.linked;
      for (let at: OpenBlock | undefined = block; at !== undefined; at = at.above) at.all.push(counted);
    } else if (!ignored.has(node.name)) {
      const opens = node !== body && separators.has(node.name);
      const inner = opens ? open(node, block) : block;
      const isLink = !opens && node.name === 'a';
      const last = texts.at(-1);
      if (node.name === 'img' && last !== undefined) last.hasImage = true;
      const next = { block: inner, linked: linked || isLink, around: [node, ...around].slice(0, 3) };
      for (const child of node.children.toReversed()) visits.push({ node: child, ...next });
    }
  }
  return { root, blocks: found, texts };
}

/** What a page surely is, if anything. */
export type SureKind =
  | ('article' | 'documentation' | 'forum' | 'product' | 'listing' | 'collection' | 'service')
  | undefined;
