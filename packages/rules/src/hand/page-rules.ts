import type { Page } from 'refrain';
import { contextOf, override, type PageContext } from 'refrain/engine';
import { readRules } from '../apply/read-rules.ts';
import { type LayoutRules, type Rule, RulesError, type SiteRules } from '../apply/rules.ts';
import { type ParsedSelector, readSelector } from '../page/css-selector.ts';
import { type Marks, PageTree } from '../page/page-tree.ts';

/** A handwritten rule that did not work on some pages. */
export interface RuleMiss {
  /** The note of the rule, or its member: `layouts[0].main[1]`. */
  readonly rule: string;
  readonly selector: string;
  /**
   * `unreadable`: the selector is invalid. `nothing`: it matched on no page. `no-layout`: pages had no layout of the
   * rules. `wide`, `narrow`: it selected nearly all of a page, or hardly any of its main content, and was not applied
   * there.
   */
  readonly problem: 'unreadable' | 'nothing' | 'no-layout' | 'wide' | 'narrow';
  /** Number of pages with the problem; number of pages on which the rule was tried. */
  readonly pages: number;
  readonly of: number;
}

const TEMPLATE_MAX = 0.9;
/** A rule for main content is too wide if it selects this share of the page… */
const MAIN_MAX = 0.98;
/** …if at least this share of the page is template. */
const TEMPLATE_MIN = 0.2;
/** Minimum share of the model's main content for a rule for main content. */
const MAIN_MIN = 0.1;
/** Minimum characters of a page for this comparison. */
const LENGTH_MIN = 200;

/** A rule of one layout, or of all layouts with the same note. */
interface HandRule {
  readonly path: string;
  readonly selector: string;
  readonly read: ParsedSelector;
  /** The rule is reported after this number of pages without a match. */
  readonly pagesMin: number;
  tried: number;
  matched: number;
  wide: number;
  narrow: number;
}

const PARTS = ['template', 'content', 'main', 'title', 'date', 'author'] as const;

interface HandLayout extends Readonly<Record<(typeof PARTS)[number], readonly HandRule[]>> {
  readonly has: readonly ParsedSelector[];
  readonly hasNot: readonly ParsedSelector[];
  /** True if a page without a match of a rule for main content counts as a miss. */
  readonly requiresMain: boolean;
}

const VALUE_MAX = 1000;
const VALUES = ['title', 'author', 'date'] as const;

/** Default of `pagesMin`. */
const PAGES_MIN = 3;

/** Applies handwritten rules of one site, which override the model. Counts their misses. */
export class PageRules {
  readonly #layouts: HandLayout[];
  readonly #unreadable: RuleMiss[] = [];
  readonly #selectors = new Map<string, ParsedSelector>();
  readonly #rules = new Map<string, HandRule>();
  #pages = 0;
  #unfit = 0;

  /**
   * A rule with an invalid selector is reported; the others apply.
   *
   * @throws {RulesError} `RULES_INVALID`, `RULES_VERSION`
   */
  constructor(rules: SiteRules) {
    this.#layouts = readRules(rules).layouts.map((layout, at) => this.#layoutOf(layout, `layouts[${at}]`));
  }

  #ruleOf({ selector, note }: Rule, path: string, pagesMin: number): HandRule | undefined {
    const named = note ?? path;
    const read = this.#read(selector, named);
    if (read === undefined) return undefined;
    const key = `${named} ${selector}`;
    const rule = this.#rules.get(key) ?? {
      ...{ path: named, selector, read, pagesMin },
      ...{ tried: 0, matched: 0, wide: 0, narrow: 0 },
    };
    this.#rules.set(key, rule);
    return rule;
  }

  #layoutOf(layout: LayoutRules, path: string): HandLayout {
    const selectors = (name: 'has' | 'hasNot'): ParsedSelector[] =>
      layout[name]
        .map((selector, at) => this.#read(selector, `${path}.${name}[${at}]`))
        .filter((read) => read !== undefined);
    const rulesOf = (part: (typeof PARTS)[number]): HandRule[] =>
      layout[part]
        .map((rule, at) => this.#ruleOf(rule, `${path}.${part}[${at}]`, part === 'main' ? 1 : PAGES_MIN))
        .filter((rule) => rule !== undefined);
    const [has, hasNot] = [selectors('has'), selectors('hasNot')];
    const isWhole = has.length === layout.has.length && hasNot.length === layout.hasNot.length;
    return {
      // If a condition is invalid, the layout must match no page, because it could match other pages.
      ...(isWhole ? { has, hasNot } : { has: [[]], hasNot: [] }),
      ...(Object.fromEntries(PARTS.map((part) => [part, rulesOf(part)])) as Record<(typeof PARTS)[number], HandRule[]>),
      requiresMain: layout.main.some(({ selector }) => layout.has.includes(selector)),
    };
  }

  #read(selector: string, path: string): ParsedSelector | undefined {
    try {
      const known = this.#selectors.get(selector) ?? readSelector(selector);
      this.#selectors.set(selector, known);
      return known;
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      const known = this.#unreadable.some((miss) => miss.rule === path);
      if (!known) this.#unreadable.push({ rule: path, selector, problem: 'unreadable', pages: 0, of: 0 });
      return undefined;
    }
  }

  /**
   * Replaces verdicts on a page: elements of `template` are template; only elements of `content` are content; only
   * elements of `main` are main content. A part without rules or matches keeps the verdicts of the model. A page keeps
   * all of them if a rule would select nearly all of it. Title, author and date are those of the first matching rules
   * in all outputs; a date that is not ISO 8601 is ignored.
   *
   * @throws {InputError} `INPUT_INVALID` if it is not a page
   * @throws {UsageError} `PAGE_STALE` after the next page
   */
  apply(page: Page): void {
    const context = contextOf(page);
    this.#pages += 1;
    const tree = new PageTree(page);
    const layout = this.#layouts.find((each) => this.#fits(each, tree));
    if (layout === undefined) {
      this.#unfit += 1;
      return;
    }
    if (layout.main.length === 0 && this.#layouts.some(({ requiresMain }) => requiresMain)) this.#unfit += 1;
    const lengths = new Lengths(page, tree);
    const found = (part: 'template' | 'main' | 'content'): RuleMatch[] =>
      layout[part].flatMap((rule) => {
        const inside = tried(rule, tree, lengths);
        return inside === undefined ? [] : [{ rule, inside }];
      });
    // A template rule that selects too much does not affect the others.
    const template = together(
      found('template').filter((one) => together([one], lengths.templateProblem) !== undefined),
      lengths.templateProblem,
    );
    const main = together(found('main'), lengths.mainProblem);
    const content = together(found('content'), lengths.mainProblem);
    override(context.core, (node) => {
      const element = tree.numberOf(node);
      if (element === undefined) return undefined;
      if (template?.[element]) return 'drop';
      if (main?.[element]) return 'keep';
      if (content !== undefined && !content[element]) return 'drop';
      return main === undefined ? (content === undefined ? undefined : 'keep') : 'rest';
    });
    const [title, author, date] = VALUES.map((name) => firstValue(layout[name], tree));
    if (title !== undefined) context.decided['title'] = title;
    if (author !== undefined) context.decided['authors'] = [author];
    if (date !== undefined && /^\d{4}-\d\d-\d\d/.test(date)) context.decided['published'] = date;
  }

  #fits({ has, hasNot, main, requiresMain }: HandLayout, tree: PageTree): boolean {
    const finds = (selector: ParsedSelector): boolean => tree.matched(selector).includes(1);
    const fits = has.every(finds) && !hasNot.some(finds);
    if (!fits && requiresMain) for (const rule of main) rule.tried += 1;
    return fits;
  }

  /** Rules that matched nothing, or too much or too little. */
  misses(): RuleMiss[] {
    const missed = [...this.#rules.values()].flatMap(missesOf);
    const mains = this.#layouts.flatMap(({ main }) => main);
    // Already reported if no rule for main content has matched: then each of these is a miss.
    const isReported = mains.length > 0 && mains.every(({ tried, matched }) => tried > 0 && matched === 0);
    const unfit: RuleMiss[] =
      this.#unfit === 0 || isReported
        ? []
        : [{ rule: 'layouts', selector: '', problem: 'no-layout', pages: this.#unfit, of: this.#pages }];
    return [...this.#unreadable, ...missed, ...unfit];
  }
}

/** Tries all rules, in order to count misses. */
function firstValue(rules: readonly HandRule[], tree: PageTree): string | undefined {
  let value: string | undefined;
  for (const rule of rules) {
    tried(rule, tree);
    const element = value === undefined ? tree.matched(rule.read).indexOf(1) : -1;
    if (element >= 0) value = tree.valueOf(element, VALUE_MAX) || undefined;
  }
  return value;
}

function missesOf({ path, selector, tried: of, matched, wide, narrow, pagesMin }: HandRule): RuleMiss[] {
  const nothing = matched === 0 && of >= pagesMin ? of : 0;
  return Object.entries({ nothing, wide, narrow } as const).flatMap(([problem, pages]) =>
    pages === 0 ? [] : [{ rule: path, selector, problem: problem as RuleMiss['problem'], pages, of }],
  );
}

/** Elements that match a rule, with their descendants; undefined if they have no block of text. */
function tried(rule: HandRule, tree: PageTree, lengths?: Lengths): Marks | undefined {
  rule.tried += 1;
  const found = tree.matched(rule.read);
  if (!found.includes(1)) return undefined;
  const inside = tree.inside(found);
  if (lengths?.hasBlock(inside) === false) return undefined;
  rule.matched += 1;
  return inside;
}

interface RuleMatch {
  readonly rule: HandRule;
  readonly inside: Marks;
}

/**
 * Elements of all matches together. Undefined if there are none, or if they have a problem, which is counted for each
 * rule.
 */
function together(found: readonly RuleMatch[], problemOf?: (inside: Marks) => Problem | undefined): Marks | undefined {
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  const all = first.inside.map((mark, at) => (others.some(({ inside }) => inside[at]) ? 1 : mark));
  const problem = problemOf?.(all);
  if (problem === undefined) return all;
  for (const { rule } of found) rule[problem] += 1;
  return undefined;
}

type JudgedBlock = ReturnType<PageContext<unknown>['judgedBlocks']>[number];

type Problem = 'wide' | 'narrow';

class Lengths {
  readonly #blocks: readonly JudgedBlock[];
  readonly #all: number;
  readonly #template: number;
  /** Characters of main content, or of content if the page has none. */
  readonly #main: number;

  constructor(page: Page, tree: PageTree) {
    const judged = contextOf(page).judgedBlocks();
    const hasMain = judged.some(({ isMain }) => isMain);
    this.#blocks = judged.map((block) => ({
      ...block,
      element: tree.numberOf(block.element) ?? 0,
      isMain: hasMain ? block.isMain : block.isContent,
    }));
    this.#all = this.#sum(() => true);
    this.#template = this.#sum(({ isContent }) => !isContent);
    this.#main = this.#sum(({ isMain }) => isMain);
  }

  #sum(isCounted: (block: JudgedBlock) => boolean): number {
    return this.#blocks.reduce((sum, block) => sum + (isCounted(block) ? block.length : 0), 0);
  }

  hasBlock = (inside: Marks): boolean => this.#blocks.some(({ element }) => inside[element]);

  /** A template rule must not select nearly all of the main content. */
  templateProblem = (inside: Marks): Problem | undefined => {
    const taken = this.#sum(({ element, isMain }) => isMain && inside[element] === 1);
    return this.#main >= LENGTH_MIN && taken >= TEMPLATE_MAX * this.#main ? 'wide' : undefined;
  };

  /** A content rule must not select nearly all of a page with template, or hardly any of its main content. */
  mainProblem = (inside: Marks): Problem | undefined => {
    const kept = this.#sum(({ element }) => inside[element] === 1);
    if (kept >= MAIN_MAX * this.#all && this.#template >= TEMPLATE_MIN * this.#all) return 'wide';
    return this.#main >= LENGTH_MIN && kept < MAIN_MIN * this.#main ? 'narrow' : undefined;
  };
}
