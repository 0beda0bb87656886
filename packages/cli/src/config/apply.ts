/** Decides blocks of a page by the selectors of its site. */
import { insideOf, Selectors } from '@refrain/rules/internal';
import type { Page } from 'refrain';
import { Cursor, contextOf, overrideBlocks, TreeContext } from 'refrain/internal';
import type { SiteConfig, SiteConfigs } from './read.ts';

export const configOf = (configs: SiteConfigs, site: string): SiteConfig | undefined =>
  Object.hasOwn(configs, site) ? configs[site] : configs['*'];

/** Keeps and drops what the selectors match. */
export function applyConfig(page: Page, { keep = [], drop = [] }: SiteConfig): void {
  if (keep.length + drop.length === 0) return;
  const { core } = contextOf(page);
  const tree = new TreeContext(core, undefined, 0);
  const at = (node: number): Cursor => new Cursor(tree, node);
  const adapter = {
    select: () => elementsOf(at(0)),
    name: (node: number) => (at(node).kind === 'element' ? at(node).name : undefined),
    attribute: (element: number, name: string) => at(element).attribute(name),
    parent: (node: number) => {
      const cursor = at(node);
      return cursor.parent() ? cursor.node : undefined;
    },
  };
  const selectors = new Selectors(adapter, 0);
  const isIn = (list: readonly string[]): ((node: number) => boolean) =>
    insideOf(adapter, new Set(list.flatMap((selector) => selectors.all(selector, 'sites'))));
  const [isKept, isDropped] = [isIn(keep), isIn(drop)];
  overrideBlocks(core, (element) => (isDropped(element) ? 'drop' : isKept(element) ? 'keep' : undefined));
}

/** All elements, in document order. */
function elementsOf(cursor: Cursor): number[] {
  const found: number[] = [];
  for (;;) {
    if (cursor.kind === 'element') found.push(cursor.node);
    if (cursor.firstChild()) continue;
    while (!cursor.nextSibling()) if (!cursor.parent()) return found;
  }
}
