/** `applyRules` on the trees of two libraries; test/web runs it in a browser. */

import { rowsOf, SiteRows } from '@refrain/rules';
import { applyRules, domhandlerAdapter, layoutOf, readRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ARTICLE, isError, JSON_RULES, RULES, THREAD } from './support.ts';

const adapter = domhandlerAdapter<AnyNode>((selector, root) => selectAll<AnyNode, Element>(selector, root));

const TREES = {
  linkedom: (html: string) => applyRules(parseHTML(html).document, RULES),
  domhandler: (html: string) => applyRules<AnyNode>(parseDocument(html), RULES, { adapter }),
};

for (const [name, apply] of Object.entries(TREES)) {
  test(`finds the layout, its parts and their texts: ${name}`, () => {
    const article = apply(ARTICLE);
    assert.is(article.layout.id, 1);
    assert.equal(
      article.template.map(({ region }) => region),
      ['header', 'navigation', 'share', 'related', 'footer'],
    );
    assert.is(
      article.text(),
      [
        ...['Ferry is back', 'By Ann Lee, Thursday', 'The ferry runs again since Monday.', 'first boat at 7'],
        ...['last boat at 9', '  7:00  Quay', '  9:00  Island', 'boat\tseats', 'Anna\t40'],
      ].join('\n'),
    );
    assert.is(article.text('content'), article.text('main'));
    assert.is(
      article.text('template'),
      'Harbour Gazette\nNews Tides\nShare this\nMore news\nGulls at the market\nHarbour Gazette, 3 Quay Street',
    );
    assert.is(article.text('title'), 'Ferry is back');
    assert.is(article.text('date'), '2026-04-02', 'the date that is written for programs');
    assert.is(article.text('author'), 'Ann Lee');
    assert.equal(article.missing, []);

    const thread = apply(THREAD);
    assert.is(thread.layout.id, 2);
    assert.equal(
      thread.items.map((item) => thread.textOf(item as never)),
      ['Tom\nAt the pier.', 'Eve\nNot in May.'],
    );
    assert.is(thread.text('main'), 'Where to fish?\nTom\nAt the pier.\nEve\nNot in May.');
    assert.is(thread.text('content'), thread.text('main'), 'without rules, content is the body without the template');
    assert.is(thread.text('author'), 'The editors', 'the first rule that matches');
  });

  test(`removes the template only on request: ${name}`, () => {
    const article = apply(ARTICLE);
    const before = article.text('template');
    assert.ok(before.includes('Quay Street'));
    assert.is(article.removeTemplate(), 4, 'the navigation goes with the header');
    assert.is(article.removeTemplate(), 0);
    assert.is(article.template.length, 5);
    assert.is(article.text('template'), before);
    const names = (article.main[0] as { children?: ArrayLike<object> }).children;
    assert.ok((names?.length ?? 0) > 5, 'the content stays');
  });
}

test('does not change a document without that option', () => {
  const { document } = parseHTML(ARTICLE);
  const before = document.toString();
  const applied = applyRules(document, RULES);
  for (const part of ['template', 'content', 'main', 'title', 'date', 'author', 'items'] as const) applied.text(part);
  assert.is(document.toString(), before);
  applied.removeTemplate();
  assert.is(document.querySelector('footer, nav, .share, aside, #top'), null);
  assert.ok(document.querySelector('article h1 em'));
});

test('applies a layout by its id, and names the existing ids for an unknown one', () => {
  const { document } = parseHTML(ARTICLE);
  assert.is(applyRules(document, RULES, { layout: 2 }).layout.id, 2);
  assert.throws(() => applyRules(document, RULES, { layout: 7 }), isError('NO_LAYOUT', 'no layout 7, but 1, 2'));
  const other = parseHTML('<body><p>Nothing of the kind</body>').document;
  assert.throws(() => applyRules(other, RULES), isError('NO_LAYOUT', 'none of the layouts of gazette.example (1, 2)'));
  assert.is(layoutOf(other, RULES), undefined);
  assert.is(layoutOf(document, RULES)?.id, 1);
});

test('names the rule of a selector that cannot be read', () => {
  const { document } = parseHTML(ARTICLE);
  const layout = { id: 1, template: [{ region: 'footer', selector: 'footer' }] };
  const apply = (change: object): unknown =>
    applyRules(document, readRules({ ...JSON_RULES, layouts: [{ ...layout, ...change }] }));
  assert.throws(() => apply({ has: ['body', 'p['] }), isError('SELECTOR_INVALID', 'layouts[0].has[1]: '));
  assert.throws(
    () => apply({ template: [...layout.template, { region: 'notice', selector: 'div:nope(3)' }] }),
    isError('SELECTOR_INVALID', 'layouts[0].template[1].selector: this document cannot read the selector div:nope(3)'),
  );
  assert.throws(
    () => apply({ main: [{ selector: '>>' }] }),
    isError('SELECTOR_INVALID', 'layouts[0].main[0].selector'),
  );
});

test('finds nothing by an id that no element has', () => {
  const layouts = [{ id: 1, title: [{ selector: '#undefined' }, { selector: '#null' }] }];
  const found = applyRules<AnyNode>(parseDocument(ARTICLE), readRules({ version: 1, site: 'a', layouts }), { adapter });
  assert.equal(found.title, []);
});

test('loses nothing if the template contains all main content', () => {
  const { document } = parseHTML('<body><div class=all><p>Home</p><article>A story</article></div></body>');
  const template = [
    { region: 'template', selector: '.all' },
    { region: 'template', selector: 'article' },
  ];
  const rules = readRules({ version: 1, site: 'a', layouts: [{ id: 1, template, main: [{ selector: 'article' }] }] });
  const applied = applyRules(document, rules);
  assert.is(applied.text(), 'A story');
  assert.is(applied.removeTemplate(), 0);
});

test('reports parts whose rules match nothing', () => {
  const { document } = parseHTML('<body><main><h1>A</h1></main></body>');
  assert.equal(applyRules(document, RULES, { layout: 2 }).missing, ['template', 'author', 'items']);
});

test('reads pages nested more deeply than the call stack allows', () => {
  const deep = `<body class=single><article>${'<div>'.repeat(20_000)}A story${'</div>'.repeat(20_000)}</article></body>`;
  assert.is(applyRules<AnyNode>(parseDocument(deep), RULES, { adapter }).text(), 'A story');
});

/** Nested nodes, the outermost first, with a text in each. */
interface NestedNode {
  readonly name: string;
  readonly className: string;
  readonly parent: NestedNode | undefined;
  readonly children: NestedNode[];
}

function nested(levels: number): { root: NestedNode; all: readonly NestedNode[] } {
  const root: NestedNode = { name: 'body', className: '', parent: undefined, children: [] };
  const all: NestedNode[] = [root];
  for (let level = 1; level < levels; level += 1) {
    const parent = all.at(-1) as NestedNode;
    const node = { name: 'div', className: level % 3 === 0 ? 'deep' : 'other', parent, children: [] };
    parent.children.push(node);
    all.push(node);
  }
  return { root, all };
}

test('time depends on the size of a document, not on its depth', () => {
  const { root, all } = nested(100_000);
  const layouts = [
    {
      id: 1,
      has: ['.deep .other'],
      hasNot: ['main .deep', 'main div .other', 'nav > .deep'],
      template: [
        { region: 'footer', selector: 'main .other' },
        { region: 'header', selector: '.deep .other .deep' },
      ],
      content: [{ selector: 'div' }, { selector: '.deep .other' }],
      main: [{ selector: '.deep' }],
      items: [{ selector: '.deep' }],
    },
  ];
  const begun = process.cpuUsage();
  const found = applyRules<NestedNode, NestedNode>(root, readRules({ version: 1, site: 'deep', layouts }), {
    adapter: {
      select: (selector) => (selector === '*' ? all : all.filter(({ name }) => name === selector)),
      name: (node) => node.name,
      attribute: (node, name) => (name === 'class' ? node.className : undefined),
      text: () => undefined,
      children: (node) => node.children,
      parent: (node) => node.parent,
      remove: () => undefined,
    },
  });
  assert.is(found.content.length, 1);
  assert.is(found.main.length, 1);
  assert.is(found.text(), '');
  assert.is(found.text('items'), '');
  // Limits CPU time: work that is quadratic in the depth would take over a minute.
  assert.ok(process.cpuUsage(begun).user < 10_000_000);
});

test('shows hidden text that a script or a click shows', () => {
  const textOf = (html: string): string =>
    applyRules(parseHTML(`<body class=single><article>${html}</article></body>`).document, RULES).text();
  assert.is(textOf('<p>Seen and read by all</p><p hidden>Not seen</p>'), 'Seen and read by all');
  assert.is(
    textOf('<p>Seen</p><p hidden>Shown by a script, as all of this story</p>'),
    'Seen\nShown by a script, as all of this story',
  );
  assert.is(textOf('<p>Seen and read by all</p><p style="color: red; display:none">No</p>'), 'Seen and read by all');
  assert.is(
    textOf('<h2><button>When?</button></h2><p>Now<script>1</script><svg><text>x</text></svg></p><button>Go</button>'),
    'When?\nNow',
  );
});

// ── Records ──

const WORDS = 'river meadow bridge council harbour lantern market orchard quarry railway summer tower'.split(' ');
const wordAt = (number: number): string => WORDS[number % WORDS.length] as string;
const sentence = (number: number): string =>
  Array.from({ length: 14 }, (_, at) => wordAt(number * (at + 3) + at * at)).join(' ');
const around = (inner: string): string =>
  `<!doctype html><title>Town</title><header><a href="/">Town Post</a></header>
<nav><ul><li><a href="/a">News</a></li><li><a href="/b">Sports</a></li><li><a href="/c">About</a></li></ul></nav>
<main>${inner}</main><footer>Town Post, 4 Mill Lane</footer>`;
const many = (count: number, of: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at + 1)).join('\n');

const LISTING = around(
  `<h1>Latest stories</h1>${many(
    8,
    (number) => `<article class="card"><h2><a href="story/${number}.html">The ${wordAt(number)} of ${number}</a></h2>
${number === 3 ? '' : `<time datetime="2026-03-0${number}">${number} March</time>`}<span class="author">Ann ${wordAt(number + 4)}</span>
<img src="/${number}.jpg" alt><p>${sentence(number)}</p></article>`,
  )}`,
);
const THREADED = around(
  `<h1>What to do on Sunday</h1><ol class="thread">${many(
    5,
    (number) => `<li class="comment"><a class="user" href="/user/${number}">${wordAt(number)}${number}</a>
<time datetime="2026-04-0${number}">April</time><div class="body"><p>${sentence(number)}</p><p>${sentence(number + 9)}</p></div>
<ol><li class="comment"><a class="user" href="/user/1${number}">answer${number}</a> <time datetime="2026-05-0${number}">May</time>
<div class="body"><p>${sentence(number + 20)}</p></div></li></ol></li>`,
  )}</ol>`,
);
const TABLE = around(
  `<h1>Timetable of the ferries of the lake in the summer</h1><p>${sentence(4)}</p><table><thead><tr><th>Boat</th><th>Leaves</th><th>Remarks</th></tr></thead><tbody>${many(
    9,
    (number) =>
      `<tr><td>${wordAt(number)} ${number}</td><td>${number}:15</td><td>${number % 3 === 0 ? '' : sentence(number)}</td></tr>`,
  )}</tbody></table>`,
);
const TERMS = around(
  `<h1>Terms</h1><dl>${many(
    7,
    (number) => `<dt><a href="#t${number}">${wordAt(number)} ${number}</a></dt><dd>${sentence(number)}</dd>`,
  )}</dl>`,
);

const detector = await Detector.create();

/** Rows of a page as the only page of its site. */
function rowsFrom(html: string, url = 'https://town.example/news/') {
  const site = new SiteRows();
  const page = detector.label(html);
  site.observe(page);
  const rules = site.rules('town.example');
  return { rules, rows: rowsOf(page, rules, { url }) };
}

test('rows of a listing: a missing value is empty, links are addresses', () => {
  const { rows, rules } = rowsFrom(LISTING);
  assert.is(rows.length, 8);
  assert.equal(rows[2], {
    position: 3,
    items: '.card',
    fields: {
      ...{ title: 'The council of 3', link: 'https://town.example/news/story/3.html', date: '', author: 'Ann orchard' },
      ...{ image: 'https://town.example/3.jpg', text: sentence(3) },
    },
  });
  assert.is(rows[3]?.fields['date'], '2026-03-04');
  const { document } = parseHTML(LISTING);
  const records = applyRules(document, rules, { url: 'https://town.example/news/' }).records;
  assert.equal(
    records.map(({ values }) => values),
    rows.map(({ fields }) => fields),
    'the same by linkedom',
  );
});

test('rows of a thread: an answer inside a post is a row of its own', () => {
  const { rows } = rowsFrom(THREADED);
  assert.is(rows.length, 10);
  assert.equal(
    rows.slice(0, 3).map(({ fields: { author, date } }) => [author, date]),
    [
      ['meadow1', '2026-04-01'],
      ['answer1', '2026-05-01'],
      ['bridge2', '2026-04-02'],
    ],
  );
  assert.is(rows[0]?.fields['text'], `${sentence(1)}\n${sentence(10)}`);
});

test('rows of a table have the columns of its header', () => {
  const { rows } = rowsFrom(TABLE);
  assert.equal(
    rows.map(({ fields }) => fields),
    Array.from({ length: 9 }, (_, at) => ({
      ...{ Boat: `${wordAt(at + 1)} ${at + 1}`, Leaves: `${at + 1}:15` },
      Remarks: (at + 1) % 3 === 0 ? '' : sentence(at + 1),
    })),
  );
});

test('an item can be an element and the siblings after it', () => {
  const items = [
    { selector: 'dt', withSiblings: true, fields: [{ name: 'term' }, { name: 'text', selector: 'dd' }] },
  ] as const;
  const rules = readRules({ version: 1, site: 'town.example', layouts: [{ id: 0, items }] });
  const rows = rowsOf(detector.label(TERMS), rules);
  assert.equal(
    rows.map(({ fields }) => fields),
    Array.from({ length: 7 }, (_, at) => ({ term: `${wordAt(at + 1)} ${at + 1}`, text: sentence(at + 1) })),
  );
});

test('a page without records has no rows, and a page of no layout', () => {
  const article = around(`<h1>The bridge</h1>${many(6, (number) => `<p>${sentence(number)}.</p>`)}`);
  assert.equal(rowsFrom(article).rows, []);
  const rules = readRules({ version: 1, site: 'a', layouts: [{ id: 1, has: ['.none'] }] });
  assert.equal(rowsOf(detector.label(LISTING), rules), []);
});

test('manually corrected rules determine the rows', () => {
  const { rules } = rowsFrom(LISTING);
  const [layout] = rules.layouts;
  const items = layout?.items.map((item) => ({ ...item, fields: [{ name: 'name', selector: 'h2' }] }));
  const rows = rowsOf(detector.label(LISTING), readRules({ ...rules, layouts: [{ ...layout, items }] }));
  assert.equal(rows[0]?.fields, { name: 'The meadow of 1' });
});

test('a layout has the items that most of its pages have', () => {
  const site = new SiteRows();
  for (let page = 0; page < 4; page += 1) site.observe(detector.label(LISTING.replaceAll('The ', `Page ${page} `)));
  const [items] = site.rules('town.example').layouts.map((layout) => layout.items);
  assert.equal(
    items?.map(({ selector }) => selector),
    ['.card'],
  );
});

test.run();
