/** Whether the scores of blocks are log odds: of the blocks with a probability of 90 %, nine in ten should be template. */
import { type CreateOptions, Detector, type DetectorOptions } from 'refrain';
import { type Selection, selectPages } from '../corpus/selection.ts';
import type { SiteSource } from '../corpus/sites.ts';
import { formatTable } from '../table.ts';
import { goldBlocks, readGold, withoutGold } from './gold.ts';

/** A block that was judged. */
interface Judged {
  /** Log odds of template. */
  readonly odds: number;
  /** Whether most of its text is labelled template. */
  readonly template: boolean;
}

/** Blocks whose verdict has a probability in a range. */
export interface ReliabilityRow {
  readonly from: number;
  readonly to: number;
  readonly blocks: number;
  /** Mean probability of the verdicts, and the share of them that is right. */
  readonly probability: number;
  readonly right: number;
}

export interface Calibration {
  readonly template: readonly ReliabilityRow[];
  readonly content: readonly ReliabilityRow[];
  /** The line `a · score + b` whose log odds fit the labels best. */
  readonly slope: number;
  readonly offset: number;
}

const decoder = new TextDecoder();

/** Blocks of the pages of a site, each judged when it is learned. */
export async function judgeBlocks(
  site: SiteSource,
  options: DetectorOptions,
  selection: Selection,
  create: CreateOptions,
): Promise<Judged[]> {
  const detector = await Detector.create(options, create);
  const found: Judged[] = [];
  for (const { name, bytes } of selectPages(await site.read(), selection)) {
    const source = decoder.decode(bytes);
    const page = detector.learn(withoutGold(source));
    const gold = goldBlocks(readGold(source, `${site.name}/${name}`), new Set(detector.options.separators));
    if (gold.length !== page.blocks.length) continue;
    for (const [at, { score = 0 }] of page.blocks.entries()) {
      const segments = gold[at] ?? [];
      const length = (label?: string): number =>
        segments.reduce(
          (sum, segment) => sum + (label === undefined || segment.label === label ? segment.length : 0),
          0,
        );
      found.push({ odds: score, template: length('template') * 2 > length() });
    }
  }
  detector.dispose();
  return found;
}

const EDGES = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 1.0001];

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));

function rowsOf(verdicts: readonly { readonly sure: number; readonly right: boolean }[]): ReliabilityRow[] {
  return EDGES.slice(1).map((to, at) => {
    const from = EDGES[at] ?? 0;
    const own = verdicts.filter(({ sure }) => sure >= from && sure < to);
    const mean = (values: readonly number[]): number =>
      values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      ...{ from, to: Math.min(1, to), blocks: own.length, probability: mean(own.map(({ sure }) => sure)) },
      right: mean(own.map(({ right }) => Number(right))),
    };
  });
}

export function calibrationOf(sites: readonly (readonly Judged[])[]): Calibration {
  const judged = sites.flat();
  const verdicts = judged.map(({ odds, template }) => ({
    template: odds > 0,
    sure: probability(Math.abs(odds)),
    right: odds > 0 === template,
  }));
  const { slope, offset } = fitLine(sites);
  return {
    template: rowsOf(verdicts.filter((verdict) => verdict.template)),
    content: rowsOf(verdicts.filter((verdict) => !verdict.template)),
    ...{ slope, offset },
  };
}

/** Logistic regression of the labels on the log odds, by Newton's method; every site has the same weight. */
function fitLine(sites: readonly (readonly Judged[])[]): { slope: number; offset: number } {
  let [slope, offset] = [1, 0];
  for (let round = 0; round < 20; round += 1) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    for (const site of sites) {
      for (const { odds, template } of site) {
        const p = probability(slope * odds + offset);
        const [error, weight] = [(Number(template) - p) / site.length, (p * (1 - p)) / site.length];
        g0 += error;
        g1 += error * odds;
        h00 += weight;
        h01 += weight * odds;
        h11 += weight * odds * odds;
      }
    }
    const determinant = h00 * h11 - h01 * h01;
    offset += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { slope, offset };
}

export function formatCalibration({ template, content, slope, offset }: Calibration): string {
  const rows = Object.entries({ template, content }).flatMap(([verdict, list]) =>
    list.map(({ from, to, blocks, probability: sure, right }) => [
      ...[verdict, `${from}–${to}`, String(blocks), sure.toFixed(3), right.toFixed(3)],
    ]),
  );
  const table = formatTable(['verdict', 'range', 'blocks', 'probability', 'right'], rows);
  return `${table}\nbest line: ${slope.toFixed(2)} · score + ${offset.toFixed(2)}`;
}
