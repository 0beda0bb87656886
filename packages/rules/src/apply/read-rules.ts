/** Checks every member of rules; errors name the member. */
import { type LayoutRules, REGIONS, type Region, RULES_VERSION, RulesError, type SiteRules } from './rules.ts';
import { check, flag, list, number, object, or, text, WHOLE, whole } from './schema.ts';

const selector = check('a selector', (value): value is string => typeof value === 'string' && value.trim() !== '');
const region = check(`one of ${REGIONS.join(', ')}`, (value): value is Region => REGIONS.includes(value as Region));
const [count, share, note] = [or(whole, 0), or(number(0, 1), 0), or(text, undefined)];

/** A handwritten rule has no observations, so its figures are 0. */
const RULE = { selector, xpath: or(text, ''), support: count, precision: share, recall: share, stability: share, note };
const rules = or(list(object(RULE)), []);
const field = object({ name: selector, selector: or(selector, undefined), attribute: or(selector, undefined), note });
const items = or(list(object({ ...RULE, fields: or(list(field), undefined), withSiblings: or(flag, undefined) })), []);
const selectors = or(list(selector), []);

const LAYOUT = object({
  id: whole,
  pages: count,
  share,
  examples: or(list(text), []),
  has: selectors,
  hasNot: selectors,
  template: or(list(object({ region, ...RULE })), []),
  content: rules,
  main: rules,
  title: rules,
  date: rules,
  author: rules,
  items,
  note,
});

const SITE = object({
  $schema: or(text, undefined),
  version: whole,
  site: text,
  pages: count,
  layouts: list(LAYOUT),
  note,
});

/**
 * Parses and checks rules, as text or parsed JSON. Defaults of missing members: empty lists, figures of 0. Selectors
 * are checked when the rules are first applied.
 *
 * @throws {RulesError} `RULES_VERSION` for rules of another version; `RULES_INVALID` names the member
 */
export function readRules(json: unknown): SiteRules {
  try {
    const site = checkedRules(typeof json === 'string' ? JSON.parse(json) : json);
    known.set(site, site);
    if (typeof json === 'object') known.set(json as object, site);
    return site;
  } catch (cause) {
    if (cause instanceof RulesError) throw cause;
    throw new RulesError('RULES_INVALID', `the rules cannot be read: ${cause}`, { cause });
  }
}

const known = new WeakMap<object, SiteRules>();

/** `readRules`, called once for each object. */
export const rulesOf = (rules: SiteRules): SiteRules => known.get(rules) ?? readRules(rules);

function checkedRules(value: unknown): SiteRules {
  const version = (value as { version?: unknown } | null | undefined)?.version;
  if (Number.isSafeInteger(version) && version !== RULES_VERSION) {
    throw new RulesError('RULES_VERSION', `the rules have version ${version}, not ${RULES_VERSION}`);
  }
  const site = SITE(value, WHOLE) as SiteRules;
  checkIds(site.layouts);
  return site;
}

function checkIds(layouts: readonly LayoutRules[]): void {
  const seen = new Set<number>();
  for (const [index, { id }] of layouts.entries()) {
    if (seen.has(id)) throw new RulesError('RULES_INVALID', `layouts[${index}].id: another layout has the id ${id}`);
    seen.add(id);
  }
}
