/** Merges all layouts of a site into one, for pages whose layout is rare or new. */
import { ALIKE_SHARE, likeness } from '../groups/element-group.ts';
import { HISTORY, type LayoutGroup, TEXT_KINDS } from '../groups/layout-group.ts';
import { LayoutTemplate } from './layout-template.ts';

/**
 * The merged layout has the id 0. Its history contains the last pages of each layout in proportion to the share of the
 * layout.
 */
export function mergeLayouts(layouts: readonly LayoutTemplate[]): LayoutTemplate {
  const whole = new LayoutTemplate(0);
  const pages = layouts.reduce((sum, layout) => sum + layout.pages, 0);
  for (const layout of [...layouts].sort((a, b) => b.pages - a.pages)) {
    const share = Math.min(layout.samples, Math.max(1, Math.floor((HISTORY * layout.pages) / pages)));
    const slots = Math.min(share, HISTORY - whole.samples);
    whole.pages += layout.pages;
    // A different share of the pages of each layout was read.
    const weight = layout.pages / Math.max(1, layout.samples);
    merge(whole, whole.root, layout.root, { samples: layout.samples, slots, shift: whole.samples, weight });
    whole.samples += slots;
  }
  for (const node of whole.root.inside()) node.end(whole.samples);
  return whole;
}

interface Part {
  readonly samples: number;
  readonly slots: number;
  readonly shift: number;
  readonly weight: number;
}

function merge(whole: LayoutTemplate, to: LayoutGroup, from: LayoutGroup, part: Part): void {
  for (const child of from.children) {
    const names = child.frequentNames(0.5);
    const same = to.children.find(
      (other) =>
        other.tag === child.tag &&
        other.position === child.position &&
        (names.length === 0 ? other.names.size === 0 : likeness(other, names) >= ALIKE_SHARE || child.tag === 'body'),
    );
    const node = same ?? whole.add(to, child.tag, child.position);
    if (node === undefined) continue;
    const { samples, slots, shift, weight } = part;
    const bits = slots === 0 ? 0 : (child.seen(samples) & (0xffffffff >>> (32 - slots))) >>> 0;
    node.add(child, weight, (bits << shift) >>> 0);
    for (const set of ['made', 'tested'] as const)
      for (const kind of TEXT_KINDS) node[set][kind] += child[set][kind] * weight;
    merge(whole, node, child, part);
  }
}
