/** Cross-validation of the kind of a page by hosts, and calibration of the confidences. */
import { shuffle } from '../../bench/random.ts';
import { mean } from '../../bench/report.ts';
import { judgeKind, KINDS, type KindPage, trainKinds } from './kinds.ts';

export interface KindTrial {
  readonly fold: number;
  readonly kind: number;
  readonly judged: number;
  readonly margin: number;
}

/** Size of a margin step in log odds, and number of steps, as in assembly/layout.ts. */
const MARGIN_STEP = 0.25;
const MARGINS = 32;
const CONFIDENCE_MAX = 995;

export function judgeKindsByFolds(
  pages: readonly KindPage[],
  folds: number,
  seed: number,
  features: number,
): KindTrial[] {
  const hosts = shuffle([...new Set(pages.map(({ host }) => host))], seed);
  const foldOf = new Map(hosts.map((host, index) => [host, index % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const isTest = ({ host }: KindPage): boolean => foldOf.get(host) === fold;
    const model = trainKinds(
      pages.filter((page) => !isTest(page)),
      features,
    );
    return pages.filter(isTest).map((page): KindTrial => {
      const { kind: judged, margin } = judgeKind(model, page.features);
      return { fold, kind: page.kind, judged, margin };
    });
  }).flat();
}

const marginOf = ({ margin }: KindTrial): number => Math.min(MARGINS - 1, Math.floor(margin / MARGIN_STEP));

/** Share of correct kinds for each margin step, in 1/1000, made monotone by pooling adjacent steps. */
export function confidencesOf(judged: readonly KindTrial[]): number[] {
  const groups: { right: number; count: number; steps: number }[] = [];
  for (let step = 0; step < MARGINS; step += 1) {
    const own = judged.filter((page) => marginOf(page) === step);
    groups.push({ right: own.filter(({ kind, judged: said }) => kind === said).length, count: own.length, steps: 1 });
    for (;;) {
      const [before, last] = [groups.at(-2), groups.at(-1)];
      if (before === undefined || last === undefined) break;
      if (last.count > 0 && before.right * last.count <= last.right * before.count && before.count > 0) break;
      groups.splice(-2, 2, {
        right: before.right + last.right,
        count: before.count + last.count,
        steps: before.steps + last.steps,
      });
    }
  }
  return groups.flatMap(({ right, count, steps }) =>
    Array.from({ length: steps }, () => Math.min(CONFIDENCE_MAX, Math.round((1000 * right) / Math.max(1, count)))),
  );
}

export interface KindFigures {
  readonly accuracy: number;
  readonly macroF1: number;
  readonly kinds: readonly { readonly kind: string; readonly pages: number; readonly f1: number }[];
  /** Reliability by confidence, measured out of fold. */
  readonly reliability: readonly { readonly from: number; readonly pages: number; readonly right: number }[];
}

const RELIABILITY = [0, 0.5, 0.7, 0.9, 0.95];

export function kindFigures(judged: readonly KindTrial[]): KindFigures {
  const count = (isCounted: (page: KindTrial) => boolean): number => judged.filter(isCounted).length;
  const kinds = KINDS.map((kind, code) => {
    const pages = count((page) => page.kind === code);
    const right = count((page) => page.kind === code && page.judged === code);
    return { kind, pages, f1: (2 * right) / Math.max(1, pages + count((page) => page.judged === code)) };
  }).filter(({ pages }) => pages > 0);
  return {
    accuracy: count((page) => page.kind === page.judged) / judged.length,
    macroF1: mean(kinds.map(({ f1 }) => f1)),
    ...{ kinds, reliability: reliabilityOf(judged) },
  };
}

function reliabilityOf(judged: readonly KindTrial[]): KindFigures['reliability'] {
  const tables = new Map(
    [...new Set(judged.map(({ fold }) => fold))].map((fold) => [
      fold,
      confidencesOf(judged.filter((page) => page.fold !== fold)),
    ]),
  );
  const confidenceOf = (page: KindTrial): number => (tables.get(page.fold)?.[marginOf(page)] ?? 0) / 1000;
  return RELIABILITY.map((from, index) => {
    const to = RELIABILITY[index + 1] ?? 2;
    const own = judged.filter((page) => confidenceOf(page) >= from && confidenceOf(page) < to);
    return { from, pages: own.length, right: mean(own.map((page) => Number(page.kind === page.judged))) };
  });
}
