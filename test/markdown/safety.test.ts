/**
 * Text of a page must remain text in every renderer, and not become an element, handler or URL. Random pages have
 * hostile texts in all places, with the word `evil`.
 */
import { chunksOf } from '@refrain/cli/formats';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { Detector } from 'refrain';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { testSize } from '../support/effort.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { REPETITION } from '../support/repetition.ts';

const PASSING = { allowDangerousHtml: true, allowDangerousProtocol: true };
const GFM = {
  ...PASSING,
  extensions: [gfmAutolinkLiteral(), gfmFootnote(), gfmStrikethrough(), gfmTable()],
  htmlExtensions: [gfmAutolinkLiteralHtml(), gfmFootnoteHtml(), gfmStrikethroughHtml(), gfmTableHtml()],
};
const remark = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeStringify);
const marked = new Marked();
const markedWithBreaks = new Marked({ breaks: true });
const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: true });
markdownIt.validateLink = () => true;

/**
 * Common renderers of Markdown, each with the most permissive usual options: raw HTML, any address, links of bare
 * addresses.
 */
const RENDERERS: Readonly<Record<string, (markdown: string) => string>> = {
  CommonMark: (markdown) => micromark(markdown, PASSING),
  GFM: (markdown) => micromark(markdown, GFM),
  'remark-gfm and rehype-raw': (markdown) => String(remark.processSync(markdown)),
  marked: (markdown) => marked.parse(markdown, { async: false }),
  'marked with breaks': (markdown) => markedWithBreaks.parse(markdown, { async: false }),
  'markdown-it': (markdown) => markdownIt.render(markdown),
};

const PAGES = testSize(300, 100_000);

const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)] as T;

/** Text that changes how a renderer reads a hostile text after it. */
const OPENINGS = [
  ...[
    'http://evil',
    'https://evil.x/',
    'ftp://evil/',
    'www.evil.x/',
    'mailto:e@evil.x',
    'xmpp:e@evil.x/',
    'e@evil.x',
    '//evil.x/',
  ],
  ...['ht', 'tp', 'tp:', 's:', '{', '{:', ': onclick=evil()}', '{::nomarkdown}', '{evil}'],
  ...['http:', '//', 'ww', 'w.', 'HTTPS://evil.x?a=', 'WWW.evil.x', 'http', '://evil/', 'www', '.evil.x/'],
  ...[
    '](',
    '[a](',
    '[a][',
    '[a]: http://evil/',
    '![',
    '![a](',
    '[^evil]',
    '[^evil]: ',
    '`',
    '``',
    '```\n',
    '~~',
    '**',
    '_',
    '\\',
    '|',
  ],
  ...[
    '<',
    '<a href=',
    '<!--',
    '<![CDATA[',
    '&lt;',
    '&#60;',
    '&',
    '"',
    "'",
    '(',
    '* ',
    '1. ',
    '# ',
    '> ',
    '---\n',
    '    ',
    '$',
    '$$',
  ],
];
const HOSTILE = [
  ...[
    '<img src=evil onerror=evil()>',
    '<svg/onload=evil()>',
    '<script>evil()</script>',
    '</p><iframe src=evil>',
    '<evil-x>',
  ],
  ...[
    '[x](javascript:evil)',
    '![x](http://evil/t.png)',
    '[x](<javascript:evil>)',
    '[evil]: javascript:evil',
    '[evil]',
    '<javascript:evil>',
  ],
  ...[
    '"onmouseover=evil()',
    "'onclick=evil()//",
    'a*b*c_evil_',
    '&lt;img src=evil onerror=evil()&gt;',
    '<http://evil/>',
    ')',
    ']',
    '](evil)',
  ],
  ...[
    '<a href="javascript:evil">',
    '<!-- evil -->',
    '<?evil?>',
    '|evil|',
    '`evil',
    '\\<img src=evil>',
    '<img src=evil>',
    '%22onerror=evil',
  ],
];
const PLAIN = ['word', 'Two words', ' ', ' ', '\n', 'é', '木', '.', ',', 'a', '1'];

function text(random: Random): string {
  let made = '';
  for (let left = 1 + random.below(4); left > 0; left -= 1)
    made += pick(random, pick(random, [OPENINGS, OPENINGS, HOSTILE, HOSTILE, PLAIN]));
  return made;
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Relative or dangerous addresses of the page. */
const ADDRESSES = [
  ...[
    'javascript&colon;live()',
    'javascript:live()',
    ' java\nscript:live()',
    '&#106;avascript:live()',
    'javascript&#58;live()',
    '&Tab;',
  ],
  ...[
    'vbscript:live()',
    'data:text/html,live',
    '//live/',
    '?a=1&colon;b&amp;c',
    'x:y',
    '#live',
    'a b',
    'javascript&Tab;&colon;live()',
    'tel:1/onclick=live()',
    "https://own.example/'/onclick=live()",
  ],
];

/** An address of the page, with parts that may be hostile too. */
function address(random: Random): string {
  if (random.below(3) === 0) return pick(random, ADDRESSES);
  const tail = random.below(2) === 0 ? '' : pick(random, [...HOSTILE, ...OPENINGS]).replaceAll('evil', 'live');
  return `https://own.example/${tail}`;
}

const INLINE = ['b', 'i', 'em', 'del', 'code', 'sup', 'span', 'span', 'a', 'img', 'br', 'q', 'kbd'];
const BLOCK = ['p', 'p', 'h2', 'ul', 'ol', 'blockquote', 'pre', 'table', 'div', 'figure', 'details', 'dl'];

function inline(random: Random, depth: number): string {
  let made = '';
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const name = depth === 0 || random.below(2) === 0 ? '' : pick(random, INLINE);
    const title = random.below(4) === 0 ? ` title="${escaped(text(random))}"` : '';
    if (name === '') made += escaped(text(random));
    else if (name === 'br') made += '<br>';
    else if (name === 'img') made += `<img src="${escaped(address(random))}" alt="${escaped(text(random))}"${title}>`;
    else if (name === 'a') {
      const href = escaped(address(random));
      const words = random.below(3) === 0 ? href : inline(random, depth - 1);
      made += `<a href="${href}"${title}>${words}</a>`;
    } else made += `<${name}>${inline(random, depth - 1)}</${name}>`;
  }
  return made;
}

function block(random: Random, depth: number): string {
  const name = pick(random, BLOCK);
  const inner = (): string => (depth > 0 && random.below(3) === 0 ? block(random, depth - 1) : inline(random, 2));
  if (name === 'ul' || name === 'ol') return `<${name}><li>${inner()}<li>${inner()}</${name}>`;
  if (name === 'pre') return `<pre><code>${escaped(text(random))}</code></pre>`;
  if (name === 'table') {
    const cell = (): string => inline(random, 1);
    return `<table><tr><th>${cell()}<th>${cell()}<tr><td>${cell()}<td>${cell()}</table>`;
  }
  if (name === 'figure')
    return `<figure><img src="${escaped(address(random))}"><figcaption>${inner()}</figcaption></figure>`;
  if (name === 'details') return `<details open><summary>${inline(random, 1)}</summary>${inner()}</details>`;
  if (name === 'dl') return `<dl><dt>${inline(random, 1)}<dd>${inner()}</dl>`;
  return `<${name}>${inner()}</${name}>`;
}

/** Elements that Markdown may contain. */
const ELEMENTS = new Set([
  ...[
    'a',
    'blockquote',
    'br',
    'code',
    'del',
    'dd',
    'dl',
    'dt',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'img',
    'li',
    'ol',
    'p',
    'pre',
  ],
  ...['s', 'section', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul', 'input'],
]);
const DANGEROUS = new Set(['javascript:', 'vbscript:', 'data:']);

/** True if a browser that follows a URL runs code in it. */
function isDangerous(address: string): boolean {
  try {
    return DANGEROUS.has(new URL(address, 'https://base.example/').protocol);
  } catch {
    return false;
  }
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

const decoded = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

/**
 * Letters and digits of an address, without its scheme. Hosts of other scripts, and typographic signs, have several
 * forms.
 */
const keyOf = (address: string): string =>
  decoded(address)
    .replace(/^(?:https?|ftp|mailto|xmpp):/i, '')
    .replace(/xn--.*/, '')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

/** True for a link that a renderer makes of a URL in text. */
const isBareAddress = (element: Element, href: string): boolean =>
  href.includes('xn--') ? keyOf(textOf(element)).startsWith(keyOf(href)) : keyOf(textOf(element)) === keyOf(href);

/** Rendered elements, handlers and URLs that come from text of the page. */
function findLive(node: Node, found: string[] = []): string[] {
  if ('tagName' in node) {
    if (!ELEMENTS.has(node.tagName)) found.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      if (name.startsWith('on')) found.push(`${name}="${value}"`);
      if (name !== 'href' && name !== 'src') continue;
      if (isDangerous(value)) found.push(`${name}="${value}"`);
      else if (/evil/i.test(value) && (name === 'src' || !isBareAddress(node, value)) && !value.startsWith('#'))
        found.push(`${name}="${value}" of ${JSON.stringify(textOf(node))}`);
    }
  } else if (node.nodeName === '#comment') found.push('a comment');
  if ('childNodes' in node) for (const child of node.childNodes) findLive(child, found);
  return found;
}

/**
 * Markup of a text for Markdown.pl and its descendants, which do not know fences, escapes of `<`, or a code span after
 * a backslash.
 */
function liveInOldMarkdown(markdown: string): string[] {
  const text = markdown
    .replace(/^[> \d.-]*(```+).*\n(?:.*\n)*?[> ]*\1$/gm, '')
    .replace(/(?<!\\)(`+).+?(?<!`)\1(?!`)/gs, '');
  const own = /<(?!\/?(?:strong|em|del|sub|sup)>|br>|(?:ftp|https?):\/\/[^<>'\s]*>)[a-z/!?].{0,9}|(?<!\\)\{:.{0,9}/gi;
  return text.match(own) ?? [];
}

function liveIn(markdown: string): string[] {
  const old = liveInOldMarkdown(markdown);
  if (old.length > 0) return [`Markdown.pl: ${old.join(', ')}`];
  return Object.entries(RENDERERS).flatMap(([name, render]) => {
    const found = findLive(parseFragment(render(markdown)));
    return found.length === 0 ? [] : [`${name}: ${found.join(', ')}`];
  });
}

test('no renderer makes an element, a handler or an address of text, nor of the text of a piece', async () => {
  const detector = await Detector.create(REPETITION);
  const seed = Number(process.env['MARKDOWN_SEED'] ?? 1);
  const random = seededRandom(seed);
  for (let page = 0; page < PAGES; page += 1) {
    const html = block(random, 2);
    const markdown = detector.label(html).markdown('all');
    const pieces = page % 4 === 0 ? chunksOf(markdown, { id: '', title: '' }, { maxWords: 1 + random.below(9) }) : [];
    for (const text of [markdown, ...pieces.map((piece) => piece.text)])
      assert.equal(liveIn(text), [], `seed ${seed}, page ${page}\n${html}\n${text}`);
  }
});

test('addresses in text read back as they were', async () => {
  const detector = await Detector.create(REPETITION);
  const texts = [
    ...['http://x.example/a*b*c_d_', 'https://x.example/~ann/?a=1&b=2#c', 'www.x.example/_a_', 'ftp://x.example/[1]'],
    ...[
      'mailto:ann_@x.example',
      'see (http://x.example/a_(b)), or http://x.example/c.',
      'http://x.example/<img src=x>',
      'http://x.example/`a`',
    ],
    ...['www.www.www.x*y', 'http://http://x.example/\\', 'a:b://c*', 'https://x.example/a|b'],
  ];
  for (const text of texts) {
    const markdown = detector.label(`<p>${escaped(text)}</p>`).markdown('all');
    for (const [name, render] of Object.entries(RENDERERS))
      assert.is(textOf(parseFragment(render(markdown))).trim(), text, `${name}: ${markdown}`);
  }
});

test('a bare address of plain characters is written as it is', async () => {
  const detector = await Detector.create(REPETITION);
  const text = 'See https://x.example/a_b?c=1&d=2 and www.x.example, or mail to ann@x.example.';
  assert.is(detector.label(`<p>${escaped(text)}</p>`).markdown('all'), `${text}\n`);
  assert.is(detector.label('<p>At <b>http://x.example/</b> now</p>').markdown('all'), 'At **http://x.example/** now\n');
});

test.run();
