/**
 * Table 1 of Wang et al. from measured curves: what refrain's table holds, in bytes of what a batch method holds, where both
 * find the same share of the template. Nothing is interpolated: a recall that no setting reaches is not reached.
 */
import { mean } from '../evaluation/evaluate.ts';
import { BATCH_CONTENDERS, tableName, WIDTHS } from './contenders.ts';
import { nameOf, type Point, pointOf, smallest } from './curve.ts';
import type { SiteOrder } from './order.ts';

/** How settings are chosen. */
export const PROTOCOLS = {
  tuned: {
    title: 'Tuned for each site',
    meaning:
      'The smallest setting of each method that reaches the recall, on the very pages that are measured, as in the paper.',
  },
  common: {
    title: 'One setting for all sites',
    meaning:
      'The smallest with which the mean recall over the sites reaches it. A batch that is larger than a site is no setting for all.',
  },
  disjoint: {
    title: 'Tuned and tested on different pages',
    meaning: 'Tuned for each site on the first half of its pages, measured on the second.',
  },
} as const;

export type Protocol = keyof typeof PROTOCOLS;

export interface Spread {
  readonly mean: number;
  /** Standard deviation over the orders. */
  readonly deviation: number;
}

/** A table's bytes in bytes of a batch. */
export interface Share {
  readonly recall: number;
  readonly protocol: Protocol;
  readonly table: string;
  readonly batch: string;
  /** Sites where both reach the recall, fewest and most over the orders; without any the rest is null. */
  readonly sites: readonly [number, number];
  readonly ofBatch: Spread | null;
  readonly ofHeld: Spread | null;
  /** Recall that was found by table and batch, mean. */
  readonly found: readonly [number, number] | null;
}

/** What a method holds on a site for a recall, tuned for it. */
export interface Held {
  readonly recall: number;
  readonly site: string;
  readonly method: string;
  /** Orders in which it is reached, of how many. */
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

/** A method's point on each site of one order, where it reaches the recall. */
type Points = ReadonlyMap<string, Point>;

const curveOf = ({ methods }: SiteOrder, method: string): readonly Point[] => methods[method]?.curve ?? [];

/** The points of the setting that holds least among those that all sites have and that reach the recall in the mean. */
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

/** Orders that have the same seed, a site each. */
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

/** What every method holds on every site, tuned for it. */
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
