/** The twin of the items: authors and dates of posts, and prices of items, which a document has beside its main content. */
import { isOffer, ordersByPlace } from './cards.ts';
import { PRICE } from './evidence.ts';
import type { OpenBlock, SureKind } from './page-text.ts';
import type { ReferenceElement } from './tree.ts';

interface Item {
  readonly kind: 'person' | 'date' | 'price';
  /** How sure that is: 1 by its text, 2 by a name, 3 by the element. */
  readonly rank: number;
}

const PERSON_NAMES = /author|autor(?:a|es|in|ka|[ei])?(?![a-z])|auteur|byline|creator|poster|member|user/i;
const PERSON_LINKS = /author|autor(?:a|es|in|ka|[ei])?(?![a-z])|auteur|contributor|member|people\/|profile|user/i;
const DATE_NAMES = /date|datum|fecha|time|posted|publi(?:sh|cation|cad|e)|pubblicat|created|issued/i;
const POSTS: readonly SureKind[] = ['forum', 'listing', 'collection'];

function dateRank(text: string, around: readonly ReferenceElement[]): number {
  const numbers = text.match(/\d{1,9}/g) ?? [];
  const years = numbers.filter((number) => number.length === 4 && Number(number) >= 1980 && Number(number) < 2100);
  const byText = years.length > 0 && years.length < numbers.length ? 1 : 0;
  if (around.some(({ name }) => name === 'time')) return 3;
  return around.some(({ className }) => DATE_NAMES.test(className ?? '')) ? 2 : byText;
}

function personRank(around: readonly ReferenceElement[]): number {
  if (around.some(({ href }) => PERSON_LINKS.test(href ?? ''))) return 3;
  return around.some(({ className }) => PERSON_NAMES.test(className ?? '')) ? 2 : 0;
}

/** What the first text of a block that is anything is. */
function itemOf({ element, words, texts }: OpenBlock): Item | undefined {
  if (words === 0 || words > 16 || element.name === 'h1') return undefined;
  for (const { text, around } of texts) {
    if (words <= 10 && PRICE.test(text)) return { kind: 'price', rank: 1 };
    const date = /\d/.test(text) ? dateRank(text, around) : 0;
    if (date > (words <= 10 ? 0 : 1)) return { kind: 'date', rank: date };
    const person = words <= 4 && /[^\0-@]/.test(text) ? personRank(around) : 0;
    if (person > 0) return { kind: 'person', rank: person };
  }
  return undefined;
}

/** Orders of the blocks that are items. */
export function itemsOf(
  blocks: readonly OpenBlock[],
  isMain: readonly boolean[],
  headline: number,
  kind: SureKind,
): ReadonlySet<number> {
  const items = blocks.map(itemOf);
  const best = new Map<Item['kind'], { rank: number; orders: readonly number[] }>();
  for (const orders of ordersByPlace(blocks)) {
    const found = orders.flatMap((order) => items[order] ?? []);
    const own = found.filter((item) => item.kind === found[0]?.kind);
    const hasMain = (from: number, to: number): boolean => isMain.slice(from, to).includes(true);
    const gaps = [...orders, blocks.length].filter((order, at) => hasMain(orders[at - 1] ?? 0, order)).length;
    if (found[0] === undefined || orders.length < 2) continue;
    if (own.length * 10 < orders.length * 8 || gaps * 10 < orders.length * 8) continue;
    const rank = Math.max(...own.map((item) => item.rank));
    const other = best.get(found[0].kind);
    const isBetter =
      other === undefined || rank > other.rank || (rank === other.rank && orders.length > other.orders.length);
    if (isBetter) best.set(found[0].kind, { rank, orders });
  }
  const sizeOf = (name: Item['kind']): number => best.get(name)?.orders.length ?? 0;
  if (sizeOf('person') * 2 < sizeOf('date')) best.delete('person');
  const kept = new Set<number>();
  const keep = (name: Item['kind']): void => {
    for (const order of best.get(name)?.orders ?? []) kept.add(order);
  };
  if (POSTS.includes(kind)) for (const name of ['person', 'date'] as const) keep(name);
  if (isOffer(kind)) keep('price');
  if (kind === 'product' && headline >= 0) {
    const price = items.findIndex((item, order) => order > headline && order < headline + 40 && item?.kind === 'price');
    if (price >= 0) kept.add(price);
  }
  return kept;
}
