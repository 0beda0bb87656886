/** Converts a site configuration of Full-Text RSS, handwritten or by `toSiteConfig`, to rules. */
import { readRules } from '../apply/read.ts';
import { RulesError, type SiteRules } from '../apply/rules.ts';
import { type FoundByXPath, fromXPath } from './from-xpath.ts';

/** Maximum number of lines, and of layouts. */
const LINES_MAX = 2000;
const LAYOUTS_MAX = 64;
/** Maximum characters of a line quoted in a note or message. */
const QUOTED_MAX = 120;

const VALUES = ['title', 'author', 'date'] as const;
/** Directives for features that refrain does not have: fetching, cleaning, tests. */
const OTHERS = new Set(
  (
    'test_url test_contains prune tidy parser autodetect_on_failure find_string replace_string http_header single_page_link ' +
    'single_page_link_in_feed next_page_link convert_double_br_tags strip_image_src strip_attr strip_comments wrap_in move_into ' +
    'dissolve footnotes native_ad_clue insert_detected_image skip_json_ld skip_id_or_class_filter src_lazy_load_attr if_page_contains ' +
    'requires_login login_uri login_username_field login_password_field login_extra_fields not_logged_in_xpath'
  ).split(' '),
);

type Name = (typeof VALUES)[number] | 'body' | 'strip';

interface Line extends FoundByXPath {
  readonly name: Name;
  readonly note: string;
}

/**
 * The rules of a site configuration. Each `body` is a layout of the pages that match it, in the order of the lines;
 * pages without a match keep the verdicts of the model. The note of a rule is its line. A line that cannot be parsed is
 * a problem with its number, from 1; the others apply.
 *
 * @param site name of the site
 * @throws {RulesError} `RULES_INVALID` if it is not text
 */
export function readSiteConfig(
  text: string,
  site: string,
): { rules: SiteRules; problems: { readonly line: number; readonly message: string }[] } {
  if (typeof text !== 'string') throw new RulesError('RULES_INVALID', 'a site configuration must be a string');
  const problems: ReturnType<typeof readSiteConfig>['problems'] = [];
  const lines: Line[] = [];
  const seen = new Map<string, number>();
  const layouts = new Set<string>();
  for (const [index, given] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const line = index + 1;
    const problem = (message: string): void => void problems.push({ line, message });
    if (line > LINES_MAX) {
      problem(`only ${LINES_MAX} lines are read`);
      break;
    }
    const content = given.trim();
    if (content === '' || content.startsWith('#')) continue;
    const [, directive = '', value = ''] = /^([a-z_]+)(?:\(.*?\))?\s*:\s*(.*)$/i.exec(content) ?? [];
    const name = directive.toLowerCase();
    const before = seen.get(`${directive}:${value}`);
    if (name === '') problem(`is no directive: ${shortened(content)}`);
    else if (OTHERS.has(name)) continue;
    else if (value === '') problem(`${name} has no value`);
    else if (before !== undefined) problem(`${name}: the same stands in line ${before}`);
    else {
      seen.set(`${directive}:${value}`, line);
      try {
        const found = foundBy(name, value);
        const layout = name === 'body' ? value : found && conditionOf(found);
        if (found === undefined || layout === undefined) problem(`${name} is no directive that is known`);
        else if (layouts.size >= LAYOUTS_MAX && !layouts.has(layout))
          problem(`only ${LAYOUTS_MAX} bodies and conditions are read`);
        else {
          layouts.add(layout);
          lines.push({ ...found, note: `line ${line}: ${name}: ${shortened(value)}` });
        }
      } catch (error) {
        problem(`${name}: ${shortened(value)} ${(error as Error).message}`);
      }
    }
  }
  return { rules: readRules({ version: 1, site, layouts: layoutsOf(lines) }), problems };
}

const shortened = (text: string): string => (text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text);

function foundBy(name: string, value: string): (FoundByXPath & { name: Name }) | undefined {
  if (name === 'strip_id_or_class') {
    const text = value.replace(/["']/g, '');
    if (text === '' || /[\\\n]/.test(text)) throw new RulesError('SELECTOR_INVALID', 'is no id or class');
    return { name: 'strip', selector: `[class*="${text}"], [id*="${text}"]`, has: [], hasNot: [] };
  }
  const known = [...VALUES, 'body', 'strip'].find((each) => each === name) as Name | undefined;
  if (known === undefined) return undefined;
  if ((known === 'strip' || known === 'body') && /\/(text\(\)|@[\w:-]+)$/.test(value.trim()))
    throw new RulesError('SELECTOR_INVALID', 'takes no elements, but texts or attributes');
  return { ...fromXPath(value), name: known };
}

const conditionOf = ({ has, hasNot }: Pick<FoundByXPath, 'has' | 'hasNot'>): string => JSON.stringify([has, hasNot]);

/** A layout for each `body`, and one for pages without any of them, which only removes template. */
function layoutsOf(lines: readonly Line[]): object[] {
  const bodies = lines.filter(({ name }) => name === 'body');
  const none = { has: [], hasNot: [] };
  const keys = new Set(bodies.map(conditionOf));
  const alone = lines.filter((line) => line.name !== 'body' && !keys.has(conditionOf(line)));
  const conditions = new Map(alone.map((line) => [conditionOf(line), line]));
  conditions.delete(conditionOf(none));
  const rule = ({ selector, note }: Line): object => ({ selector, note });
  const layout = (of: Pick<FoundByXPath, 'has' | 'hasNot'>, body?: Line): object => {
    const key = conditionOf(of);
    const hold = lines.filter((line) => line.has.length + line.hasNot.length === 0 || conditionOf(line) === key);
    const named = (name: Name): object[] => hold.filter((line) => line.name === name).map(rule);
    return {
      has: [...of.has, ...(body === undefined ? [] : [body.selector])],
      hasNot: of.hasNot,
      template: named('strip').map((each) => ({ region: 'template', ...each })),
      main: body === undefined ? [] : [rule(body)],
      ...Object.fromEntries(VALUES.map((name) => [name, named(name)])),
    };
  };
  return [
    ...bodies.map((body) => layout(body, body)),
    ...[...conditions.values()].map((line) => layout(line)),
    layout(none),
  ].map((each, id) => ({ id: id + 1, ...each }));
}
