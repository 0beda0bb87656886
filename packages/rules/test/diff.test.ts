/** What changed from rules to later rules. */
import { diffRules, formatDiff, readRules, type SiteRules } from '@refrain/rules';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RULES } from './support/site.ts';

type Layout = SiteRules['layouts'][number];

/** The rules of the site with a change of one layout. */
const changed = (index: number, change: (layout: Layout) => object): SiteRules =>
  readRules({
    ...RULES,
    layouts: RULES.layouts.map((layout, at) => (at === index ? { ...layout, ...change(layout) } : layout)),
  });

test('the same rules have no changes', () => {
  assert.equal(diffRules(RULES, RULES), { site: 'gazette.example', changes: [] });
  assert.is(formatDiff(diffRules(RULES, RULES)), 'gazette.example: the template has not changed\n');
});

test('pairs layouts by their selectors, whatever their numbers', () => {
  const swapped = readRules({ ...RULES, layouts: RULES.layouts.map((layout) => ({ ...layout, id: 3 - layout.id })) });
  assert.equal(diffRules(RULES, swapped).changes, []);
  const one = readRules({ ...RULES, layouts: RULES.layouts.slice(0, 1) });
  assert.equal(diffRules(RULES, one).changes, [{ kind: 'layout-gone', layout: 2, share: 0 }]);
  assert.equal(diffRules(one, RULES).changes, [{ kind: 'layout-added', layout: 2, share: 0 }]);
});

test('distinguishes a region that moved from one that is gone and another that is new', () => {
  const now = changed(0, ({ template }) => ({
    template: [
      ...template.filter(({ region }) => region !== 'share' && region !== 'header'),
      { region: 'header', selector: '#head' },
      { region: 'notice', selector: '#cookies' },
    ],
  }));
  assert.equal(diffRules(RULES, now).changes, [
    { kind: 'moved', layout: 1, part: 'template', region: 'header', oldSelector: '#top', selector: '#head' },
    { kind: 'gone', layout: 1, part: 'template', region: 'share', selector: '.share' },
    { kind: 'added', layout: 1, part: 'template', region: 'notice', selector: '#cookies' },
  ]);
});

test('reports a region with another name, and a selector that is found less often', () => {
  const renamed = changed(0, ({ template }) => ({
    template: template.map((rule) => (rule.region === 'related' ? { ...rule, region: 'sidebar' } : rule)),
  }));
  assert.is(formatDiff(diffRules(RULES, renamed)), '~ layout 1, related is now sidebar: aside.more\n');
  const seen = (recall: number): SiteRules =>
    changed(1, ({ main }) => ({ main: main.map((rule) => ({ ...rule, support: 9, recall })) }));
  assert.equal(diffRules(seen(1), seen(0.9)).changes, []);
  assert.equal(diffRules(seen(1), seen(0.5)).changes, [
    { kind: 'weaker', layout: 2, part: 'main', selector: 'main', oldRecall: 1, recall: 0.5 },
  ]);
});

test('a site without layouts has lost them all', () => {
  const empty = readRules({ ...RULES, layouts: [] });
  assert.is(diffRules(RULES, empty).changes.length, 2);
  assert.equal(diffRules(empty, empty).changes, []);
});

test.run();
