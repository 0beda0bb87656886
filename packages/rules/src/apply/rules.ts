/** The format of rules: plain data, the same as JSON. */

/** The version of the format that is written, and the only one that is read. */
export const RULES_VERSION = 1;

/** The names of regions. */
export const REGIONS = [
  ...(['navigation', 'header', 'footer', 'sidebar', 'related'] as const),
  ...(['comments', 'share', 'notice', 'template'] as const),
] as const;

/** What a region of the template is, as its names and its place say; `template` where they do not. */
export type Region = (typeof REGIONS)[number];

/** Elements of a layout's pages, and how far the selector can be trusted. */
export interface Rule {
  /** A CSS selector (Selectors Level 3, so that every library reads it). */
  readonly selector: string;
  /** The same as an expression of XPath 1.0, below the document. */
  readonly xpath: string;
  /** Pages of the layout on which the selector matched, of those that were read to make rules. */
  readonly support: number;
  /** Share of the text in the elements that is what the rule says, 0 to 1, on pages that the rule was not made from. */
  readonly precision: number;
  /** Share of the pages, of those that have what the rule says, on which it is found, 0 to 1, on the same pages. */
  readonly recall: number;
  /** Share of the last pages of the layout on which the selector matched as often as before, 0 to 1. */
  readonly stability: number;
  /** Remarks of persons: JSON has no comments. */
  readonly note?: string;
}

/** A region of the template. */
export interface RegionRule extends Rule {
  readonly region: Region;
}

/** A value of each item: a column of its rows. Of several rules with one name, the first that finds something in an item counts. */
export interface FieldRule {
  readonly name: string;
  /** A CSS selector below the item; without one, the item itself. */
  readonly selector?: string;
  /** Default: the text; of `<meta>` and `<time>` the value. Addresses in `href` and `src` are resolved. */
  readonly attribute?: string;
  readonly note?: string;
}

/** Things that a page has several of. */
export interface ItemRule extends Rule {
  /** What is read of each; without fields it makes no records. */
  readonly fields?: readonly FieldRule[];
  /** Whether the siblings after the element, up to the next item, are part of the item: `<dt>` and its `<dd>`, pairs of table rows. */
  readonly withSiblings?: boolean;
}

/** Rules of one layout. Elements of `template` are taken out of those of `content` and `main`. */
export interface LayoutRules {
  /** The layout's number, as in `page.layout`. */
  readonly id: number;
  /** Pages of the layout that were counted, and their share of the site's. */
  readonly pages: number;
  readonly share: number;
  /** Ids of some of its pages; the first is the one whose labels by hand would teach most. */
  readonly examples: readonly string[];
  /** A page is of the layout if each of the first selectors matches in it and none of the second. */
  readonly has: readonly string[];
  readonly hasNot: readonly string[];
  readonly template: readonly RegionRule[];
  /** What is not template. */
  readonly content: readonly Rule[];
  /** What the page is about. */
  readonly main: readonly Rule[];
  readonly title: readonly Rule[];
  readonly date: readonly Rule[];
  readonly author: readonly Rule[];
  /** Things that a page has several of: posts of a thread, entries of a listing. */
  readonly items: readonly ItemRule[];
  readonly note?: string;
}

/** Rules of a site. */
export interface SiteRules {
  readonly version: typeof RULES_VERSION;
  readonly site: string;
  /** Pages that were counted. */
  readonly pages: number;
  /** In the order in which they are tried: a page has the first layout that fits. */
  readonly layouts: readonly LayoutRules[];
  readonly note?: string;
  /** Where the schema of rules is, for editors. */
  readonly $schema?: string;
}

/** The attribute in which an element has its value for programs; undefined for one whose text is its value. */
export function valueAttribute(name: string | undefined): 'content' | 'datetime' | undefined {
  if (name === 'meta') return 'content';
  return name === 'time' ? 'datetime' : undefined;
}

/** Members of a layout's rules that have rules. */
export const PARTS = ['template', 'content', 'main', 'title', 'date', 'author', 'items'] as const;

/** What rules say of an element. */
export type Part = (typeof PARTS)[number];

/** Codes of the errors of rules. */
export type RulesCode =
  /** Rules are no rules: a member is missing, unknown or of the wrong type. The message names the member. */
  | 'RULES_INVALID'
  /** Rules have a version that this version does not read. */
  | 'RULES_VERSION'
  /** A selector cannot be read. The message names the rule. */
  | 'SELECTOR_INVALID'
  /** What rules are applied to is no document that is read here. */
  | 'DOCUMENT_INVALID'
  /** An option has a wrong value. */
  | 'OPTION_INVALID'
  /** A page has none of the layouts of the rules. */
  | 'NO_LAYOUT'
  /** Too few pages were seen to make rules. The message says how many are needed. */
  | 'TOO_FEW_PAGES';

/** Rules that cannot be made, read or applied. Not a `RefrainError`: `@refrain/rules/apply` imports nothing. */
export class RulesError extends Error {
  readonly code: RulesCode;

  constructor(code: RulesCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RulesError';
    this.code = code;
  }
}
