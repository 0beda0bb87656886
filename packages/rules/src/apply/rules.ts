/** The only version of the format that is written and accepted. */
export const RULES_VERSION = 1;

/** Types of template regions. */
export const REGIONS = [
  ...(['navigation', 'header', 'footer', 'sidebar', 'related'] as const),
  ...(['comments', 'share', 'notice', 'template'] as const),
] as const;

/** The type of a template region by its names and position; `template` if these do not determine it. */
export type Region = (typeof REGIONS)[number];

/** A rule selects elements on pages of a layout. Its figures measure its reliability. */
export interface Rule {
  /** A CSS selector (Selectors Level 3, which every library supports). */
  readonly selector: string;
  /** The selector as an XPath 1.0 expression, relative to the document. */
  readonly xpath: string;
  /** Number of pages with a match, among the pages of the layout from which rules were made. */
  readonly support: number;
  /** On held-out pages: share of the selected text that is correct. */
  readonly precision: number;
  /** On held-out pages where the rule should match: share of pages where it matches. */
  readonly recall: number;
  /** Share of the last pages of the layout on which the selector matched as often as on earlier pages. */
  readonly stability: number;
  /** A user's remarks, because JSON has no comments. */
  readonly note?: string;
}

/** Selects a region of the template. */
export interface RegionRule extends Rule {
  readonly region: Region;
}

/**
 * A value of each item, which becomes a column. If several rules have the same name, the first that matches in an item
 * is used.
 */
export interface FieldRule {
  readonly name: string;
  /** A CSS selector below the item. Default: the item itself. */
  readonly selector?: string;
  /**
   * The attribute with the value. Default: `content` of `<meta>`, `datetime` of `<time>`, otherwise the text. URLs in
   * `href` and `src` are resolved.
   */
  readonly attribute?: string;
  readonly note?: string;
}

/** Selects the repeated items of a page. */
export interface ItemRule extends Rule {
  /** Values of each item; required for records. */
  readonly fields?: readonly FieldRule[];
  /** True if the siblings up to the next item are part of the item: `<dt>` and its `<dd>`, pairs of table rows. */
  readonly withSiblings?: boolean;
}

/** Rules of one layout. Elements of `template` are removed from those of `content` and `main`. */
export interface LayoutRules {
  /** The number in `page.layout`. */
  readonly id: number;
  /** Number of counted pages of the layout; their share of all counted pages of the site. */
  readonly pages: number;
  readonly share: number;
  /** Ids of some of its pages. */
  readonly examples: readonly string[];
  /** A page has the layout if it matches all selectors of `has` and none of `hasNot`. */
  readonly has: readonly string[];
  readonly hasNot: readonly string[];
  readonly template: readonly RegionRule[];
  /** Everything except template. */
  readonly content: readonly Rule[];
  readonly main: readonly Rule[];
  readonly title: readonly Rule[];
  readonly date: readonly Rule[];
  readonly author: readonly Rule[];
  /** Rules for posts of a thread or entries of a listing. */
  readonly items: readonly ItemRule[];
  readonly note?: string;
}

/** Rules of a site. */
export interface SiteRules {
  readonly version: typeof RULES_VERSION;
  readonly site: string;
  /** Number of counted pages. */
  readonly pages: number;
  /** In order of precedence: the first layout that matches a page is used. */
  readonly layouts: readonly LayoutRules[];
  readonly note?: string;
  /** URL of the JSON schema of rules, for editors. */
  readonly $schema?: string;
}

/** The attribute with the machine-readable value of an element; undefined if its text is its value. */
export function valueAttribute(name: string | undefined): 'content' | 'datetime' | undefined {
  if (name === 'meta') return 'content';
  return name === 'time' ? 'datetime' : undefined;
}

/** Members of a layout's rules that contain rules. */
export const PARTS = ['template', 'content', 'main', 'title', 'date', 'author', 'items'] as const;

/** A member of {@link PARTS}. */
export type Part = (typeof PARTS)[number];

/** Codes of {@link RulesError}. */
export type RulesCode =
  /** A member of the rules is missing, unknown or of the wrong type. The message names it. */
  | 'RULES_INVALID'
  /** The version of the rules is not supported. */
  | 'RULES_VERSION'
  /** A selector is invalid or unsupported. The message names the rule. */
  | 'SELECTOR_INVALID'
  /** The document has an unsupported type. */
  | 'DOCUMENT_INVALID'
  /** An option has a wrong value. */
  | 'OPTION_INVALID'
  /** A page matches none of the layouts. */
  | 'NO_LAYOUT'
  /** Too few pages were seen to make rules. The message states the required number. */
  | 'TOO_FEW_PAGES';

/** Rules cannot be made, read or applied. Not a `RefrainError`, because `@refrain/rules/apply` imports no package. */
export class RulesError extends Error {
  readonly code: RulesCode;

  constructor(code: RulesCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RulesError';
    this.code = code;
  }
}
