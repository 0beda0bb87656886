/** Handwritten rules: site configurations, and their decisions on pages. */
import { PageRules, readRules, readSiteConfig } from '@refrain/rules';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** The selector of a line, or its problem. */
function read(line: string): string | undefined {
  const { rules, problems } = readSiteConfig(line, 'a');
  const [layout] = rules.layouts;
  const rule = [
    ...(layout?.main ?? []),
    ...(layout?.template ?? []),
    ...(layout?.title ?? []),
    ...(layout?.date ?? []),
  ];
  return problems[0]?.message ?? rule[0]?.selector;
}

const WRITTEN: readonly [line: string, selector: string][] = [
  ["body: //div[@id = 'content']", 'div[id="content"]'],
  ["strip://div[contains(@class, 'share')]", 'div[class*="share"]'],
  ["strip: //*[contains(concat(' ',normalize-space(@class),' '),' toc ')]", '[class~="toc"]'],
  ['body: //main/article[1]', 'main > article:nth-of-type(1)'],
  ['body: //body/blockquote/*', 'body > blockquote > *'],
  ['title: //meta[@property="og:title"]/@content', 'meta[property="og:title"]'],
  ["date: //p[@class='when']/time/@datetime", 'p[class="when"] > time'],
  ["body: //div[@id='a' or @id='b'] | //article", 'div[id="a"], div[id="b"], article'],
  [
    "strip: //a[@href and not(@rel='author' or starts-with(@href, '/'))]",
    'a[href]:not([rel="author"]):not([href^="/"])',
  ],
  ['strip: //ul/li[last()]', 'ul > li:last-of-type'],
  ['strip: //svg:a', 'svg\\:a'],
  ['strip: /html/body/*[2]', 'html > body > :nth-child(2)'],
  ['strip: //p[@title="say \'it\' \\"]', 'p[title="say \'it\' \\\\"]'],
  ['strip_id_or_class: promo', '[class*="promo"], [id*="promo"]'],
  ['strip: //p[contains(concat(" ", @class, " "), " ad ")]', 'p[class~="ad"]'],
];

for (const [line, selector] of WRITTEN) {
  test(`reads ${line}`, () => {
    assert.is(read(line), selector);
  });
}

const UNKNOWN: readonly [line: string, message: string][] = [
  ["body: (//div[@class='a'])[1]", "has no equivalent selector from (//div[@class='a'])[1] on"],
  ["strip: //p[contains(text(), 'Advert')]", "from contains(text(), 'Advert')] on"],
  ['strip: //h2/following-sibling::p', 'from /following-sibling::p on'],
  ['strip: //div[.//script]', 'from .//script] on'],
  ["strip: //div[@class='a'][2]", 'from 2] on'],
  ['strip: //p[position() > 2]', 'from position() > 2] on'],
  ["body: //div[@id='a'", 'ends too early'],
  ["body: //div[@id='a", "from ='a on"],
  ['body: div', 'from div on'],
  ['body: /div', 'does not begin with // or /html'],
  ['strip: //a/@href', 'selects texts or attributes, not elements'],
  ['title: //a/@title', 'from /@title on'],
  ['titel: //h1', 'does not begin with a known directive'],
  ['//h1', 'does not begin with a known directive'],
  ['body:', 'has no value'],
  [`body: //a${'[@b or @c]'.repeat(20)}`, 'needs more than 64 selectors'],
  [`body: //a[${'('.repeat(99)}@b${')'.repeat(99)}]`, 'is nested deeper than 16'],
  [`body: //a[@b='${'x'.repeat(5000)}']`, 'is longer than 4000 characters'],
];

for (const [line, message] of UNKNOWN) {
  test(`reports the part of ${line.slice(0, 60)} that it cannot read`, () => {
    assert.ok(read(line)?.endsWith(message), read(line));
  });
}

test('bounds the layouts of a file', () => {
  const bodies = Array.from({ length: 70 }, (_, at) => `body: //div[@id='a${at}']`);
  const { rules, problems } = readSiteConfig(['strip: //a', ...bodies, 'strip: //b'].join('\n'), 'a');
  assert.equal([rules.layouts.length, rules.layouts[0]?.template.length], [65, 2]);
  assert.equal(problems, [{ line: 72, message: 'only 64 bodies are read' }]);
});

test('ignores directives for fetching and tests', () => {
  const text = '# body: //a\r\nprune: no\nhttp_header(user-agent): x: y\nreplace_string(<a>): <b>\nstrip: //b\n';
  const { rules, problems } = readSiteConfig(text, 'a');
  assert.equal(problems, []);
  assert.equal(rules.layouts[0]?.template[0]?.note, 'line 5: strip: //b');
});

const WORDS =
  'The ferry runs again since Monday, and the council has said that it will run until the end of the year. ';
const page = (number: number): string => `<html><body><div id=menu>Home News Tides Harbour</div>
<div id=story class="text wide"><h1>Page ${number}</h1><p>${`Day ${number}. `}${WORDS.repeat(3)}</p><div class=note><p>Letters: ${WORDS}</p></div></div>
<div class=footer>Harbour Gazette, 3 Quay Street. ${'All rights are reserved by the gazette and its friends. '.repeat(6)}</div></body></html>`;

/** Applies rules to five pages; returns the texts and the misses. */
async function applied(rules: object) {
  const hand = new PageRules(readRules({ version: 1, site: 'a', ...rules }));
  const detector = await Detector.create({ seed: 1 });
  const texts: { main: string; content: string; own: string }[] = [];
  for (let number = 1; number <= 5; number += 1) {
    const learned = detector.learn(page(number), { id: `${number}` });
    const own = learned.text('main');
    hand.apply(learned);
    texts.push({ main: learned.text('main'), content: learned.text('content'), own });
  }
  detector.dispose();
  return { texts, misses: hand.misses() };
}

const rule = (selector: string, more: object = {}) => ({ selector, region: 'template', ...more });
const layout = (parts: object) => ({ layouts: [{ id: 1, ...parts }] });

test('manual rules exclude and include blocks against the model', async () => {
  const { texts, misses } = await applied({
    layouts: [{ id: 1, template: [rule('.note')], main: [{ selector: '#story' }, { selector: 'body > #menu' }] }],
  });
  assert.equal(misses, []);
  for (const { main, content } of texts) {
    assert.match(main, /Tides Harbour[\s\S]*The ferry runs/);
    assert.not.match(main, /Letters|Quay Street/);
    assert.not.match(content, /Letters/);
  }
});

test('decides title, author and date by the first rules that match', async () => {
  const text = `title: //h3\ntitle: //h1\nauthor: //meta[@name='author']/@content\ndate: //time/@datetime\ndate: //p`;
  const hand = new PageRules(readSiteConfig(text, 'a').rules);
  const detector = await Detector.create({ seed: 1 });
  const html = `<meta name=author content=" Ann  Lee"><h1>Ferry <i>is</i><script>x</script> back</h1><p>By <time datetime="2026-04-02">Thursday</time>`;
  const decided = (text: string) => {
    const page = detector.learn(text);
    hand.apply(page);
    assert.is(page.title, page.document().title);
    return page.metadata();
  };
  const { title, authors, published } = decided(html);
  assert.equal([title, authors, published], ['Ferry is back', ['Ann Lee'], '2026-04-02']);
  assert.is(decided(`<h1>${'a '.repeat(5000)}`).title, 'a '.repeat(500));
  detector.dispose();
});

test('manually selected content is the only content', async () => {
  const { texts } = await applied(layout({ content: [{ selector: '.note' }] }));
  for (const { content } of texts) assert.match(content, /^Letters: [^\n]*$/);
});

for (const [name, rules, problem, pages] of [
  ['takes the whole page out', layout({ template: [rule('body')] }), 'wide', 5],
  ['takes the page out with others', layout({ template: [rule('h1'), rule('#story > p'), rule('.note')] }), 'wide', 5],
  ['keeps the whole page', layout({ main: [{ selector: 'html' }] }), 'wide', undefined],
  ['keeps hardly anything', layout({ main: [{ selector: 'h1' }] }), 'narrow', 5],
  ['matches nothing', layout({ main: [{ selector: '#article' }] }), 'nothing', 5],
  ['asks for what no page has', layout({ has: ['.shop'], main: [{ selector: '.shop' }] }), 'nothing', 5],
  ['has no selector that is known', layout({ template: [rule('a:hover')] }), 'unreadable', 0],
] as const) {
  test(`reports a rule that ${name}, and does not change the page`, async () => {
    const { texts, misses } = await applied(rules);
    assert.is(misses[0]?.problem, problem, JSON.stringify(misses));
    if (pages !== undefined) assert.is(misses[0]?.pages, pages);
    for (const { main, own } of texts.slice(-1)) assert.is(main, own);
  });
}

test('takes linear time for a hostile page', async () => {
  const text = `${Array.from({ length: 60 }, (_, at) => `strip: //div[@class='a${at}' or @id='b']//p[${at + 1}]//b`).join('\n')}\nbody: //i/i/i/i/i/i`;
  const { rules, problems } = readSiteConfig(text, 'a');
  assert.equal(problems, []);
  const hand = new PageRules(rules);
  const detector = await Detector.create({ seed: 1 });
  const timeOf = (elements: number): number => {
    const html = '<div class=a1><p>x<b>'.repeat(elements / 3) + '<i>'.repeat(400);
    const learned = detector.learn(html);
    const begun = performance.now();
    hand.apply(learned);
    return performance.now() - begun;
  };
  timeOf(1000);
  const [small, large] = [Math.min(timeOf(1000), timeOf(1000)), Math.min(timeOf(10_000), timeOf(10_000))];
  assert.ok(large < 40 * small, `${small} ms, ${large} ms for ten times the elements`);
  detector.dispose();
});

test.run();
