/** Rules as filter lists and as configurations of scrapers. */
import { readRules, toFilterList, toScraperConfig } from '@refrain/rules';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isError } from './support/errors.ts';
import { RULES } from './support/site.ts';

test('writes a filter list with a line for each selector of the template', () => {
  assert.is(
    toFilterList(RULES),
    `[Adblock Plus 2.0]
! Title: Template of gazette.example
! Description: navigation, headers, footers and other parts that repeat on the pages of the site
! header
gazette.example###top
! navigation
gazette.example##nav.menu
! footer
gazette.example##footer
gazette.example##body > footer
! share
gazette.example##.share
! related
gazette.example##aside.more
! template
gazette.example##.reply
`,
  );
});

const withTemplate = (template: readonly object[], site = 'a.example', main: readonly object[] = []) =>
  readRules({ version: 1, site, layouts: [{ id: 1, template, main }] });

test('leaves out of a filter list what is not sure, or content elsewhere, or not one line', () => {
  const rules = withTemplate(
    [
      { region: 'header', selector: 'header', support: 9, precision: 0.95 },
      { region: 'header', selector: '.unsure', support: 9, precision: 0.5 },
      { region: 'notice', selector: '.post' },
      { region: 'notice', selector: 'a\n! b' },
      { region: 'notice', selector: 'a { color: red }' },
    ],
    'https://www.a.example:8080/news',
    [{ selector: '.post' }],
  );
  const lines = toFilterList(rules).split('\n').slice(3, -1);
  assert.equal(lines, ['! header', 'a.example##header']);
  assert.ok(toFilterList(rules, { minPrecision: 0.4 }).includes('a.example##.unsure\n'));
});

test('keeps a site name from writing lines of its own', () => {
  const lines = toFilterList(withTemplate([{ region: 'header', selector: 'b' }], 'a\n##body,c')).split('\n');
  assert.is(lines[1], '! Title: Template of a ##body,c');
  assert.equal(lines.slice(3), ['! header', 'a##b', '']);
});

test('writes the configuration of a scraper, with XPath', () => {
  const { site, layouts } = toScraperConfig(RULES);
  assert.is(site, 'gazette.example');
  assert.equal(layouts[1], {
    id: 2,
    has: { css: ['main'], xpath: ['//main'] },
    hasNot: { css: ['article'], xpath: ['//article'] },
    remove: {
      css: ['#top', 'body > footer', '.reply'],
      xpath: [
        ...['//*[@id="top"]', '//body/footer'],
        '//*[contains(concat(" ", normalize-space(@class), " "), " reply ")]',
      ],
    },
    fields: {
      main: { css: ['main'], xpath: ['//main'] },
      title: { css: ['h1'], xpath: ['//h1'] },
      author: {
        css: ['.byline', 'meta[name="author"]'],
        xpath: ['//*[contains(concat(" ", normalize-space(@class), " "), " byline ")]', '//meta[@name="author"]'],
      },
      items: { css: ['.post'], xpath: ['//*[contains(concat(" ", normalize-space(@class), " "), " post ")]'] },
    },
  });
});

test('keeps the XPath that rules have, and names a selector that has none', () => {
  const [layout] = toScraperConfig(withTemplate([{ region: 'header', selector: 'a:hover', xpath: '//a[1]' }])).layouts;
  assert.equal(layout?.remove.xpath, ['//a[1]']);
  assert.throws(
    () => toScraperConfig(withTemplate([{ region: 'header', selector: 'a:hover' }])),
    isError('SELECTOR_INVALID', 'a:hover'),
  );
});

test.run();
