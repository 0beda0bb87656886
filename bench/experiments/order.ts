/** All measurements of storage on one site in one page order. */
import type { Selection } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { batchCurve, runBatches } from './batches.ts';
import { BATCH_CONTENDERS, makerOf, tableName, tuneThreshold, WIDTHS } from './contenders.ts';
import { type Point, type Setting, smallest } from './curve.ts';
import { type LabelledPage, readLabelledPages } from './pages.ts';
import { runTable, tableCurve } from './tables.ts';

/** The smallest setting on the tuning pages, and its figures on the test pages. */
export interface Tested {
  readonly tuned: Point;
  readonly tested: Point;
}

export interface MethodOrder {
  /** Every setting on all pages. */
  readonly curve: readonly Point[];
  /** For each recall: tuned on the first half of the pages, tested on the second. Null where no setting reaches it. */
  readonly disjoint: Readonly<Record<string, Tested | null>>;
}

export interface SiteOrder {
  readonly site: string;
  readonly selection: Selection;
  readonly pages: number;
  /** Threshold of the Site Style Tree, tuned on the first half of the pages. */
  readonly threshold: number;
  readonly methods: Readonly<Record<string, MethodOrder>>;
}

interface Contender {
  readonly name: string;
  curve(pages: readonly LabelledPage[]): Promise<readonly Point[]>;
  run(pages: readonly LabelledPage[], setting: Setting): Promise<Point>;
}

function contenders(threshold: number): Contender[] {
  const batches = BATCH_CONTENDERS.map((name): Contender => {
    const make = makerOf(name, threshold);
    return {
      name,
      curve: async (pages) => batchCurve(pages, make),
      run: async (pages, setting) => {
        if (!('pages' in setting)) throw new TypeError('a batch has a size');
        return runBatches(pages, make(), Math.min(setting.pages, pages.length));
      },
    };
  });
  const tables = WIDTHS.map(
    (bits): Contender => ({
      name: tableName(bits),
      curve: (pages) => tableCurve(pages, bits),
      run: async (pages, setting) => {
        if ('pages' in setting) throw new TypeError('a table has lifetimes');
        return runTable(pages, setting, bits);
      },
    }),
  );
  return [...tables, ...batches];
}

async function testDisjoint(
  contender: Contender,
  tuning: readonly LabelledPage[],
  testing: readonly LabelledPage[],
  recalls: readonly number[],
): Promise<Record<string, Tested | null>> {
  if (recalls.length === 0) return {};
  const curve = await contender.curve(tuning);
  const disjoint: Record<string, Tested | null> = {};
  for (const recall of recalls) {
    const tuned = smallest(curve, recall);
    disjoint[recall] = tuned === undefined ? null : { tuned, tested: await contender.run(testing, tuned.setting) };
  }
  return disjoint;
}

/** @throws {Problem} where the site has no labels */
export async function measureOrder(
  site: SiteSource,
  selection: Selection,
  recalls: readonly number[],
): Promise<SiteOrder> {
  const pages = await readLabelledPages(site, selection);
  const half = Math.floor(pages.length / 2);
  const [tuning, testing] = [pages.slice(0, half), pages.slice(half)];
  const threshold = tuneThreshold(tuning);
  const methods: Record<string, MethodOrder> = {};
  for (const contender of contenders(threshold)) {
    methods[contender.name] = {
      curve: await contender.curve(pages),
      disjoint: await testDisjoint(contender, tuning, testing, recalls),
    };
  }
  return { site: site.name, selection, pages: pages.length, threshold, methods };
}
