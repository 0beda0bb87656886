/** Rules from JSON, as they are written or edited by hand. Every member is checked, and every error names its member. */
import { RulesError } from './errors.ts';
import { type LayoutRules, PARTS, REGIONS, RULES_VERSION, type SiteRules } from './rules.ts';

type Members = Readonly<Record<string, unknown>>;
/** Checks a value, and gives it. */
type Check = (value: unknown, path: string) => unknown;

interface Member {
  readonly check: Check;
  /** What stands for a member that is left out; without it, the member is required. `undefined`: nothing does. */
  readonly otherwise?: { readonly value: unknown };
}

const invalid = (path: string, expected: string, value: unknown): RulesError => {
  const given = value === undefined ? 'nothing' : (JSON.stringify(value)?.slice(0, 60) ?? typeof value);
  return new RulesError('RULES_INVALID', `${path} must be ${expected}, not ${given}`);
};

const check =
  (expected: string, isValid: (value: unknown) => boolean): Check =>
  (value, path) => {
    if (!isValid(value)) throw invalid(path, expected, value);
    return value;
  };

const text = check('a string', (value) => typeof value === 'string');
const selector = check('a selector', (value) => typeof value === 'string' && value.trim() !== '');
const count = check('a whole number from 0 on', (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const share = check('a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1);
const region = check(`one of ${REGIONS.join(', ')}`, (value) => REGIONS.includes(value as never));

const list =
  (item: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) throw invalid(path, 'a list', value);
    return value.map((each, index) => item(each, `${path}[${index}]`));
  };

const or = (checked: Check, value: unknown): Member => ({ check: checked, otherwise: { value } });
const must = (checked: Check): Member => ({ check: checked });

/** An object with these members alone: another one is mostly a typing error, and would do nothing without a word. */
const object =
  (members: Readonly<Record<string, Member>>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(path, 'an object', value);
    const below = (name: string): string => (path === 'the rules' ? name : `${path}.${name}`);
    const given = value as Members;
    for (const name of Object.keys(given)) {
      if (Object.hasOwn(members, name)) continue;
      const known = Object.keys(members).join(', ');
      throw new RulesError(
        'RULES_INVALID',
        `${below(name)} is not a member of rules; remarks go into "note" (${known})`,
      );
    }
    const read: Record<string, unknown> = {};
    for (const [name, { check: checked, otherwise }] of Object.entries(members)) {
      const isLeftOut = otherwise !== undefined && (!Object.hasOwn(given, name) || given[name] === undefined);
      const member = isLeftOut ? otherwise.value : checked(given[name], below(name));
      if (member !== undefined) read[name] = member;
    }
    return read;
  };

const note = or(text, undefined);

/** A rule that was written by hand has not been seen on any page, so its figures are 0. */
const RULE = {
  ...{ selector: must(selector), xpath: or(text, ''), support: or(count, 0), precision: or(share, 0) },
  ...{ recall: or(share, 0), stability: or(share, 0), note },
};
const rules = or(list(object(RULE)), []);
const selectors = or(list(selector), []);

const LAYOUT = {
  ...{ id: must(count), pages: or(count, 0), share: or(share, 0), examples: or(list(text), []) },
  ...{ has: selectors, hasNot: selectors },
  ...Object.fromEntries(PARTS.map((part) => [part, rules])),
  template: or(list(object({ region: must(region), ...RULE })), []),
  note,
};

const SITE = object({
  ...{ $schema: or(text, undefined), version: must(count), site: must(text), pages: or(count, 0) },
  ...{ layouts: must(list(object(LAYOUT))), note },
});

/**
 * Reads rules, as text or parsed, and checks them completely. Members that are left out are filled in: lists are empty,
 * figures are 0. The selectors are checked by the first document that they are applied to.
 *
 * @throws {RulesError} `RULES_VERSION` for rules of another version; `RULES_INVALID` names the member
 */
export function readRules(json: unknown): SiteRules {
  const value = typeof json === 'string' ? parse(json) : json;
  const version = (value as { version?: unknown } | null | undefined)?.version;
  if (Number.isSafeInteger(version) && version !== RULES_VERSION) {
    throw new RulesError(
      'RULES_VERSION',
      `the rules have version ${version}; this program reads version ${RULES_VERSION}`,
    );
  }
  const site = SITE(value, 'the rules') as SiteRules;
  checkIds(site.layouts);
  return site;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new RulesError('RULES_INVALID', `the rules are not JSON: ${(cause as Error).message}`, { cause });
  }
}

function checkIds(layouts: readonly LayoutRules[]): void {
  const seen = new Set<number>();
  for (const [index, { id }] of layouts.entries()) {
    if (seen.has(id)) throw new RulesError('RULES_INVALID', `layouts[${index}].id: another layout has the id ${id}`);
    seen.add(id);
  }
}
