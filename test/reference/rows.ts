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

/** Whether a part is a label: the nearest part around it is, or it is the first of two cells. */
function isLabel(block: OpenBlock): boolean {
  const part = pathOf(block).find(({ element: { name } }) => PARTS.has(name));
  if (part?.element.name !== 'td') return part?.element.name === 'th' || part?.element.name === 'dt';
  const cells = (part.above?.element.children ?? []).filter(({ kind }) => kind === 'element');
  return cells.length === 2 && cells[0] === part.element;
}

const share = <T>(items: readonly T[], test: (item: T) => boolean): number => items.filter(test).length / items.length;

/** Which blocks with text are main content, in their order. */
export function joinRows(blocks: readonly OpenBlock[], judged: readonly Judged[], isProduct: boolean): boolean[] {
  const units = unitsOf(blocks);
  /** Whether all parts are main content, none or each as it is, and the least log odds of one. */
  const decide = (unit: OpenBlock): { side: boolean | undefined; least: number } => {
    const orders = [...units.keys()].filter((order) => units[order] === unit);
    const parts = orders.map((order) => ({ ...(judged[order] as Judged), block: blocks[order] as OpenBlock }));
    const isOwn = share(parts, ({ isTemplate }) => !isTemplate) >= 1 / 3;
    const labels = parts.filter(({ block }) => isLabel(block)).length;
    const isPairs = Math.abs(labels * 2 - parts.length) * 4 <= parts.length;
    if (isProduct && parts.length >= 4 && isOwn && isPairs) return { side: true, least: Number.NEGATIVE_INFINITY };
    const isSure = ({ isMain, main } = { isMain: false, main: 0 } as Judged): boolean => isMain && main >= 1;
    const isAmid = isSure(judged[(orders[0] ?? 0) - 1]) && isSure(judged[(orders.at(-1) ?? 0) + 1]);
    const isLink = ({ all, own }: OpenBlock): boolean => all.reduce((sum, { linked }) => sum + linked, 0) * 2 > own;
    const isTable = unit.element.name === 'table';
    if (isTable && isAmid && isOwn && share(parts, ({ block }) => isLink(block)) <= 2 / 3)
      return { side: true, least: -1.5 };
    const main = share(parts, ({ isMain }) => isMain);
    if (parts.length < 3 || main === 0) return { side: undefined, least: 0 };
    if (main >= (LISTS.has(unit.element.name) ? 0.8 : 0.33)) return { side: true, least: main >= 0.9 ? -1.5 : -0.5 };
    return { side: main < 0.1 ? false : undefined, least: 0 };
  };
  const sides = new Map([...new Set(units)].flatMap((unit) => (unit === undefined ? [] : [[unit, decide(unit)]])));
  return judged.map(({ isMain, main }, order) => {
    const { side, least = 0 } = sides.get(units[order] as OpenBlock) ?? {};
    return side === undefined ? isMain : side ? isMain || main >= least : isMain && main >= 1;
  });
}
