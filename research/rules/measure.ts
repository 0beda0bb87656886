/** Rules of a site from its first pages, measured on the later ones. */
import { SiteTemplate } from '@refrain/rules';
import { applyRules, domhandlerAdapter, RulesError, type SiteRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { Detector } from 'refrain';
import { withoutGold } from '../../bench/pages/read.ts';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import { mean, meanOfDefined, median } from '../../bench/report.ts';
import { readGold } from '../evaluation/gold.ts';
import { type Bag, bagOfWords, goldWords, wordF1 } from '../evaluation/words.ts';
import { readability } from '../methods/extractors.ts';
import { EXPORTS, type ExportFormat } from './exports.ts';

export interface Counts {
  /** Number of pages from which rules are generated; number to which they are applied. */
  readonly made: number;
  readonly applied: number;
}

export interface SiteFigures {
  readonly pages: number;
  readonly layouts: number;
  /** Median number of distinct selectors over the layouts. */
  readonly selectors: number;
  /** Word F1 of content by rules against content by refrain. */
  readonly cssSelect: number;
  /** Word F1 against the labels. */
  readonly refrainGold: number | undefined;
  readonly rulesGold: number | undefined;
  readonly readabilityGold: number | undefined;
  readonly rules: SiteRules;
  readonly exports: Readonly<Record<ExportFormat, ExportFigures>>;
}

/**
 * Word F1 of the result of another program with an export, compared with `applyRules`; share of pages that the format
 * can express.
 */
interface ExportFigures {
  readonly f1: number;
  readonly said: number;
}

function rulesOf(template: SiteTemplate, name: string): SiteRules | undefined {
  try {
    return template.rules(name);
  } catch (error) {
    if (error instanceof RulesError && error.code === 'TOO_FEW_PAGES') return undefined;
    throw error;
  }
}

const selectorsOf = ({ layouts }: SiteRules): number[] =>
  layouts.map(({ template, content, main, title, date, author, items }) => {
    const rules = [template, content, main, title, date, author, items].flat();
    return new Set(rules.map(({ selector }) => selector)).size;
  });

export async function measureSite(all: readonly SourcePage[], counts: Counts): Promise<SiteFigures | undefined> {
  const pages = all.slice(0, counts.made + counts.applied).map(({ name, bytes }) => {
    const source = new TextDecoder().decode(bytes);
    return { name, source, html: withoutGold(source) };
  });
  const detector = await Detector.create();
  const template = new SiteTemplate();
  const contents: string[] = [];
  for (const [index, { name, html }] of pages.entries()) {
    const page = detector.learn(html, { id: name });
    if (index < counts.made) template.observe(page, name);
    contents.push(page.text('content'));
  }
  const applied = pages.slice(counts.made);
  // The site must be a host, because filter lists are for hosts.
  const rules = rulesOf(template, 'site.example');
  if (rules === undefined || applied.length === 0) return undefined;
  const rows: { css: number; gold?: Record<'refrain' | 'rules' | 'readability', number | undefined> }[] = [];
  for (const [index, { name, source, html }] of applied.entries()) {
    const own = bagOfWords([contents[counts.made + index] ?? '']);
    const css = bagOfWords([byCssSelect(html, rules)]);
    const gold = readGold(source, name);
    const against = async (labels: Bag) => ({
      refrain: wordF1(own, labels),
      rules: wordF1(css, labels),
      readability: wordF1(bagOfWords([await readability.extract(html, name)]), labels),
    });
    rows.push({
      css: wordF1(css, own) ?? 1,
      ...(gold.labelled && { gold: await against(goldWords(gold, 'content')) }),
    });
  }
  return {
    pages: pages.length,
    layouts: rules.layouts.length,
    selectors: median(selectorsOf(rules)),
    cssSelect: mean(rows.map(({ css }) => css)),
    refrainGold: meanOfDefined(rows.map(({ gold }) => gold?.refrain)),
    rulesGold: meanOfDefined(rows.map(({ gold }) => gold?.rules)),
    readabilityGold: meanOfDefined(rows.map(({ gold }) => gold?.readability)),
    rules,
    exports: exportsOf(
      rules,
      applied.map(({ html }) => html),
    ),
  };
}

function exportsOf(rules: SiteRules, pages: readonly string[]): Record<ExportFormat, ExportFigures> {
  const known = pages.filter((html) => !isWhole(html, rules));
  const figures = Object.entries(EXPORTS).map(([format, { part, reader }]) => {
    const read = reader(rules);
    const values = known.flatMap((html) => {
      const [text, own] = [read(html), byCssSelect(html, rules, part)];
      // A format cannot express an empty page.
      return text === undefined || own === '' ? [] : (wordF1(bagOfWords([text]), bagOfWords([own])) ?? 1);
    });
    return [format, { f1: values.length === 0 ? 1 : mean(values), said: values.length / pages.length }];
  });
  return Object.fromEntries(figures);
}

export interface SiteCosts {
  /** Bytes of the saved template and of the table, after all pages. */
  readonly savedBytes: number;
  readonly tableBytes: number;
  /** Time of `observe` over that of `learn`. Each is the sum of the shortest time for each page. */
  readonly observe: number;
}

/** Costs of all pages in this order, in `rounds` rounds. */
export async function costsOf(sources: readonly SourcePage[], rounds: number): Promise<SiteCosts> {
  const pages = sources.map(({ bytes }) => new TextEncoder().encode(withoutGold(new TextDecoder().decode(bytes))));
  const learn = pages.map(() => Number.POSITIVE_INFINITY);
  const observe = pages.map(() => Number.POSITIVE_INFINITY);
  let bytes = { savedBytes: 0, tableBytes: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const detector = await Detector.create();
    const template = new SiteTemplate();
    for (const [index, html] of pages.entries()) {
      const begun = performance.now();
      const page = detector.learn(html, { id: `${index}` });
      const learned = performance.now();
      template.observe(page, `${index}`);
      observe[index] = Math.min(observe[index] ?? 0, performance.now() - learned);
      learn[index] = Math.min(learn[index] ?? 0, learned - begun);
    }
    bytes = { savedBytes: template.save().length, tableBytes: detector.stats.tableBytes };
  }
  return { observe: mean(observe) / mean(learn), ...bytes };
}

const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

/** Text by css-select on an htmlparser2 tree; empty if the page has none of the layouts. */
function byCssSelect(html: string, rules: SiteRules, part: 'content' | 'main' = 'content'): string {
  try {
    return applyRules(parseDocument(html) as AnyNode, rules, { adapter }).text(part);
  } catch (error) {
    if (error instanceof RulesError && error.code === 'NO_LAYOUT') return '';
    throw error;
  }
}

/** True if the rules find so little that the whole page is content. Other formats cannot express this. */
const isWhole = (html: string, rules: SiteRules): boolean => {
  if (rules.layouts.some(({ content }) => content.some(({ selector }) => selector === 'body'))) return false;
  const { content } = applyRules(parseDocument(html) as AnyNode, rules, { adapter });
  return content.length === 1 && (content[0] as Element).name === 'body';
};
