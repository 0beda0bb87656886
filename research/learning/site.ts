/** Word F1 of the main content for each page of a site, in the order in which a method reads the pages. */
import { resolveOptions } from 'refrain';
import { Problem } from '../../bench/command.ts';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import type { SiteSource } from '../../bench/pages/sites.ts';
import { shuffle } from '../../bench/random.ts';
import { readGold } from '../evaluation/gold.ts';
import { type Judged, judge } from '../evaluation/judge.ts';
import { scoreWords } from '../evaluation/texts.ts';
import { type Bag, bagOfWords, mainWords } from '../evaluation/words.ts';
import { findMethod } from '../methods/all.ts';
import { isStream, presetOf, readsPagesAlone } from '../methods/method.ts';
import { RANGES, rangeOf } from './ranges.ts';

export interface CurveOptions {
  /** Names of methods that read pages one by one. */
  readonly methods: readonly string[];
  /** Pages of a site in each order. */
  readonly pages: number;
  /** Number of orders. Order n is the shuffle with seed n. */
  readonly seeds: number;
  /** A model for the methods of refrain, instead of the shipped one. */
  readonly model?: Uint8Array;
}

/** The mean F1 of the pages of one range, on one site in one order. */
export interface Mark {
  readonly site: string;
  readonly method: string;
  readonly seed: number;
  /** Index of the range. */
  readonly range: number;
  readonly pages: number;
  readonly f1: number;
  /** The same less the F1 of these pages, each read as the first page of its site. For methods with verdicts only. */
  readonly gain?: number;
}

/** @throws {Problem} where no page has labels of the main content */
export async function measureSite(site: SiteSource, options: CurveOptions): Promise<Mark[]> {
  const scorer = new Scorer(site.name, options.model);
  const all = await site.read();
  const marks: Mark[] = [];
  for (let seed = 1; seed <= options.seeds; seed += 1) {
    const order = shuffle(all, seed).slice(0, options.pages);
    for (const method of options.methods) {
      const scores = await scorer.scores(order, method);
      const firsts = isStream(findMethod(method)) ? await scorer.firsts(order, method) : undefined;
      for (const mark of marksOf(scores, firsts)) marks.push({ site: site.name, method, seed, ...mark });
    }
  }
  if (marks.length === 0) throw new Problem(`${site.name}: no element of its pages has a data-main label`);
  return marks;
}

/** Scores of pages in order; undefined for a page without labels of the main content. */
type Scores = readonly (number | undefined)[];

/** Means by range. A page without labels counts as seen. */
function marksOf(scores: Scores, firsts: Scores | undefined): Pick<Mark, 'range' | 'pages' | 'f1' | 'gain'>[] {
  const sums = RANGES.map(() => ({ pages: 0, sum: 0, first: 0 }));
  for (const [at, f1] of scores.entries()) {
    const own = sums[rangeOf(at + 1)];
    if (f1 === undefined || own === undefined) continue;
    own.pages += 1;
    own.sum += f1;
    own.first += firsts?.[at] ?? 0;
  }
  return sums.flatMap(({ pages, sum, first }, range) => {
    if (pages === 0) return [];
    return [{ range, pages, f1: sum / pages, ...(firsts && { gain: (sum - first) / pages }) }];
  });
}

/** Scores pages of one site. What does not depend on the order is computed once for each page. */
class Scorer {
  readonly #site: string;
  readonly #model: Uint8Array | undefined;
  readonly #gold = new Map<string, Bag | undefined>();
  readonly #alone = new Map<string, Map<string, number | undefined>>();

  constructor(site: string, model: Uint8Array | undefined) {
    this.#site = site;
    this.#model = model;
  }

  /** Scores of the pages, read in this order. */
  async scores(pages: readonly SourcePage[], method: string): Promise<Scores> {
    if (readsPagesAlone(findMethod(method))) return this.firsts(pages, method);
    const scores = await this.#judge(pages, method);
    return pages.map(({ name }) => scores.get(name));
  }

  /** Scores of the pages, each read as the first page of its site. */
  async firsts(pages: readonly SourcePage[], method: string): Promise<Scores> {
    const known = this.#alone.get(method) ?? new Map<string, number | undefined>();
    this.#alone.set(method, known);
    for (const page of pages) {
      if (!known.has(page.name)) known.set(page.name, (await this.#judge([page], method)).get(page.name));
    }
    return pages.map(({ name }) => known.get(name));
  }

  async #judge(pages: readonly SourcePage[], method: string): Promise<Map<string, number | undefined>> {
    const kind = findMethod(method);
    const scores = new Map<string, number | undefined>();
    const options = resolveOptions({ preset: presetOf(kind) });
    const how = { options, batch: 'all', ...(this.#model && { model: this.#model }) } as const;
    for await (const judged of judge(this.#site, pages, kind, how)) {
      const gold = this.#goldOf(judged);
      scores.set(judged.name, gold === undefined ? undefined : scoreWords(bagOfWords(judged.content), gold).f1);
    }
    return scores;
  }

  #goldOf({ name, source }: Judged): Bag | undefined {
    if (!this.#gold.has(name)) {
      const gold = readGold(source, `${this.#site}/${name}`);
      this.#gold.set(name, gold.hasMain ? mainWords(gold) : undefined);
    }
    return this.#gold.get(name);
  }
}
