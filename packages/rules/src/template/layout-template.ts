/** The groups of a layout on all read pages: a tree of bounded size. */
import type { Places } from 'refrain/engine';
import { list, row, text, type ValueOf, whole } from '../apply/schema.ts';
import { ALIKE_MAX, ALIKE_SHARE, mostAlike, namelessGroup } from '../groups/element-group.ts';
import { LayoutGroup, type NamedGroup, SAVED_GROUP, TEXT_KINDS } from '../groups/layout-group.ts';
import { foldNumbers, hasNumbers, isGenerated, type NameCache, type NamesOf } from '../groups/names.ts';
import { groupsToSave } from './group-selection.ts';

/** Offsets in a record, in 32-bit words: see `Place` in assembly/page/records.ts. */
const RECORD = { parent: 0, tag: 1, key: 2, count: 5, template: 6, content: 7, main: 8, linked: 9, words: 10 } as const;

const NODES_MAX = 256;
/**
 * If this number of groups have names that differ only in numbers, further elements with these names are added to the
 * first group.
 */
const NUMBERED_MAX = 3;
/** Maximum number of keys in the cache of children of a group. */
const KNOWN_MAX = 64;

/** Maximum distance between read pages of a layout; below, that of layouts with many pages. */
const READ_EVERY = 32;
const MANY_PAGES = 512;
const READ_OF_MANY = 64;
/** One of this number of read pages is held out to measure rules. */
const TEST_EVERY = 4;
/** Number of read pages after which earlier data count half. */
const FADE_PAGES = 64;
/** Number of known pages of a layout from which a page has full weight: earlier verdicts are less certain. */
const FULL_WEIGHT = 16;
const EXAMPLES_MAX = 3;
/** Maximum length of ids that are kept: longer ones would be most of the saved bytes. */
const ID_MAX = 1024;

/** True if the `sample`-th read page is held out. */
export const isTest = (sample: number): boolean => sample % TEST_EVERY === 0;

export const SAVED_LAYOUT = row({
  id: whole,
  pages: whole,
  samples: whole,
  examples: list(text),
  /** Each after its parent. */
  groups: list(SAVED_GROUP),
});

export class LayoutTemplate {
  readonly id: number;
  /** Number of counted pages, and of read ones. */
  pages = 0;
  samples = 0;
  root = new LayoutGroup(undefined, '', 0);
  examples: string[] = [];
  #size = 0;
  /** Number of the page at which the last change of template was found: "first pages" are counted from there. */
  #since = 0;
  /** Number of the page that is read next. */
  #next = 1;

  constructor(id: number) {
    this.id = id;
  }

  /** Counts a page; true if it should be read. */
  count(): boolean {
    this.pages += 1;
    if (this.pages < this.#next) return false;
    this.#plan();
    return true;
  }

  #plan(): void {
    const pages = this.pages - this.#since;
    // Reads the first four, then 6, 8, 12, 16, 24 …: later pages add less, and reading is slower than learning.
    const half = 1 << Math.max(0, 30 - Math.clz32(pages));
    const every = pages < MANY_PAGES ? Math.min(half, READ_EVERY) : READ_OF_MANY;
    this.#next = this.pages + every - (pages % every);
  }

  restart(): void {
    this.#since = this.pages;
    this.#next = this.pages + 1;
    this.samples = 0;
    this.root = new LayoutGroup(undefined, '', 0);
    this.examples = [];
    this.#size = 0;
  }

  /** Reads the groups of the last counted page. `names` are those of its site. */
  read(groups: Places, id: string, names: NameCache): void {
    const { count, words } = groups;
    this.samples += 1;
    if (id !== '' && id.length <= ID_MAX && this.examples.length < EXAMPLES_MAX) this.examples.push(id);
    if (this.samples % FADE_PAGES === 0) this.#fade();
    const at: (LayoutGroup | undefined)[] = [];
    const namesOf = names.of(groups);
    const all = (words[RECORD.template] ?? 0) + (words[RECORD.content] ?? 0);
    const weight = ((10_000 / Math.max(1, all)) * Math.min(this.pages - this.#since, FULL_WEIGHT)) / FULL_WEIGHT;
    const isTested = isTest(this.samples);
    for (let group = 0, from = 0; group < count; group += 1, from += RECORD.words) {
      const around = words[from + RECORD.parent] as number;
      const parent = around === 0 ? this.root : at[around - 1];
      if (parent === undefined) continue;
      const head = words[from + RECORD.tag] as number;
      // 30 bits, so that V8 stores the number as a small integer.
      const high = Math.imul((words[from + RECORD.key + 1] as number) + head, 0x2c1b3c6d);
      const key = ((words[from + RECORD.key] as number) ^ high ^ (high >>> 15)) >>> 2;
      const known = this.#knownOf(parent, key, head >>> 16, group, namesOf);
      if (known === undefined) continue;
      const { node } = known;
      at[group] = node;
      node.see(this.samples, known.names);
      node.elements += words[from + RECORD.count] as number;
      const texts = isTested ? node.tested : node.made;
      for (const kind of TEXT_KINDS) texts[kind] += (words[from + RECORD[kind]] as number) * weight;
    }
  }

  /** Finds or makes the group of an element; undefined if there are too many groups. */
  #knownOf(
    parent: LayoutGroup,
    key: number,
    position: number,
    group: number,
    namesOf: NamesOf,
  ): NamedGroup | undefined {
    const before = parent.known?.get(key);
    if (before === undefined ? parent.known?.has(key) : !before.node.isOfPage) return before;
    const { tag, parts } = namesOf(group, key);
    const node = before?.node ?? this.#find(parent, tag, position, parts) ?? this.add(parent, tag, position);
    const found = node && { node, names: node.namesOf(parts) };
    if (parent.known === undefined || parent.known.size >= KNOWN_MAX) parent.known = new Map();
    parent.known.set(key, found);
    return found;
  }

  /** The child with the same element name that has most of the other names. */
  #find(parent: LayoutGroup, tag: string, position: number, parts: readonly string[]): LayoutGroup | undefined {
    const children = parent.children.filter((child) => child.tag === tag);
    const [best, most] = parts.length === 0 ? [namelessGroup(children, position), 1] : mostAlike(children, parts);
    if (best !== undefined && most >= ALIKE_SHARE) return best;
    if (hasNumbers(parts)) {
      const form = parts.map(foldNumbers).join();
      const numbered = children.filter((child) => child.names.size === parts.length && child.form === form);
      if (numbered.length >= NUMBERED_MAX || (numbered.length > 0 && parts.every(isGenerated))) return numbered[0];
    }
    return children.length >= ALIKE_MAX ? children.at(-1) : undefined;
  }

  add(parent: LayoutGroup, tag: string, position: number): LayoutGroup | undefined {
    if (this.#size >= NODES_MAX) return undefined;
    this.#size += 1;
    return new LayoutGroup(parent, tag, position);
  }

  /** Halves the counts, and removes groups that are no longer on pages. */
  #fade(): void {
    const fade = (node: LayoutGroup): void => {
      node.fade(0.5);
      const kept = node.children.filter((child) => child.pages >= 0.5 && child.seen(this.samples) !== 0);
      if (kept.length < node.children.length) {
        node.children.splice(0, node.children.length, ...kept);
        node.known = undefined;
      }
      for (const child of kept) fade(child);
    };
    fade(this.root);
    this.#recount();
  }

  #recount(): void {
    this.#size = [...this.root.inside()].length;
  }

  save(): ValueOf<typeof SAVED_LAYOUT> {
    const { id, pages, samples, examples } = this;
    const nodes = groupsToSave(this.root);
    const numbers = new Map(nodes.map((node, index) => [node, index + 1]));
    const groups = nodes.map((node) => node.save(numbers.get(node.parent as LayoutGroup) ?? 0, samples));
    return { id, pages, samples, examples, groups };
  }

  static load({ id, pages, samples, examples, groups }: ValueOf<typeof SAVED_LAYOUT>): LayoutTemplate {
    const layout = new LayoutTemplate(id);
    layout.pages = pages;
    layout.#plan();
    layout.samples = samples;
    layout.examples = examples;
    const nodes = [layout.root];
    for (const group of groups.slice(0, NODES_MAX)) {
      const node = new LayoutGroup(nodes[group.parent] ?? layout.root, group.tag, group.position);
      node.load(group, samples);
      nodes.push(node);
    }
    layout.#recount();
    return layout;
  }
}
