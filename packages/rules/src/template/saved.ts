/**
 * Layouts as bytes.
 *
 *   pages │ layouts │ changes
 *
 * A name of elements is written where it comes first, and is a number from there on. Texts are shares of what is around them, and
 * much of a place is as it is there: see `writeNode`.
 */
import { SnapshotError } from 'refrain';
import { readChanges, type SavedChanges, writeChanges } from '../changes/saved.ts';
import { ByteReader, ByteWriter, damaged } from './bytes.ts';
import { LayoutTemplate, NODES_MAX } from './layout-template.ts';
import { PlaceNode, type Texts } from './place-node.ts';
import { savedNodes } from './pruned.ts';
import { TAGS } from './tags.ts';

const VERSION = 3;
/** Texts are saved in parts of a page of this size, where a page has 10,000. */
const SCALE = 5;
/** Limits of what is read: of layouts, places and names, above those of what is written. */
const MAX = 4096;
/** Names that fewer of the pages of a place have are not saved. */
const NAME_SHARE = 0.25;

export interface SavedTemplate {
  readonly pages: number;
  readonly layouts: readonly LayoutTemplate[];
  /** What is remembered to find redesigns: see `SavedChanges`. */
  readonly changes: SavedChanges;
}

// ── Writing ──

export function writeTemplate({ pages, layouts, changes }: SavedTemplate): Uint8Array<ArrayBuffer> {
  const to = new ByteWriter();
  to.number(pages, 'large');
  const names = new Map<string, number>();
  to.number(layouts.length, 'count');
  for (const layout of layouts) writeLayout(to, layout, names);
  writeChanges(to, changes);
  return to.sealed(VERSION);
}

function writeLayout(to: ByteWriter, layout: LayoutTemplate, names: Map<string, number>): void {
  to.number(layout.id, 'id');
  to.number(layout.pages, 'large');
  to.number(layout.samples, 'large');
  to.number(layout.examples.length, 'count');
  for (const { id, doubt } of layout.examples) {
    to.text(id);
    to.number(doubt, 'large');
  }
  const nodes = savedNodes(layout.root);
  to.number(nodes.length, 'size');
  const numbers = new Map(nodes.map((node, index) => [node, index + 1]));
  for (const [index, node] of nodes.entries()) {
    const parent = node.parent === undefined ? 0 : (numbers.get(node.parent) ?? 0);
    // Most places are in the one before them.
    to.number(index - parent, 'step');
    writeNode(to, node, layout.samples, names);
  }
}

/** What a place is, on which pages it was, its names, its elements, and its texts. */
function writeNode(to: ByteWriter, node: PlaceNode, samples: number, known: Map<string, number>): void {
  const tag = TAGS.indexOf(node.tag) + 1;
  to.number(tag, 'tag');
  if (tag === 0) to.text(node.tag);
  to.number(node.position, 'position');
  const pages = Math.round(node.pages);
  to.signed(pagesAround(node, samples) - pages, 'gap');
  to.number((node.seen(samples) ^ seenAround(node, samples)) >>> 0, 'history');
  const names = [...node.names].filter(([name]) => node.shareOf(name) >= NAME_SHARE);
  to.number(names.length, 'length');
  for (const [name, count] of names) {
    const number = known.get(name);
    to.number(number === undefined ? 0 : number + 1, 'word');
    if (number === undefined) {
      to.text(name);
      known.set(name, known.size);
    }
    to.number(Math.max(0, pages - count), 'without');
  }
  to.signed(node.elements - pages, 'elements');
  const made = writeTexts(to, node.made, 0);
  writeTexts(to, node.tested, made / 3);
}

const pagesAround = ({ parent }: PlaceNode, samples: number): number =>
  parent?.parent === undefined ? samples : Math.round(parent.pages);

const seenAround = ({ parent }: PlaceNode, samples: number): number =>
  parent?.parent === undefined ? 0xffffffff : parent.seen(samples);

/** Writes texts, of which there are about so many, and gives how many there are. */
function writeTexts(to: ByteWriter, { template, content, main, linked }: Texts, expected: number): number {
  const all = Math.round((template + content) / SCALE);
  to.signed(all - Math.round(expected), expected === 0 ? 'text' : 'difference');
  const part = (texts: number, whole: number): number => {
    const value = Math.min(whole, Math.round(texts / SCALE));
    const ratio = value === 0 ? 0 : value === whole ? 1 : 2;
    if (whole > 0) to.number(ratio, 'ratio');
    if (ratio === 2) to.number(value, 'text');
    return value;
  };
  const said = part(content, all);
  part(main, said);
  part(linked, all);
  return all;
}

// ── Reading ──

/** @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION` */
export function readTemplate(bytes: Uint8Array): SavedTemplate {
  const from = new ByteReader(bytes);
  if (from.version !== VERSION) {
    throw new SnapshotError(
      'SNAPSHOT_VERSION',
      `the template has format ${from.version}; this version reads format ${VERSION}: observe the site again`,
    );
  }
  const pages = from.number('large');
  const names: string[] = [];
  const layouts = listOf(from.below(MAX, 'count'), () => readLayout(from, names));
  const changes = readChanges(from);
  from.end();
  return { pages, layouts, changes };
}

const listOf = <T>(length: number, read: () => T): T[] => Array.from({ length }, read);

function readLayout(from: ByteReader, names: string[]): LayoutTemplate {
  const layout = new LayoutTemplate(from.number('id'));
  layout.continueAt(from.number('large'));
  layout.samples = from.number('large');
  layout.examples = listOf(from.below(MAX, 'count'), () => ({ id: from.text(), doubt: from.number('large') }));
  const nodes: PlaceNode[] = [layout.root];
  const count = from.below(NODES_MAX + 1, 'size');
  for (let index = 0; index < count; index += 1) {
    const parent = nodes[index - from.below(index + 1, 'step')] as PlaceNode;
    nodes.push(readNode(from, parent, layout.samples, names));
  }
  layout.recount();
  return layout;
}

function readNode(from: ByteReader, parent: PlaceNode, samples: number, known: string[]): PlaceNode {
  const tag = from.below(TAGS.length + 1, 'tag');
  const name = tag === 0 ? from.text() : (TAGS[tag - 1] as string);
  const node = new PlaceNode(parent, name, from.below(16, 'position'));
  node.pages = pagesAround(node, samples) - from.signed('gap');
  if (node.pages < 0) throw damaged();
  const seen = (from.below(2 ** 32, 'history') ^ seenAround(node, samples)) >>> 0;
  const names = listOf(from.below(MAX, 'length'), () => {
    const word = from.below(known.length + 1, 'word');
    if (word === 0) known.push(from.text());
    const text = known[word === 0 ? known.length - 1 : word - 1] as string;
    return [text, Math.max(0, node.pages - from.number('without'))] as const;
  });
  node.restore(seen, samples, names);
  node.elements = Math.max(0, node.pages + from.signed('elements'));
  const made = readTexts(from, node.made, 0);
  readTexts(from, node.tested, made / 3);
  return node;
}

/** See `writeTexts`. */
function readTexts(from: ByteReader, texts: Texts, expected: number): number {
  const all = Math.round(expected) + from.signed(expected === 0 ? 'text' : 'difference');
  if (all < 0) throw damaged();
  const part = (whole: number): number => {
    const ratio = whole === 0 ? 0 : from.below(3, 'ratio');
    return ratio === 0 ? 0 : ratio === 1 ? whole : from.below(whole + 1, 'text');
  };
  const said = part(all);
  texts.content = said * SCALE;
  texts.template = (all - said) * SCALE;
  texts.main = part(said) * SCALE;
  texts.linked = part(all) * SCALE;
  return all;
}
