/** With malicious pages and ids, and wrong values, each public function throws a typed error or succeeds. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  PageRules,
  RulesError,
  readRules,
  readSiteConfig,
  rowsOf,
  SiteRows,
  type SiteRules,
  SiteTemplate,
  TemplateTexts,
  toFilterList,
  toScraperConfig,
  toSiteConfig,
  toXPath,
} from '@refrain/rules';
import { applyRules, domhandlerAdapter, layoutOf } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { Detector, RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Calls, testWrongValues } from '../../../test/support/wrong-values.ts';
import { pageOf } from './support.ts';

const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

const story = (number: number): string =>
  Array.from({ length: 30 }, (_, at) => `<p>Sentence ${at} of story ${number}, word${number * 31 + at}.</p>`).join('');

/** Rules of a site whose articles have these element names, like its menu, header and footer. */
async function rulesOf(article: string, menu: string): Promise<SiteRules> {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  for (let number = 1; number <= 24; number += 1) {
    const page = pageOf(number)
      .replace(/<div class="content"><article [^>]*>/, `<${article}>`)
      .replace('</article></div>', `</${article}>`)
      // Without byline and box, the whole article is main content, so its element is the selector.
      .replace(/<div class="newsletter">.*?<\/div>|<time.*<\/span>/g, '')
      .replaceAll(/<(header|nav|footer)[^>]*>/g, `<${menu} class=m>`)
      .replaceAll(/<\/(header|nav|footer)>/g, `</${menu}>`);
    template.observe(detector.learn(page), `${number}.html`);
  }
  return template.rules('river.example');
}

const TAGS = [
  'x-y',
  'x:y',
  'x.y',
  'x"y',
  "x'y",
  'x{}',
  'x,y',
  'x(y',
  'x:not(p)',
  'x\\y',
  'x[y]',
  'x\u00e9',
  'x*',
  'x#y',
  'x+y~z',
];

test('makes rules of sites with elements of any name', async () => {
  for (const tag of TAGS) {
    const rules = await rulesOf(tag, 'nav');
    const page = parseDocument(`<body><nav class=m>Home</nav><${tag}><p>A story</p></${tag}><p>x</p></body>`);
    assert.is(applyRules<AnyNode>(page, rules, { adapter }).text('main'), 'A story', tag);
  }
});

test('names the regions of elements that are named like properties of objects', async () => {
  for (const tag of ['constructor', 'valueof']) {
    const rules = await rulesOf('article', tag);
    assert.equal(readRules(JSON.stringify(rules)), rules);
    assert.is(rules.layouts[0]?.template.find(({ selector }) => selector === '.m')?.region, 'template');
  }
});

/** Limits CPU seconds; quadratic work takes minutes. */
function isFast(run: () => void): void {
  const begun = process.cpuUsage();
  run();
  const { user } = process.cpuUsage(begun);
  assert.ok(user < 10_000_000, `${user / 1e6} s`);
}

const rules = readRules({
  version: 1,
  site: 'a',
  layouts: [{ id: 1, template: [{ region: 'navigation', selector: '.m' }], author: [{ selector: '.a' }] }],
});

test('removes many siblings from a document in linear time', () => {
  const page = parseDocument(`<body>${'<p class=m>x</p><p>y</p>'.repeat(25_000)}</body>`);
  isFast(() => {
    const applied = applyRules<AnyNode>(page, rules, { adapter });
    assert.is(applied.removeTemplate(), 25_000);
    assert.is(applied.text().length, 49_999);
  });
});

test('the text of nested elements of a field occurs once', () => {
  const page = parseDocument(`<body>${'<b class=a>Ann '.repeat(20_000)}`);
  isFast(() => assert.is(applyRules<AnyNode>(page, rules, { adapter }).text('author').length, 79_999));
});

/** Rules whose items are list items with the URLs of their links and pictures. */
const LINK_RULES: SiteRules = readRules({
  ...{ version: 1, site: 'a' },
  layouts: [
    {
      id: 1,
      items: [
        {
          selector: 'li',
          fields: [
            { name: 'link', selector: 'a', attribute: 'href' },
            { name: 'image', selector: 'img', attribute: 'src' },
          ],
        },
      ],
    },
  ],
});

test('a base that is too long is ignored, and a long one does not make rows longer than 64 times the page', async () => {
  const detector = await Detector.create({ seed: 1 });
  const rows = (path: string, count: number): number => {
    const list = '<li><a href=x>a</a><img src=y>'.repeat(count);
    const found = rowsOf(detector.label(`<base href="https://a.example/${path}/"><ul>${list}`), LINK_RULES);
    assert.is(found.length, count);
    return JSON.stringify(found).length / (list.length + path.length);
  };
  for (const path of ['b'.repeat(1900), 'b'.repeat(2000), 'b'.repeat(500_000)])
    assert.ok(rows(path, 10_000) < 64, `${path.length}`);
  assert.ok(rows('b'.repeat(1900), 10) > 5);
});

test('an attribute with the name of a member of every object has no value', () => {
  const item = { selector: 'li', fields: [{ name: 'a', attribute: 'constructor' }, { name: 'a' }] };
  const rules = readRules({ version: 1, site: 'a', layouts: [{ id: 1, items: [item] }] });
  const found = applyRules<AnyNode>(parseDocument('<ul><li>One</ul>'), rules, { adapter }).records;
  assert.equal(
    found.map(({ values }) => values),
    [{ a: 'One' }],
  );
});

test('copies of a long tag are read once, and those of a shorter one do not make rows too long', async () => {
  const detector = await Detector.create({ seed: 1 });
  const page = (length: number): string => `<ul><li><a href="${'x'.repeat(length)}">a${'<li>a'.repeat(50_000)}`;
  isFast(() => assert.is(rowsOf(detector.label(page(500_000)), LINK_RULES).length, 1));
  assert.throws(
    () => rowsOf(detector.label(page(500)), LINK_RULES),
    (error: unknown) => error instanceof RefrainError && error.code === 'PAGE_TOO_COMPLEX',
  );
});

test('reads ids of many folders in linear time', async () => {
  const detector = await Detector.create({ seed: 1 });
  const template = new SiteTemplate();
  const id = `https://river.example/${'a/'.repeat(200_000)}`;
  const pages = Array.from({ length: 3 }, (_, number) => `${id}${number}`);
  isFast(() => {
    for (const [at, page] of pages.entries()) template.observe(detector.learn(story(at)), page);
  });
});

test('texts of a template do not keep the text of their blocks in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const detector = await Detector.create({ seed: 1, evidence: 'repetition' });
  let texts: TemplateTexts | undefined = new TemplateTexts();
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const block = (at: number): string => `<p>${`Licence ${at} of the site. `.repeat(50_000)}</p>`;
  const html = new TextEncoder().encode(Array.from({ length: 8 }, (_, at) => block(at)).join(''));
  for (let page = 0; page < 6; page += 1) texts.observe(detector.learn(html));
  // The last page keeps its texts in memory until another page is learned.
  detector.learn('<p>The end');
  assert.is(texts.records()[0]?.blocks.length, 8);
  const held = heap();
  texts = undefined;
  const freed = held - heap();
  // The texts of the blocks have 10 MB.
  assert.ok(freed < 6_000_000, `${freed / 1e6} MB`);
});

// ── Every public function, with values of every wrong kind ──

const detector = await Detector.create();
const HTML = '<title>t</title><p>one<p>two';
const RULES: SiteRules = readRules('{"version":1,"site":"a","layouts":[{"id":1,"main":[{"selector":"main"}]}]}');

const CALLS: Calls = {
  readRules: [(...values) => readRules(...(values as unknown as [never])), [RULES]],
  toFilterList: [(...values) => toFilterList(...(values as unknown as [never])), [RULES, {}]],
  toScraperConfig: [(...values) => toScraperConfig(...(values as unknown as [never])), [RULES]],
  toSiteConfig: [(...values) => toSiteConfig(...(values as unknown as [never])), [RULES]],
  readSiteConfig: [(...values) => readSiteConfig(...(values as unknown as [never, never])), ['body: //a', 'a']],
  PageRules: [(...values) => new PageRules(...(values as unknown as [never])), [RULES]],
  'PageRules.apply': [
    (...values) => new PageRules(RULES).apply(...(values as unknown as [never])),
    [detector.label(HTML)],
  ],
  applyRules: [
    (...values) => applyRules(...(values as unknown as [never, never])),
    [parseHTML(HTML).document, RULES, {}],
  ],
  'layout of applyRules': [(layout) => applyRules(parseHTML(HTML).document, RULES, { layout }), [1]],
  'url of applyRules': [(url) => applyRules(parseHTML(HTML).document, RULES, { url }), ['https://a.example/']],
  'adapter of applyRules': [(adapter) => applyRules(parseHTML(HTML).document, RULES, { adapter }), [undefined]],
  layoutOf: [(...values) => layoutOf(...(values as unknown as [never, never])), [parseHTML(HTML).document, RULES, {}]],
  toXPath: [(...values) => toXPath(...(values as unknown as [never])), ['main']],
  rowsOf: [(...values) => rowsOf(...(values as unknown as [never, never, never])), [detector.label(HTML), RULES, {}]],
  'SiteRows.observe': [
    (...values) => new SiteRows().observe(...(values as unknown as [never])),
    [detector.label(HTML)],
  ],
  'SiteRows.rules': [(...values) => new SiteRows().rules(...(values as unknown as [never])), [RULES]],
  SiteTemplate: [(...values) => new SiteTemplate(...(values as unknown as [never])), [{}]],
  'site of SiteTemplate': [(site) => new SiteTemplate({ site }), ['a']],
  'SiteTemplate.observe': [
    (...values) => new SiteTemplate().observe(...(values as unknown as [never])),
    [detector.label(HTML), 'x'],
  ],
  'SiteTemplate.rules': [(...values) => new SiteTemplate().rules(...(values as unknown as [never])), ['a']],
  'SiteTemplate.load': [
    (...values) => SiteTemplate.load(...(values as unknown as [never])),
    [new SiteTemplate().save(), {}],
  ],
  'TemplateTexts.observe': [
    (...values) => new TemplateTexts().observe(...(values as unknown as [never])),
    [detector.label(HTML)],
  ],
};

testWrongValues(CALLS, (error) => error instanceof RefrainError || error instanceof RulesError);

test.run();
