/** `applyRules` on the trees of two libraries; test/web runs it in a browser. */
import { applyRules, domhandlerAdapter, layoutOf, readRules } from '@refrain/rules/apply';
import { selectAll } from 'css-select';
import type { AnyNode, Element } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isError } from './support/errors.ts';
import { ARTICLE, JSON_RULES, RULES, THREAD } from './support/site.ts';

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

  test(`takes the template out only when it is asked: ${name}`, () => {
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

test('leaves a document that is read alone', () => {
  const { document } = parseHTML(ARTICLE);
  const before = document.toString();
  const applied = applyRules(document, RULES);
  for (const part of ['template', 'content', 'main', 'title', 'date', 'author', 'items'] as const) applied.text(part);
  assert.is(document.toString(), before);
  applied.removeTemplate();
  assert.is(document.querySelector('footer, nav, .share, aside, #top'), null);
  assert.ok(document.querySelector('article h1 em'));
});

test('takes a layout by its id, and names the ids where there is none', () => {
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

test('loses nothing where all of the main content is inside of the template', () => {
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

test('says which parts have rules that match nothing', () => {
  const { document } = parseHTML('<body><main><h1>A</h1></main></body>');
  assert.equal(applyRules(document, RULES, { layout: 2 }).missing, ['template', 'author', 'items']);
});

test('reads pages that are nested deeper than a stack', () => {
  const deep = `<body class=single><article>${'<div>'.repeat(20_000)}A story${'</div>'.repeat(20_000)}</article></body>`;
  assert.is(applyRules<AnyNode>(parseDocument(deep), RULES, { adapter }).text(), 'A story');
});

/** A tree of nodes that are nested in each other, the outermost first, with a text in each. */
interface Nested {
  readonly name: string;
  readonly className: string;
  readonly parent: Nested | undefined;
  readonly children: Nested[];
}

function nested(levels: number): { root: Nested; all: readonly Nested[] } {
  const root: Nested = { name: 'body', className: '', parent: undefined, children: [] };
  const all: Nested[] = [root];
  for (let level = 1; level < levels; level += 1) {
    const parent = all.at(-1) as Nested;
    const node = { name: 'div', className: level % 3 === 0 ? 'deep' : 'other', parent, children: [] };
    parent.children.push(node);
    all.push(node);
  }
  return { root, all };
}

test('takes time by the size of a document, not by its depth', () => {
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
  const found = applyRules<Nested, Nested>(root, readRules({ version: 1, site: 'deep', layouts }), {
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
  // Work by the square of the depth takes a minute and more.
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

test.run();
