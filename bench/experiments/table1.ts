/**
 * Table 1 of Wang et al. from measured curves: bytes of the table of refrain over bytes of a batch method, where both reach the
 * same recall of template. Nothing is interpolated: a recall is reached only by a measured setting.
 */
import { mean } from '../evaluation/evaluate.ts';
import { BATCH_CONTENDERS, tableName, WIDTHS } from './contenders.ts';
import { nameOf, type Point, pointOf, smallest } from './curve.ts';
import type { SiteOrder } from './order.ts';

/** The ways to choose settings. */
export const PROTOCOLS = {
  tuned: {
    title: 'Tuned for each site',
    meaning:
      'The smallest setting of each method that reaches the recall, tuned on the measured pages, as in the paper.',
  },
  common: {
    title: 'One setting for all sites',
    meaning:
      'The smallest setting whose mean recall over the sites reaches it. A batch size must not exceed the smallest site.',
  },
  disjoint: {
    title: 'Tuned and tested on different pages',
    meaning: 'Tuned for each site on the first half of its pages, measured on the second half.',
  },
} as const;

export type Protocol = keyof typeof PROTOCOLS;

export interface Spread {
  readonly mean: number;
  /** Standard deviation over the page orders. */
  readonly deviation: number;
}

/** Bytes of a table over bytes of a batch. */
export interface Share {
  readonly recall: number;
  readonly protocol: Protocol;
  readonly table: string;
  readonly batch: string;
  /** Sites where both reach the recall: minimum and maximum over the page orders. Without such a site the other figures are null. */
  readonly sites: readonly [number, number];
  readonly ofBatch: Spread | null;
  readonly ofHeld: Spread | null;
  /** Mean recall of table and batch. */
  readonly found: readonly [number, number] | null;
}

/** Bytes of a method on a site for a recall, tuned for the site. */
export interface Held {
  readonly recall: number;
  readonly site: string;
  readonly method: string;
  /** Page orders in which the recall is reached, and all page orders. */
  readonly reached: readonly [number, number];
  readonly bytes: Spread | null;
  readonly held: Spread | null;
  readonly precision: number | null;
  readonly settings: readonly string[];
}

export function spreadOf(values: readonly number[]): Spread {
  const middle = mean(values);
  const deviation =
    values.length < 2 ? 0 : Math.sqrt(sum(values.map((one) => (one - middle) ** 2)) / (values.length - 1));
  return { mean: middle, deviation };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The point of a method on each site of one page order where it reaches the recall. */
type Points = ReadonlyMap<string, Point>;

const curveOf = ({ methods }: SiteOrder, method: string): readonly Point[] => methods[method]?.curve ?? [];

/** The points of the smallest setting that all sites have and whose mean recall reaches the recall. */
function commonPoints(orders: readonly SiteOrder[], method: string, recall: number): Points {
  const [first, ...others] = orders;
  if (first === undefined) return new Map();
  const settings = curveOf(first, method).map(({ setting }) => setting);
  let least: { readonly points: Points; readonly bytes: number } | undefined;
  for (const setting of settings) {
    const found = [first, ...others].flatMap((order) => {
      const point = pointOf(curveOf(order, method), setting);
      return point === undefined ? [] : [[order.site, point] as const];
    });
    if (found.length < orders.length || mean(found.map(([, point]) => point.recall)) < recall) continue;
    const bytes = mean(found.map(([, point]) => point.bytes));
    if (least === undefined || bytes < least.bytes) least = { points: new Map(found), bytes };
  }
  return least?.points ?? new Map();
}

function pointsOf(orders: readonly SiteOrder[], protocol: Protocol, method: string, recall: number): Points {
  if (protocol === 'common') return commonPoints(orders, method, recall);
  return new Map(
    orders.flatMap((order) => {
      const point =
        protocol === 'tuned'
          ? smallest(curveOf(order, method), recall)
          : order.methods[method]?.disjoint[recall]?.tested;
      return point === undefined ? [] : [[order.site, point] as const];
    }),
  );
}

/** Groups the orders by seed; each group has one order for each site. */
function bySeed(orders: readonly SiteOrder[]): SiteOrder[][] {
  const seeds = new Map<unknown, SiteOrder[]>();
  for (const order of orders) {
    const { shuffle } = order.selection;
    seeds.set(shuffle, [...(seeds.get(shuffle) ?? []), order]);
  }
  return [...seeds.values()];
}

function shareOf(
  seeds: readonly (readonly SiteOrder[])[],
  names: Pick<Share, 'recall' | 'protocol' | 'table' | 'batch'>,
): Share {
  const { recall, protocol, table, batch } = names;
  const pairs = seeds.map((orders) => {
    const tables = pointsOf(orders, protocol, table, recall);
    const batches = pointsOf(orders, protocol, batch, recall);
    return [...tables].flatMap(([site, ours]) => {
      const theirs = batches.get(site);
      return theirs === undefined ? [] : [{ ours, theirs }];
    });
  });
  const counts = pairs.map(({ length }) => length);
  const met = pairs.filter(({ length }) => length > 0);
  const sites = [Math.min(...counts), Math.max(...counts)] as const;
  if (met.length === 0) return { ...names, sites, ofBatch: null, ofHeld: null, found: null };
  const all = met.flat();
  return {
    ...names,
    sites,
    ofBatch: spreadOf(met.map((pair) => mean(pair.map(({ ours, theirs }) => ours.bytes / theirs.bytes)))),
    ofHeld: spreadOf(met.map((pair) => mean(pair.map(({ ours, theirs }) => ours.heldBytes / theirs.heldBytes)))),
    found: [mean(all.map(({ ours }) => ours.recall)), mean(all.map(({ theirs }) => theirs.recall))],
  };
}

/** Every recall, width of entries and batch method. */
export function sharesOf(
  orders: readonly SiteOrder[],
  recalls: readonly number[],
  protocols: readonly Protocol[] = ['tuned', 'common', 'disjoint'],
): Share[] {
  const seeds = bySeed(orders);
  return protocols.flatMap((protocol) =>
    recalls.flatMap((recall) =>
      WIDTHS.flatMap((bits) =>
        BATCH_CONTENDERS.map((batch) => shareOf(seeds, { recall, protocol, table: tableName(bits), batch })),
      ),
    ),
  );
}

/** Bytes of every method on every site, tuned for the site. */
export function heldOf(orders: readonly SiteOrder[], recall: number): Held[] {
  const sites = [...new Set(orders.map(({ site }) => site))];
  const names = [...WIDTHS.map(tableName), ...BATCH_CONTENDERS];
  return sites.flatMap((site) =>
    names.map((method) => {
      const own = orders.filter((order) => order.site === site);
      const points = own.flatMap((order) => smallest(curveOf(order, method), recall) ?? []);
      const isReached = points.length > 0;
      return {
        ...{ recall, site, method, reached: [points.length, own.length] as const },
        bytes: isReached ? spreadOf(points.map(({ bytes }) => bytes)) : null,
        held: isReached ? spreadOf(points.map(({ heldBytes }) => heldBytes)) : null,
        precision: isReached ? mean(points.map(({ precision }) => precision)) : null,
        settings: [...new Set(points.map(({ setting }) => nameOf(setting)))],
      };
    }),
  );
}
