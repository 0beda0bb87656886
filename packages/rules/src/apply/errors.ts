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
