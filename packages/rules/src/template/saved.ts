/**
 * Layouts as bytes.
 *
 *   version │ pages │ words │ layouts │ changes │ checksum
 *
 * Element names and names of elements are words, written once; a place is drawn in `writeNode`.
 */
import { SnapshotError } from 'refrain';
import { readChanges, type SavedChanges } from '../changes/saved.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { LayoutTemplate } from './layout-template.ts';
import { PlaceNode, type Texts } from './place-node.ts';
import { savedNodes } from './pruned.ts';

const VERSION = 2;
const KINDS = ['template', 'content', 'main', 'linked'] as const satisfies readonly (keyof Texts)[];
/** Texts are saved in 1/1000. */
const SCALE = 10;
/** Limits of what is read: of layouts, places, words and names, above those of what is written. */
const MAX = 4096;
/** Names that fewer of the pages of a place have are not saved. */
const NAME_SHARE = 0.25;

export interface SavedTemplate {
  readonly pages: number;
  readonly layouts: readonly LayoutTemplate[];
  /** What is remembered to find redesigns: see `SavedChanges`. */
  readonly changes: SavedChanges;
}

export function writeTemplate({ pages, layouts, changes }: SavedTemplate): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter();
  to.number(VERSION);
  to.number(pages);
  const nodes = layouts.map((layout) => savedNodes(layout.root));
  const words = new Map<string, number>();
  for (const node of nodes.flat()) {
    for (const word of [node.tag, ...namesOf(node)]) if (!words.has(word)) words.set(word, words.size);
  }
  to.number(words.size);
  for (const word of words.keys()) to.text(word);
  to.number(layouts.length);
  for (const [index, layout] of layouts.entries()) writeLayout(to, layout, nodes[index] ?? [], words);
  to.text(JSON.stringify(changes));
  return to.sealed();
}

const namesOf = (node: PlaceNode): string[] =>
  [...node.names.keys()].filter((name) => node.shareOf(name) >= NAME_SHARE);

function writeLayout(
  to: ByteWriter,
  layout: LayoutTemplate,
  nodes: readonly PlaceNode[],
  words: ReadonlyMap<string, number>,
): void {
  to.number(layout.id);
  to.number(layout.pages);
  to.number(layout.samples);
  to.number(layout.examples.length);
  for (const { id, doubt } of layout.examples) {
    to.text(id);
    to.number(doubt);
  }
  to.number(nodes.length);
  const numbers = new Map(nodes.map((node, index) => [node, index + 1]));
  for (const [index, node] of nodes.entries()) {
    const parent = node.parent === undefined ? 0 : (numbers.get(node.parent) ?? 0);
    // Most places are in the one before them.
    to.number(index - parent);
    writeNode(to, node, layout.samples, words);
  }
}

function writeNode(to: ByteWriter, node: PlaceNode, samples: number, words: ReadonlyMap<string, number>): void {
  const numberOf = (word: string): number => words.get(word) ?? 0;
  to.number(numberOf(node.tag) * 16 + node.position);
  to.number(node.pages);
  const names = namesOf(node);
  to.number(names.length);
  for (const name of names) {
    to.number(numberOf(name));
    to.number(Math.max(0, node.pages - (node.names.get(name) ?? 0)));
  }
  to.number(node.elements);
  const [history, last] = node.sight;
  to.number(history);
  to.number(samples - last);
  for (const texts of [node.made, node.tested]) for (const kind of KINDS) to.number(texts[kind] / SCALE);
}

/** @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION` */
export function readTemplate(bytes: Uint8Array): SavedTemplate {
  const from = new ByteReader(bytes);
  const version = from.number();
  if (version !== VERSION) {
    throw new SnapshotError(
      'SNAPSHOT_VERSION',
      `the template has format ${version}; this version reads format ${VERSION}: observe the site again`,
    );
  }
  const pages = from.number();
  const words = listOf(from.below(MAX * 16), () => from.text());
  const layouts = listOf(from.below(MAX), () => readLayout(from, words));
  const changes = readChanges(from.text());
  if (!from.isAtEnd) throw new SnapshotError('SNAPSHOT_DAMAGED', 'the saved template has bytes behind its end');
  return { pages, layouts, changes };
}

const listOf = <T>(length: number, read: () => T): T[] => Array.from({ length }, read);

function readLayout(from: ByteReader, words: readonly string[]): LayoutTemplate {
  const layout = new LayoutTemplate(from.number());
  layout.pages = from.number();
  layout.samples = from.number();
  layout.examples = listOf(from.below(MAX), () => ({ id: from.text(), doubt: from.number() }));
  const nodes: PlaceNode[] = [layout.root];
  const count = from.below(MAX);
  for (let index = 0; index < count; index += 1) {
    const parent = nodes[index - from.below(index + 1)] as PlaceNode;
    nodes.push(readNode(from, parent, layout.samples, words));
  }
  layout.recount();
  return layout;
}

function readNode(from: ByteReader, parent: PlaceNode, samples: number, words: readonly string[]): PlaceNode {
  const wordAt = (index: number): string => words[index] ?? '';
  const head = from.below(words.length * 16);
  const node = new PlaceNode(parent, wordAt(head >>> 4), head & 15);
  node.pages = from.number();
  const names = listOf(from.below(MAX), () => {
    const name = wordAt(from.below(words.length));
    return [name, Math.max(0, node.pages - from.number())] as const;
  });
  node.elements = from.number();
  const history = from.below(2 ** 32);
  node.restore(history, Math.max(0, samples - from.number()), names);
  for (const texts of [node.made, node.tested]) for (const kind of KINDS) texts[kind] = from.number() * SCALE;
  return node;
}
