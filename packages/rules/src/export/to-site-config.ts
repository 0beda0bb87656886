import { readRules } from '../apply/read-rules.ts';
import type { LayoutRules, Rule, SiteRules } from '../apply/rules.ts';
import { asGroup, contentSelectors, toXPath, valuePaths, xpathOf } from './xpath.ts';

/** Maximum length of a line: PHP fails for longer expressions. */
const LINE_MAX = 4000;
const TEST_URLS = 3;

/**
 * The rules of a site as the text of `HOST.txt`, a site configuration of Full-Text RSS, which wallabag, graby and other
 * readers use. Readers do not distinguish layouts. So if there are several, each expression includes the conditions of
 * its layout. Readers remove the matches of each `strip`, then use the first `body` that matches.
 *
 * @throws {RulesError} `SELECTOR_INVALID` for a handwritten selector that has no XPath and cannot be converted;
 * `RULES_INVALID`, `RULES_VERSION`
 */
export function toSiteConfig(rules: SiteRules): string {
  const { site, layouts } = readRules(rules);
  const conditions = layouts.map((layout) => (layouts.length > 1 ? conditionOf(layout) : ''));
  const of = (write: (layout: LayoutRules, condition: string) => readonly string[]): string[] =>
    layouts.flatMap((layout, at) => write(layout, conditions[at] ?? ''));
  const values = (part: 'title' | 'author' | 'date') =>
    of((layout, condition) => layout[part].flatMap((rule) => valuesOf(rule, part, condition)));
  const lines = [
    ...named('title', values('title')),
    ...named('author', values('author')),
    ...named('date', values('date')),
    // For pages that meet none of the conditions.
    ...named('body', [
      ...of(bodiesOf),
      ...(conditions.includes('') ? [] : layouts.flatMap((layout) => bodiesOf(layout, ''))),
    ]),
    ...named(
      'strip',
      of((layout, condition) => stripsOf(layout, layouts, condition)),
    ),
    // Without this line, readers also remove what they consider clutter.
    'prune: no',
    'tidy: no',
    ...named('test_url', of(testUrls)),
  ];
  return `${[`# ${site.replace(/[\s\p{C}]+/gu, ' ').slice(0, 200)}: made by refrain`, ...lines].join('\n')}\n`;
}

/** Each line once. Values with a line break are omitted. */
const named = (name: string, values: readonly string[]): string[] =>
  [...new Set(values)]
    .filter((value) => !/[\p{Cc}\u2028\u2029]/u.test(value) && value.length <= LINE_MAX)
    .map((value) => `${name}: ${value}`);

/** The conditions of a layout, as a predicate after an expression. */
function conditionOf({ has, hasNot }: LayoutRules): string {
  const inPage = (selector: string): string =>
    toXPath(selector)
      .split(' | ')
      .map((path) => `.${path}`)
      .join(' | ');
  const conditions = [
    ...has.map((selector) => `[${inPage(selector)}]`),
    ...hasNot.map((selector) => `[not(${inPage(selector)})]`),
  ];
  return conditions.length === 0 ? '' : `[/html${conditions.join('')}]`;
}

const onPages = (path: string, condition: string): string => (condition === '' ? path : asGroup(path) + condition);

const valuesOf = (rule: Rule, part: 'title' | 'author' | 'date', condition: string): string[] =>
  valuePaths(rule, part).map(({ path, attribute }) => {
    const element = onPages(path, condition);
    return attribute === undefined ? element : `${asGroup(element)}/@${attribute}`;
  });

const bodiesOf = ({ main, content }: LayoutRules, condition: string): string[] =>
  [main, content]
    .filter((rules) => rules.length > 0)
    .map((rules) => rules.map((rule) => onPages(xpathOf(rule), condition)).join(' | '));

/**
 * Template to remove. A layout without conditions applies to all other pages. No condition can express this, so its
 * template rules keep content of other layouts. Elements that occur in conditions are kept too, without their contents.
 */
function stripsOf(layout: LayoutRules, layouts: readonly LayoutRules[], condition: string): string[] {
  const others = layouts.filter((other) => other !== layout);
  const contents = new Set(others.flatMap(contentSelectors));
  const conditions = new Set(layouts.length > 1 ? layouts.flatMap(({ has, hasNot }) => [...has, ...hasNot]) : []);
  return layout.template
    .filter((rule) => condition !== '' || !contents.has(rule.selector.trim()))
    .map((rule) => {
      const isEverywhere = others.every(({ template }) => template.some((each) => each.selector === rule.selector));
      const path = onPages(xpathOf(rule), isEverywhere ? '' : condition);
      return conditions.has(rule.selector) ? `${asGroup(path)}/node()` : path;
    });
}

const testUrls = ({ examples }: LayoutRules): string[] =>
  examples.filter((id) => /^https?:\/\/\S+$/i.test(id)).slice(0, TEST_URLS);
