/** Crawls of labelled sites in which the site is redesigned on the way. */
import { Detector, type Page } from 'refrain';
import { Redesigns } from '../../packages/rules/src/changes/redesigns.ts';
import { align } from '../evaluation/align.ts';
import { Counts, countCharacters } from '../evaluation/counts.ts';
import { type GoldPage, readGold } from '../evaluation/gold.ts';
import { verdictsOf } from '../methods/refrain.ts';
import { inOrder, type RedesignPage, type RedesignSite, served } from './pages.ts';
import { type RedesignKind, redesign } from './transform.ts';

export interface Plan {
  readonly kind: RedesignKind;
  /** Order of the pages: 0 for path order. */
  readonly seed: number;
  /** Pages before the redesign. */
  readonly before: number;
  /** Whether the pages after it are those before it, once more. */
  readonly again: boolean;
}

/** Pages after a redesign. */
export const AFTER = 40;
/** Ends of the ranges of pages after it in which verdicts are measured. */
export const RANGES = [5, 10, 20, AFTER] as const;

export interface Outcome extends Plan {
  readonly site: string;
  /** Page after the redesign at which it was reported, from 1; 0 where it was not. */
  readonly reported: number;
  /** Whether one was reported before. */
  readonly early: boolean;
  /** F1 of the template by characters: of the last pages before, and of ranges after. */
  readonly old: number;
  readonly f1: readonly number[];
  /** The same ranges by a detector that has not seen the pages before. */
  readonly fresh: readonly number[];
  /** The same ranges, read once more in the end: what verdicts can be. */
  readonly late: readonly number[];
}

function count(counts: Counts, gold: GoldPage, page: Page, separators: ReadonlySet<string>): void {
  countCharacters(counts, gold, align(gold, verdictsOf(page), separators));
}

/** F1 in each range; one count for all pages of it. */
class Ranges {
  readonly #counts = RANGES.map(() => new Counts());

  add(at: number, gold: GoldPage, page: Page, separators: ReadonlySet<string>): void {
    const counts = this.#counts[RANGES.findIndex((end) => at < end)];
    if (counts !== undefined) count(counts, gold, page, separators);
  }

  get f1(): number[] {
    return this.#counts.map(({ f1 }) => f1);
  }
}

/** One crawl; undefined where the site has too few pages. */
export async function simulate(site: RedesignSite, plan: Plan, host: string): Promise<Outcome | undefined> {
  const ordered = inOrder(site.pages, plan.seed);
  const before = ordered.slice(0, plan.before);
  const rest = plan.again ? before : ordered.slice(plan.before);
  const after: RedesignPage[] = [];
  for (const page of rest) {
    const source = after.length < AFTER ? redesign(page.source, plan.kind, 7, host) : undefined;
    if (source !== undefined) after.push({ id: page.id, source });
  }
  if (before.length < plan.before || after.length < Math.min(AFTER, plan.before)) return undefined;
  const detector = await Detector.create();
  const separators = new Set<string>(detector.options.separators);
  const changes = new Redesigns();
  const old = new Counts();
  let early = false;
  for (const [at, page] of before.entries()) {
    const view = detector.learn(served(page), { id: page.id });
    if (changes.observe(view, page.id) !== undefined) early = true;
    if (at >= before.length - 20) count(old, readGold(page.source, page.id), view, separators);
  }
  const golds = after.map((page) => readGold(page.source, page.id));
  const [f1, fresh, late] = [new Ranges(), new Ranges(), new Ranges()];
  let reported = 0;
  const newborn = await Detector.create();
  for (const [at, page] of after.entries()) {
    const gold = golds[at] as GoldPage;
    const html = served(page);
    const view = detector.learn(html, { id: page.id });
    if (changes.observe(view, page.id) !== undefined && reported === 0) reported = at + 1;
    f1.add(at, gold, view, separators);
    fresh.add(at, gold, newborn.learn(html, { id: page.id }), separators);
  }
  for (const [at, page] of after.entries()) {
    late.add(at, golds[at] as GoldPage, newborn.label(served(page), { id: page.id }), separators);
  }
  return { site: site.name, ...plan, reported, early, old: old.f1, f1: f1.f1, fresh: fresh.f1, late: late.f1 };
}
