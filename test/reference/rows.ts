/** The twin of the rows: the parts of lists and tables are main content together. */
import type { OpenBlock } from './page-text.ts';

/** Whether a block is main content, its log odds of that, and whether it is template. */
interface Judged {
  readonly isMain: boolean;
  readonly main: number;
  readonly isTemplate: boolean;
}

const PARTS: ReadonlySet<string> = new Set(['li', 'td', 'th', 'dt', 'dd']);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);
const TABLES: ReadonlySet<string> = new Set(['table', 'dl']);

/** A block and those around it, without the root. */
function pathOf(block: OpenBlock): OpenBlock[] {
  const path: OpenBlock[] = [];
  for (let at = block; at.above !== undefined; at = at.above) path.push(at);
  return path;
}

/** The list or the table of each part. */
function unitsOf(blocks: readonly OpenBlock[]): (OpenBlock | undefined)[] {
  const inside = new Map<OpenBlock, number>();
  for (const each of blocks.flatMap(pathOf)) inside.set(each, (inside.get(each) ?? 0) + 1);
  return blocks.map((block) => {
    if (block.words > 60 || /^h[1-6]$/.test(block.element.name)) return undefined;
    const path = pathOf(block).slice(0, 5);
    const found = path.findIndex(({ element: { name } }) => LISTS.has(name) || TABLES.has(name));
    const part = path.findIndex(({ element: { name } }) => PARTS.has(name));
    if (found < 0 || part < 0 || part > found) return undefined;
    return path.slice(0, part + 1).every((each) => inside.get(each) === 1) ? path[found] : undefined;
  });
}

/** Whether a part is a label: the nearest part around it is. */
const isLabel = (block: OpenBlock): boolean =>
  /^(th|dt)$/.test(pathOf(block).find(({ element: { name } }) => PARTS.has(name))?.element.name ?? '');

/** Which blocks with text are main content, in their order. */
export function joinRows(blocks: readonly OpenBlock[], judged: readonly Judged[], isProduct: boolean): boolean[] {
  const units = unitsOf(blocks);
  const isSpecification = (unit: OpenBlock): boolean => {
    const orders = [...units.keys()].filter((order) => units[order] === unit);
    const labels = orders.filter((order) => isLabel(blocks[order] as OpenBlock)).length;
    const own = orders.filter((order) => judged[order]?.isTemplate === false).length;
    const count = orders.length;
    return isProduct && count >= 4 && own * 3 >= count && Math.abs(labels * 2 - count) * 4 <= count;
  };
  return judged.map(({ isMain, main }, order) => {
    const unit = units[order];
    const parts = judged.filter((_, other) => unit !== undefined && units[other] === unit);
    const count = parts.filter((part) => part.isMain).length;
    if (unit !== undefined && isSpecification(unit)) return true;
    if (unit === undefined || parts.length < 3 || count === 0) return isMain;
    if (count >= parts.length * (LISTS.has(unit.element.name) ? 0.8 : 0.33))
      return isMain || main >= (count >= parts.length * 0.9 ? -1.5 : -0.5);
    return isMain && (count >= parts.length / 10 || main >= 1);
  });
}
