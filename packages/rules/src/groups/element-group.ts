/**
 * A group of a page or layout: elements with the same element name and similar other names, whose parents are in one
 * group.
 */

/** Maximum child groups with the same element name. */
export const ALIKE_MAX = 12;
/** Maximum names of a group. */
export const NAMES_MAX = 48;
/** Minimum share of common names among all names of a group and an element of it. */
export const ALIKE_SHARE = 0.5;

export abstract class ElementGroup {
  readonly parent: this | undefined;
  readonly tag: string;
  /** Position among siblings, from 1; 0 if it does not matter. */
  readonly position: number;
  readonly children: this[] = [];
  /** Names as parts of selectors. `count`: number of elements or pages with the name. */
  abstract readonly names: ReadonlyMap<string, { readonly count: number }>;
  /** Number of elements of the group, or of pages with the group. */
  abstract readonly count: number;

  constructor(parent: ElementGroup | undefined, tag: string, position: number) {
    this.parent = parent as this | undefined;
    this.tag = tag;
    this.position = position;
    parent?.children.push(this);
  }

  /** Descendants, each after its parent. */
  *inside(): Generator<this> {
    for (const child of this.children) {
      yield child;
      yield* child.inside();
    }
  }

  /** Names that at least this share of its elements (or pages) have. */
  frequentNames(share: number): string[] {
    return [...this.names.keys()].filter((name) => this.shareOf(name) >= share);
  }

  words(): string {
    return [...this.names.keys()].join(' ').toLowerCase();
  }

  shareOf(part: string): number {
    return this.count === 0 ? 0 : Math.min(1, (this.names.get(part)?.count ?? 0) / this.count);
  }
}

/** Share of names that a group and an element have in common; 0 if their ids differ. */
export function likeness({ names, count }: ElementGroup, parts: readonly string[]): number {
  // A fast check: most have no name in common.
  if (!parts.some((part) => names.has(part))) return 0;
  let [own, shared, ownId] = [0, 0, ''];
  for (const [name, { count: having }] of names) {
    if (having < count / 2) continue;
    own += 1;
    if (parts.includes(name)) shared += 1;
    if (ownId === '' && name.startsWith('#')) ownId = name;
  }
  const id = ownId === '' ? undefined : parts.find((part) => part.startsWith('#'));
  if (id !== undefined) return id === ownId ? 1 : 0;
  return shared / Math.max(1, own, parts.length);
}

export function mostAlike<Group extends ElementGroup>(
  groups: readonly Group[],
  parts: readonly string[],
): [best: Group | undefined, likeness: number] {
  let [best, most]: [Group | undefined, number] = [undefined, 0];
  for (const group of groups) {
    const shared = likeness(group, parts);
    if (shared > most) [best, most] = [group, shared];
  }
  return [best, most];
}

export const namelessGroup = <Group extends ElementGroup>(groups: readonly Group[], at: number): Group | undefined =>
  groups.find(({ names, position }) => names.size === 0 && position === at);
