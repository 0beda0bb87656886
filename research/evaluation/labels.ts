/**
 * Evaluates one method on labelled sites. Every page is read once, in order, and evaluated by its verdicts at that
 * time.
 */
import type { SiteSource } from '../../bench/pages/sites.ts';
import { mean } from '../../bench/report.ts';
import { selectPages } from '../corpus/selection.ts';
import type { MethodKind, TableFigures } from '../methods/method.ts';
import { align } from './align.ts';
import { Counts, countBlocks, countCharacters } from './counts.ts';
import { checkLabelled, type GoldPage, readGold } from './gold.ts';
import type { PageResult } from './judge.ts';
import { type EvaluationOptions, judgeParts } from './texts.ts';
import { bagOfWords, contentF1, countWords, goldWords, wordF1 } from './words.ts';

export interface Figures {
  /** Precision, recall and F1 of template, by characters. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Share of the characters of content that were judged template. */
  readonly contentLost: number;
  /** F1 of the bag of words judged content; mean over pages with a word of content in labels or verdicts. */
  readonly contentF1: number;
  /** Figures of template, by blocks of `COMMON_SEPARATORS`; NaN for methods that only extract text. */
  readonly blocks: { readonly precision: number; readonly recall: number; readonly f1: number };
  /** AverageSize of the paper: entries after counting and before eviction, mean over pages. */
  readonly entries: number;
  readonly entriesKept: number;
  readonly finalEntries: number;
  readonly tableBytes: number;
  readonly finalTableBytes: number;
  readonly keptBytes: number;
  /** 0 for a method without entries. */
  readonly bytesPerEntry: number;
  readonly millisecondsPerPage: number;
}

export interface SiteFigures extends Figures {
  readonly name: string;
  readonly pages: number;
}

export class Tally {
  readonly #characters = new Counts();
  readonly #blocks = new Counts();
  readonly #wordScores: number[] = [];
  readonly #tables: TableFigures[] = [];
  #milliseconds = 0;
  #hasBlocks = true;

  /** @throws {Problem} if method and labels have different segments */
  add(gold: GoldPage, judged: PageResult): void {
    this.#milliseconds += judged.milliseconds;
    this.#tables.push(judged.table);
    let score: number | undefined;
    if (judged.verdicts === undefined) {
      // Without verdicts, characters are counted by words, and blocks are not counted.
      this.#hasBlocks = false;
      const kept = bagOfWords(judged.content);
      countWords(this.#characters, gold, kept);
      score = wordF1(kept, goldWords(gold, 'content'));
    } else {
      const prediction = align(gold, judged.verdicts, judged.separators);
      countCharacters(this.#characters, gold, prediction);
      countBlocks(this.#blocks, gold, prediction);
      score = contentF1(gold, prediction);
    }
    if (score !== undefined) this.#wordScores.push(score);
  }

  figures(name: string): SiteFigures {
    const tables = this.#tables;
    const last = tables.at(-1);
    const entriesKept = mean(tables.map(({ entries }) => entries));
    const tableBytes = mean(tables.map(({ bytes }) => bytes));
    return {
      name,
      pages: tables.length,
      ...figuresOf(this.#characters),
      contentLost: this.#characters.contentLost,
      // 1 if no page has a word of content in labels or verdicts.
      contentF1: this.#wordScores.length === 0 ? 1 : mean(this.#wordScores),
      blocks: this.#hasBlocks ? figuresOf(this.#blocks) : NO_FIGURES,
      entries: mean(tables.map(({ peak }) => peak)),
      entriesKept,
      finalEntries: last?.entries ?? 0,
      tableBytes,
      finalTableBytes: last?.bytes ?? 0,
      keptBytes: mean(tables.map(({ kept }) => kept ?? 0)),
      bytesPerEntry: entriesKept === 0 ? 0 : tableBytes / entriesKept,
      millisecondsPerPage: tables.length === 0 ? 0 : this.#milliseconds / tables.length,
    };
  }
}

/**
 * `after`: the first pages, up to this number, are read but not counted. `first`: pages after this number are not
 * counted.
 */
export async function evaluateSite(
  site: SiteSource,
  kind: MethodKind,
  how: EvaluationOptions & { readonly after?: number; readonly first?: number | 'all' },
): Promise<SiteFigures> {
  const pages = selectPages(await site.read(), how.selection);
  const tally = new Tally();
  let labelled = false;
  const { after = 0, first = 'all' } = how;
  let read = 0;
  for await (const judged of judgeParts(site.name, pages, kind, how)) {
    const gold = readGold(judged.source, `${site.name}/${judged.name}`);
    labelled ||= gold.labelled;
    read += 1;
    if (read > after && (first === 'all' || read <= first)) tally.add(gold, judged);
  }
  checkLabelled(site.name, labelled);
  return tally.figures(site.name);
}

const NO_FIGURES = { precision: Number.NaN, recall: Number.NaN, f1: Number.NaN };

function figuresOf({ precision, recall, f1 }: Counts): { precision: number; recall: number; f1: number } {
  return { precision, recall, f1 };
}

export function macroOf(sites: readonly SiteFigures[]): Figures {
  const over = (figure: (site: SiteFigures) => number): number => mean(sites.map(figure));
  const names = [
    ...(['precision', 'recall', 'f1', 'contentLost', 'contentF1', 'entries', 'entriesKept', 'finalEntries'] as const),
    ...(['tableBytes', 'finalTableBytes', 'keptBytes', 'bytesPerEntry', 'millisecondsPerPage'] as const),
  ];
  const means = Object.fromEntries(names.map((name) => [name, over((site) => site[name])]));
  return {
    ...(means as Record<(typeof names)[number], number>),
    blocks: {
      precision: over(({ blocks }) => blocks.precision),
      recall: over(({ blocks }) => blocks.recall),
      f1: over(({ blocks }) => blocks.f1),
    },
  };
}
