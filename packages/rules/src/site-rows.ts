import { LimitError, type Page } from 'refrain';
import { check, contextOf, layout as Layout } from 'refrain/engine';
import { applyRules, readRules } from './apply/index.ts';
import {
  type FieldRule,
  type ItemRule,
  type LayoutRules,
  RULES_VERSION,
  RulesError,
  type SiteRules,
} from './apply/rules.ts';
import type { Selectors } from './apply/selectors.ts';
import { toXPath } from './export/xpath.ts';
import { groupsOfPage } from './groups/page-groups.ts';
import { layoutAt } from './layouts.ts';
import { type PageNode, PageTree } from './page/page-tree.ts';
import { COLUMN_NAMES } from './records/columns.ts';
import { findRecords, type RecordMatch } from './records/find.ts';

/** Number of first pages of a layout that are read; of later pages, every 16th is read. */
const READ_FIRST = 16;
/** Maximum number of rules of a layout, and of fields of a rule; further ones are ignored. */
const RULES_MAX = 12;
const FIELDS_MAX = 32;
/** Minimum share of the pages of a layout that have a rule; minimum share of the pages of a rule that have a field. */
const RULE_SHARE = 0.15;
const FIELD_SHARE = 0.3;
const SAME_MAX = 3;
/** Selectors are equivalent if they have at least this share of elements in common. */
const SAME_SHARE = 0.8;

/** Maximum number of characters in all rows of a page, for each of its bytes, and of any page. */
const CHARACTERS_PER_BYTE = 10;
const CHARACTERS_MIN = 1 << 16;

/** A record of a page. */
export interface PageRow {
  /** Position among all rows of the page, from 1. */
  readonly position: number;
  /** Selector of the rule that found the row. */
  readonly items: string;
  /** Values by column name; empty for a missing value. */
  readonly fields: Readonly<Record<string, string>>;
}

interface RuleCounts {
  readonly rule: RecordMatch['rule'];
  pages: number;
  readonly fields: Map<string, { readonly field: FieldRule; pages: number }>;
}

interface LayoutCounts {
  pages: number;
  read: number;
  readonly rules: RuleCounts[];
}

/**
 * Finds repeated items on a site's pages: entries of listings, posts of threads, rows of tables. Call it with each page
 * after `learn`.
 */
export class SiteRows {
  readonly #layouts = new Map<number, LayoutCounts>();

  /**
   * Reads the records of a page: the first 16 pages of a layout, and later every 16th.
   *
   * @throws {InputError} `INPUT_INVALID` if it is not a page
   * @throws {UsageError} `PAGE_STALE` after the next page
   */
  observe(page: Page): void {
    contextOf(page);
    const layout = layoutAt(this.#layouts, page.layout ?? 1, (): LayoutCounts => ({ pages: 0, read: 0, rules: [] }));
    if (layout === undefined) return;
    layout.pages += 1;
    if (layout.pages > READ_FIRST && layout.pages % READ_FIRST !== 0) return;
    layout.read += 1;
    const tree = new PageTree(page);
    for (const found of findRecords(groupsOfPage(page, tree))) learn(layout, found, tree.selectors);
  }

  /**
   * Returns the rules with the found `items`; if the argument is a name, rules that contain only items. A layout
   * without conditions has the items of all layouts.
   *
   * @param rules rules of the same site, or its name
   * @throws {RulesError} `RULES_INVALID`, `RULES_VERSION`
   */
  rules(rules: SiteRules | string): SiteRules {
    const given =
      typeof rules === 'string'
        ? readRules({ version: RULES_VERSION, site: rules, layouts: [{ id: 0 }] })
        : readRules(rules);
    const all = [...this.#layouts.values()].sort((a, b) => b.pages - a.pages);
    const itemsFor = ({ id, has, hasNot, items }: LayoutRules): readonly ItemRule[] => {
      const own = has.length + hasNot.length > 0 ? [this.#layouts.get(id)].filter((one) => one !== undefined) : all;
      const found = new Map(
        own
          .flatMap(itemsOf)
          .map((item) => [item.selector, item] as const)
          .reverse(),
      );
      return found.size === 0 ? items : [...found.values()].reverse();
    };
    return readRules({ ...given, layouts: given.layouts.map((layout) => ({ ...layout, items: itemsFor(layout) })) });
  }
}

function learn(layout: LayoutCounts, found: RecordMatch, selectors: Selectors<PageNode>): void {
  const { rule, elements } = found;
  const wanted = new Set(elements);
  const shared = ({ rule: { selector } }: RuleCounts): number => {
    const own = selectors.all(selector, '');
    return own.filter((element) => wanted.has(element)).length / Math.max(own.length, elements.length);
  };
  let known = layout.rules.find((one) => one.rule.selector === rule.selector || shared(one) >= SAME_SHARE);
  if (known === undefined) {
    if (layout.rules.length === RULES_MAX) return;
    known = { rule, pages: 0, fields: new Map() };
    layout.rules.push(known);
  }
  known.pages += 1;
  for (const field of rule.fields ?? []) {
    const key = JSON.stringify(field);
    const before = known.fields.get(key);
    if (before !== undefined) before.pages += 1;
    else if (known.fields.size < FIELDS_MAX) known.fields.set(key, { field, pages: 1 });
  }
}

/** Most pages first. */
function itemsOf({ read, pages, rules }: LayoutCounts): ItemRule[] {
  const often = rules.filter((one) => one.pages >= RULE_SHARE * read).sort((a, b) => b.pages - a.pages);
  return often.map(({ rule, pages: found, fields }) => ({
    ...{ selector: rule.selector, xpath: toXPath(rule.selector), support: Math.round((found / read) * pages) },
    ...{ precision: 0, recall: 0, stability: 0 },
    fields: fieldsOf(found, [...fields.values()]),
    ...(rule.withSiblings === true && { withSiblings: true }),
  }));
}

function fieldsOf(
  pages: number,
  fields: readonly { readonly field: FieldRule; readonly pages: number }[],
): FieldRule[] {
  const often = fields.filter((one) => one.pages >= FIELD_SHARE * pages).sort((a, b) => b.pages - a.pages);
  const names = [...new Set(often.map(({ field }) => field.name))];
  const rank = (name: string): number => COLUMN_NAMES.indexOf(name) + 1 || COLUMN_NAMES.length + 1;
  names.sort((a, b) => rank(a) - rank(b));
  return names.flatMap((name) =>
    often
      .map(({ field }) => field)
      .filter((field) => field.name === name)
      .slice(0, SAME_MAX),
  );
}

/**
 * Rows of a page, by rules for items that have fields. Call it right after `learn` or `label`. Empty if no layout
 * matches.
 *
 * @param options `url`: base URL of links; default: the id of the page, if it is a URL
 * @throws {RulesError} `SELECTOR_INVALID`, `RULES_INVALID`, `RULES_VERSION`
 * @throws {InputError} `INPUT_INVALID` if it is not a page
 * @throws {UsageError} `PAGE_STALE` after the next page
 * @throws {LimitError} `PAGE_TOO_COMPLEX` if the rows are too long for the size of the page
 */
export function rowsOf(page: Page, rules: SiteRules, options: { readonly url?: string } = {}): PageRow[] {
  contextOf(page);
  const { url = contextOf(page).address } = check.object('rowsOf', options, ['url']);
  const adapter = new PageTree(page);
  try {
    const { records, layout } = applyRules<PageNode, PageNode>(adapter.root, rules, {
      adapter,
      ...(url !== undefined && { url: check.string('url', url) }),
    });
    let left = contextOf(page).core.result(Layout.Page.BYTES) * CHARACTERS_PER_BYTE + CHARACTERS_MIN;
    return records.map(({ rule, values }, at) => {
      for (const value of Object.values(values)) left -= value.length;
      if (left < 0) throw new LimitError('PAGE_TOO_COMPLEX', 'the rows are too long together for a page of this size');
      return { position: at + 1, items: layout.items[rule]?.selector ?? '', fields: values };
    });
  } catch (error) {
    if (error instanceof RulesError && error.code === 'NO_LAYOUT') return [];
    throw error;
  }
}
