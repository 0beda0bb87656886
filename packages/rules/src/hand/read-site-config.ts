import { readRules } from '../apply/read-rules.ts';
import { RulesError, type SiteRules } from '../apply/rules.ts';
import { fromXPath } from './from-xpath.ts';

const LINES_MAX = 2000;
const LAYOUTS_MAX = 64;
/** Maximum characters of a line in a note or message. */
const QUOTED_MAX = 120;

const NAMES = new Set(['title', 'author', 'date', 'body', 'strip', 'strip_id_or_class']);
/** Directives for features that refrain does not have: fetching, cleaning, tests. */
const OTHERS = new Set(
  (
    'test_url test_contains prune tidy parser autodetect_on_failure find_string replace_string http_header single_page_link ' +
    'single_page_link_in_feed next_page_link convert_double_br_tags strip_image_src strip_attr strip_comments wrap_in move_into ' +
    'dissolve footnotes native_ad_clue insert_detected_image skip_json_ld skip_id_or_class_filter src_lazy_load_attr if_page_contains ' +
    'requires_login login_uri login_username_field login_password_field login_extra_fields not_logged_in_xpath'
  ).split(' '),
);

interface Line {
  readonly name: string;
  readonly selector: string;
  readonly note: string;
}

/**
 * The rules of a site configuration of Full-Text RSS. Each `body` is a layout of the pages that match it, in the order
 * of the lines; pages without a match keep the verdicts of the model. The note of a rule is its line. Lines that cannot
 * be parsed are returned as problems with their numbers, from 1; the others apply.
 *
 * @param site name of the site
 * @throws {RulesError} `RULES_INVALID` if it is not text
 */
export function readSiteConfig(
  text: string,
  site: string,
): { rules: SiteRules; problems: { readonly line: number; readonly message: string }[] } {
  if (typeof text !== 'string') throw new RulesError('RULES_INVALID', 'a site configuration must be a string');
  const given = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const problems: ReturnType<typeof readSiteConfig>['problems'] = [];
  const lines: Line[] = [];
  for (const [index, content] of given.slice(0, LINES_MAX).entries()) {
    try {
      lines.push(...readLine(content.trim(), index + 1));
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      problems.push({ line: index + 1, message: error.message });
    }
  }
  if (given.length > LINES_MAX) problems.push({ line: LINES_MAX + 1, message: `only ${LINES_MAX} lines are read` });
  const bodies = lines.filter(({ name }) => name === 'body').length;
  if (bodies > LAYOUTS_MAX) problems.push({ line: given.length, message: `only ${LAYOUTS_MAX} bodies are read` });
  return { rules: readRules({ version: 1, site, layouts: layoutsOf(lines) }), problems };
}

function readLine(content: string, number: number): Line[] {
  if (content === '' || content.startsWith('#')) return [];
  const [, directive = '', value = ''] = /^([a-z_]+)(?:\(.*?\))?\s*:\s*(.*)$/i.exec(content) ?? [];
  const name = directive.toLowerCase();
  if (OTHERS.has(name)) return [];
  const shown = content.length > QUOTED_MAX ? `${content.slice(0, QUOTED_MAX)}…` : content;
  if (!NAMES.has(name)) throw new RulesError('RULES_INVALID', `${shown} does not begin with a known directive`);
  if (value === '') throw new RulesError('RULES_INVALID', `${shown} has no value`);
  try {
    return [
      {
        name: name.startsWith('strip') ? 'strip' : name,
        selector: selectorOf(name, value),
        note: `line ${number}: ${shown}`,
      },
    ];
  } catch (error) {
    throw new RulesError('RULES_INVALID', `${shown} ${(error as Error).message}`, { cause: error });
  }
}

function selectorOf(name: string, value: string): string {
  if (name === 'strip_id_or_class') {
    const text = value.replace(/["'\\]/g, '');
    return `[class*="${text}"], [id*="${text}"]`;
  }
  const isOfElements = name === 'body' || name === 'strip';
  if (isOfElements && /\/(text\(\)|@[\w:-]+)$/.test(value.trim()))
    throw new RulesError('SELECTOR_INVALID', 'selects texts or attributes, not elements');
  return fromXPath(value);
}

/** A layout for each `body`, and one for all other pages, which only removes template. */
function layoutsOf(lines: readonly Line[]): object[] {
  const rulesOf = (of: string) => lines.flatMap(({ name, ...rule }) => (name === of ? [rule] : []));
  const all = {
    template: rulesOf('strip').map((rule) => ({ region: 'template', ...rule })),
    ...{ title: rulesOf('title'), author: rulesOf('author'), date: rulesOf('date') },
  };
  const bodies = rulesOf('body').slice(0, LAYOUTS_MAX);
  return [...bodies.map((body) => ({ has: [body.selector], main: [body], ...all })), all].map((layout, at) => ({
    id: at + 1,
    ...layout,
  }));
}
