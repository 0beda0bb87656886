/** Accuracy of log odds of blocks: by characters on labelled sites, by main content on pages with a text. */
import { mean } from '../../bench/report.ts';
import type { Rows } from './rows.ts';

interface SiteTrial {
  readonly site: string;
  readonly precision: number;
  readonly recall: number;
  readonly contentLost: number;
  /** F1 of template on the first page of the site, and on the fifth. */
  readonly firstPage: number;
  readonly fifthPage: number;
}

export interface TrialFigures {
  readonly precision: number;
  readonly recall: number;
  readonly contentLost: number;
  readonly worstLost: number;
  readonly firstPage: number;
  readonly fifthPage: number;
  /** F1 of the main content by characters, mean over pages with a text; 0 without such pages. */
  readonly textF1: number;
  readonly sites: readonly SiteTrial[];
}

/** Rows with the log odds of a model that was not trained on their group. */
export interface Judgement {
  readonly rows: Rows;
  readonly scores: Float64Array;
}

/**
 * Judgements of main content as judgements of the rest, so that figures of template are those of the rest. Sites without an
 * answer are left out.
 */
export function asRest(judgements: readonly Judgement[]): Judgement[] {
  return judgements
    .filter(({ rows }) => !rows.main.some(Number.isNaN))
    .map(({ rows, scores }) => ({
      rows: {
        ...rows,
        template: rows.template.map((length, row) => length + (rows.content[row] ?? 0) - (rows.main[row] ?? 0)),
        content: rows.main,
      },
      scores: scores.map((odds) => -odds),
    }));
}

interface Sums {
  found: number;
  wrong: number;
  missed: number;
  content: number;
}

function sumsOf({ rows, scores }: Judgement, threshold: number, isPage: (page: number) => boolean): Sums {
  const sums = { found: 0, wrong: 0, missed: 0, content: 0 };
  for (let row = 0; row < rows.count; row += 1) {
    if (!isPage(rows.page[row] ?? 0)) continue;
    const template = rows.template[row] ?? 0;
    const content = rows.content[row] ?? 0;
    sums.content += content;
    if ((scores[row] ?? 0) > threshold) {
      sums.found += template;
      sums.wrong += content;
    } else {
      sums.missed += template;
    }
  }
  return sums;
}

const share = (part: number, rest: number, none: number): number => (part + rest === 0 ? none : part / (part + rest));

const f1 = ({ found, wrong, missed }: Sums): number =>
  found + wrong + missed === 0 ? 1 : (2 * found) / (2 * found + wrong + missed);

function siteTrial(judgement: Judgement, threshold: number): SiteTrial {
  const all = sumsOf(judgement, threshold, () => true);
  return {
    site: judgement.rows.site,
    precision: share(all.found, all.wrong, 1),
    recall: share(all.found, all.missed, 1),
    contentLost: share(all.wrong, all.content - all.wrong, 0),
    firstPage: f1(sumsOf(judgement, threshold, (page) => page === 0)),
    fifthPage: f1(sumsOf(judgement, threshold, (page) => page === 4)),
  };
}

/** F1 of the content of each page. */
function contentScores(judgement: Judgement, threshold: number): number[] {
  return [...new Set(judgement.rows.page)].map((number) => {
    const { found, wrong, missed, content } = sumsOf(judgement, threshold, (page) => page === number);
    const kept = content - wrong;
    return kept + missed + wrong + found === 0 ? 1 : (2 * kept) / Math.max(1, 2 * kept + missed + wrong);
  });
}

export function figuresOf(judgements: readonly Judgement[], threshold: number): TrialFigures {
  const sites = judgements
    .filter(({ rows }) => rows.from === 'labels' && rows.part === 'run')
    .map((judgement) => siteTrial(judgement, threshold));
  const texts = judgements.filter(({ rows }) => rows.from === 'text').flatMap((each) => contentScores(each, threshold));
  return {
    precision: mean(sites.map(({ precision }) => precision)),
    recall: mean(sites.map(({ recall }) => recall)),
    contentLost: mean(sites.map(({ contentLost }) => contentLost)),
    worstLost: Math.max(0, ...sites.map(({ contentLost }) => contentLost)),
    firstPage: mean(sites.map(({ firstPage }) => firstPage)),
    fifthPage: mean(sites.map(({ fifthPage }) => fifthPage)),
    textF1: mean(texts),
    sites,
  };
}
