/** The sanitiser on hostile pages: what it writes is within its allow-list, whatever the page has. */

import { parse } from 'parse5';
import { HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sanitise } from '../src/sanitiser.ts';

const parser = await HtmlParser.create({ scripting: true });

/** The page with every text taken for text of a block, and every `div` for a block. */
function sanitised(html: string): string {
  const cursor = parser.parse(html).cursor();
  let block = 0;
  return sanitise(cursor, {
    blockOfElement: () => (cursor.name === 'div' ? block++ : undefined),
    isBlockText: () => cursor.text.trim() !== '',
  });
}

interface Parsed {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Parsed[];
}

/** All nodes below `body`, as a browser would build them. */
function nodesOf(markup: string): Parsed[] {
  const found: Parsed[] = [];
  const pending: Parsed[] = [parse(`<!doctype html><body>${markup}`) as unknown as Parsed];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    found.push(node);
    pending.push(...(node.childNodes ?? []));
  }
  return found.filter(({ nodeName }) => !['#document', '#documentType', 'html', 'head', 'body'].includes(nodeName));
}

const ELEMENTS = /^(?:#text|div|span|br|table|caption|thead|tbody|tfoot|tr|td|th)$/;
const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  'data-b': /^\d+$/,
  'data-s': /^$/,
  'data-t': /^[a-z][a-z0-9]{0,9}$/,
  role: /^(?:list|listitem|separator|heading)$/,
  'aria-level': /^[1-6]$/,
  colspan: /^(?:[2-9]|\d\d|100)$/,
  rowspan: /^(?:[2-9]|\d\d|100)$/,
};

function checkHarmless(html: string): string {
  const markup = sanitised(html);
  for (const { nodeName, attrs = [] } of nodesOf(markup)) {
    assert.match(nodeName, ELEMENTS, html);
    for (const { name, value } of attrs)
      assert.match(value, ATTRIBUTES[name] ?? /no such attribute$/, `${name} in ${html}`);
  }
  return markup;
}

/** Each must come out within the allow-list. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  scripts: [
    '<script>alert(1)</script>',
    '<script src=//evil.example/a.js></script>',
    '<SCRIPT\u0000>alert(1)</SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<p></script><script>alert(1)</script>',
    '<textarea></textarea><script>alert(1)</script>',
    '<xmp></xmp><script>alert(1)</script><xmp>',
    '<plaintext><script>alert(1)</script>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<title></title><script>alert(1)</script>',
  ],
  'event handlers': [
    '<img src=x onerror=alert(1) alt=words>',
    '<body onload=alert(1)><p onclick=alert(1)>words',
    '<input autofocus onfocus=alert(1) value=words>',
    '<details open ontoggle=alert(1)><summary>words',
    '<marquee onstart=alert(1)>words</marquee>',
    '<x-a onpointerover=alert(1)>words</x-a>',
    '<img/onerror=alert(1)/src=x alt=words>',
  ],
  'addresses that run code': [
    '<a href="javascript:alert(1)">words</a>',
    '<a href=" \u0001java\nscript:alert(1)">words</a>',
    '<a href="data:text/html,<script>alert(1)</script>">words</a>',
    '<a href="vbscript:x" ping=//evil.example>words</a>',
    '<area href="javascript:alert(1)">',
    '<object data="javascript:alert(1)">words</object>',
    '<embed src="javascript:alert(1)">',
  ],
  'SVG and MathML': [
    '<svg onload=alert(1)><script>alert(1)</script><text>words</text></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>words</text></a></svg>',
    '<svg><animate attributeName=href values="javascript:alert(1)"/></svg>',
    '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>',
    '<math href="javascript:alert(1)"><mi>words</mi></math>',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  ],
  styles: [
    '<style>@import url(//evil.example/a.css); p { background: url(//evil.example/b.png) }</style><p>words',
    '<p style="background: url(//evil.example/c.png); position: fixed; inset: 0">words',
    '<p style="width: expression(alert(1)); -moz-binding: url(//evil.example/d.xml)">words',
    '<link rel=stylesheet href=//evil.example/e.css><p class="kind template" id=details>words',
    '<table background=//evil.example/f.png><td background=//evil.example/g.png>words</table>',
    '<div data-verdict=template data-b=77 data-s data-t="x] { background: url(//evil.example/h.png) }">words</div>',
  ],
  'elements that lead elsewhere': [
    '<meta http-equiv=refresh content="0;url=//evil.example/">',
    '<base href=//evil.example/ target=_top><a href=x>words</a>',
    '<form action=//evil.example/ method=post><input name=q value=words><button formaction="javascript:alert(1)">words</button></form>',
    '<button form=x formaction=//evil.example/>words</button><form id=x></form>',
    '<input type=image src=//evil.example/a.png><input type=password value=secret>',
    '<isindex action=//evil.example/>',
  ],
  frames: [
    '<iframe srcdoc="<script>alert(1)</script>" src=//evil.example/></iframe>',
    '<iframe><script>alert(1)</script></iframe>',
    '<frameset onload=alert(1)><frame src=//evil.example/></frameset>',
    '<object data=//evil.example/a.swf><param name=movie value=//evil.example/b.swf></object>',
    '<portal src=//evil.example/></portal><fencedframe src=//evil.example/></fencedframe>',
  ],
  templates: [
    '<template><script>alert(1)</script></template>',
    '<template><template><img src=x onerror=alert(1)></template></template>',
    '<div><template shadowrootmode=open><script>alert(1)</script></template>words</div>',
    '<table><template><tr><td><script>alert(1)</script></template></table>',
  ],
  'markup in text and attributes': [
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;img src=x onerror=alert(1)&amp;gt;',
    '<img alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">',
    `<img alt='" onerror="alert(1)'>`,
    '<input placeholder="</span><script>alert(1)</script>">',
    '</span></div></body></html><script>alert(1)</script>',
    '<!--><img src=x onerror=alert(1)>--><![CDATA[<img src=x onerror=alert(1)>]]><?php <img src=x onerror=alert(1)> ?>',
    '<a title="`onmouseover=alert(1)`">words</a>',
  ],
  'trees that a parser would rebuild': [
    '<table><tr><td colspan=100000 rowspan="-1">words<td colspan="2 onclick=alert(1)">words</table>',
    '<a><table><a><tr><td><a>words</a></table></a>',
    '<select><option><img src=x onerror=alert(1)>words</select>',
    '<p><ul><li><p><table><caption><p>words</table>',
    `${'<b><i>'.repeat(300)}words`,
    `${'<div>'.repeat(600)}<table><tr><td>words`,
    '<ruby>words<rt><nobr><nobr>words',
    '<h1><h2>words</h1></h2><dd><dt><li><li>words',
  ],
};

for (const [what, pages] of Object.entries(HOSTILE)) {
  test(`leaves nothing of hostile ${what}`, () => {
    for (const html of pages) {
      const markup = checkHarmless(html);
      // Markers of the attacks survive only as escaped text.
      for (const tag of markup.match(/<[^>]*>/g) ?? []) assert.not.match(tag, /alert|evil|javascript|[`\0]/i, html);
    }
  });
}

test('keeps the words of elements that it replaces', () => {
  for (const html of [
    '<x-a>words</x-a>',
    '<a href=/>words</a>',
    '<svg><text>words</text></svg>',
    '<button onclick=x>words</button>',
    '<img alt=words>',
    '<input value=words>',
    '<input placeholder=words>',
    '<textarea>words</textarea>',
  ]) {
    assert.match(sanitised(html), /words/, html);
  }
});

test('shows no value of a field that does not show it itself', () => {
  for (const type of ['hidden', 'password', 'checkbox', 'HIDDEN', 'image']) {
    assert.not.match(sanitised(`<input type=${type} value=secret>`), /secret/);
  }
});

test('writes no empty boxes for pictures without description and fields without words', () => {
  assert.not.match(sanitised('<img src=a.png><img alt="  "><input>'), /data-t="(?:img|field)"/);
});

test('writes text only where the detector counts it', () => {
  const cursor = parser.parse('<p>counted</p><p>not counted</p>').cursor();
  const markup = sanitise(cursor, { blockOfElement: () => undefined, isBlockText: () => cursor.text === 'counted' });
  assert.match(markup, '<span data-s>counted</span>');
  assert.not.match(markup, 'not counted');
});

test('writes no more elements and text than its limits, and asks for every element still', () => {
  for (const [html, elements] of [
    ['<p>many words in a text</p>'.repeat(30_000), 30_003],
    ['<div>'.repeat(30_000), 30_003],
    [`<p>${'x'.repeat(15_000)}`.repeat(100), 103],
    ['<table><tr><td>x</table>'.repeat(10_000), 40_003],
  ] as const) {
    const cursor = parser.parse(html).cursor();
    let asked = 0;
    const markup = sanitise(cursor, {
      blockOfElement: () => {
        asked += 1;
        return undefined;
      },
      isBlockText: () => cursor.text.trim() !== '',
    });
    assert.is(asked, elements, html.slice(0, 20));
    assert.ok((markup.match(/<[a-z]/g) ?? []).length <= 20_001);
    assert.ok(markup.replace(/<[^>]*>/g, '').length <= 1_020_000);
    assert.is((markup.match(/<[a-z]/g) ?? []).length, (markup.match(/<\//g) ?? []).length);
  }
  const cursor = parser.parse(`<p>${'many words '.repeat(2000)}</p>`).cursor();
  const markup = sanitise(cursor, { blockOfElement: () => undefined, isBlockText: () => true });
  assert.match(markup, /<span data-s>(many words )+[a-z ]*…<\/span>/);
  assert.ok(markup.length < 20_100);
});

test('asks for the block of every element once, in document order, also below elements that are dropped', () => {
  const cursor = parser.parse('<head><title>x</title></head><p><b>a</b></p><svg><style><i></i></style></svg>').cursor();
  const asked: string[] = [];
  sanitise(cursor, {
    blockOfElement: () => {
      asked.push(cursor.name);
      return undefined;
    },
    isBlockText: () => true,
  });
  assert.equal(asked, ['html', 'head', 'title', 'body', 'p', 'b', 'svg', 'style', 'i'].slice(0, asked.length));
  assert.ok(asked.length >= 8);
});

test('a browser builds the tree that was written: parsing and writing it again changes nothing', () => {
  const again = (markup: string): string => {
    const write = ({ nodeName, attrs = [], childNodes = [], ...node }: Parsed & { value?: string }): string => {
      if (nodeName === '#text') return 'value' in node ? String(node.value) : '';
      const given = attrs.map(({ name, value }) => ` ${name}="${value}"`).join('');
      return `<${nodeName}${given}>${childNodes.map(write).join('')}</${nodeName}>`;
    };
    const [html] = (parse(`<!doctype html><body>${markup}`) as unknown as Parsed).childNodes?.slice(1) ?? [];
    return (html?.childNodes?.[1]?.childNodes ?? []).map(write).join('');
  };
  const expected = (markup: string): string =>
    markup
      .replaceAll('<br>', '<br></br>')
      .replace(/ data-s>/g, ' data-s="">')
      .replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
      );
  for (const html of Object.values(HOSTILE).flat()) {
    const markup = sanitised(html);
    assert.is(again(markup), expected(markup), html);
  }
});

test.run();
