/** Inputs from seeds: a small part of a seed with a few mutations that matter to a parser. */
import { type Random, seeded } from '../../test/support/random.ts';
import type { Seeds } from './seeds.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const NAMES = words(`
  html head body title base link meta style script noscript template frameset frame noframes
  a b i u s em strong font code nobr big small tt strike span p div address article section main nav aside
  header footer h1 h2 h6 hr br wbr img image input keygen button form fieldset label textarea pre listing xmp plaintext
  ul ol li dl dt dd dir menu table caption colgroup col tbody thead tfoot tr td th
  select option optgroup selectedcontent datalist ruby rb rt rtc rp iframe noembed object embed applet marquee param source track
  details summary dialog center blockquote figure search
  svg g path title desc foreignObject circle use a math mi mo mn ms mtext mglyph malignmark annotation-xml mrow
  x-y isindex command bgsound basefont
`);

const ATTRIBUTES = [
  'a',
  'a=b',
  'A=c',
  'a="x y"',
  "b='<>&amp;'",
  'class=x',
  'type=hidden',
  'type="HIDDEN"',
  'encoding="text/html"',
  'encoding=application/xhtml+xml',
  'color=red',
  'face',
  'size=1',
  'viewbox="0 0"',
  'definitionurl=x',
  'xlink:href=#',
  'xmlns=http://www.w3.org/2000/svg',
  'xml:lang=en',
  'href=?a=1&copy=2&amp;b',
  'x=&lt',
  "y='&notit;'",
  '=z',
  '"',
  "'",
  '<',
  '/',
  'a=/',
  'b="',
  "c='",
  'd = e',
  'f=\0',
  '\0g',
  'selected',
  'disabled',
  'multiple',
  'shadowrootmode=open',
] as const;

const REFERENCES = [
  '&amp;',
  '&amp',
  '&',
  '&lt;',
  '&gt',
  '&notit;',
  '&not',
  '&notin;',
  '&nbsp',
  '&copy;x',
  '&copy=',
  '&#',
  '&#x',
  '&#65;',
  '&#65',
  '&#x41;',
  '&#0;',
  '&#128;',
  '&#x9f',
  '&#xD800;',
  '&#x10FFFF;',
  '&#x110000;',
  '&#99999999999;',
  '&#x0d;',
  '&#10;',
  '&NotEqualTilde;',
  '&CounterClockwiseContourIntegral;',
  '&bogus;',
  '&ac',
  '&acE;',
  '&Aacute',
  '&tab;',
  '&Tab;',
  '&;',
] as const;

const MARKUP = [
  '<!DOCTYPE html>',
  '<!doctype>',
  '<!DOCTYPE x PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Frameset//EN" "x">',
  '<!DOCTYPE html SYSTEM "about:legacy-compat">',
  '<!-- c -->',
  '<!-->',
  '<!--->',
  '<!--',
  '-->',
  '--!>',
  '<!--a--!',
  '<!x>',
  '<?php ?>',
  '</>',
  '</ x>',
  '</3>',
  '<',
  '</',
  '<![CDATA[x]]>',
  '<![CDATA[',
  ']]>',
  '<script><!--<script>',
  '</script>',
  '--></script>',
  '<script>a</script',
  '<style><!--',
  '</style>',
  '<title>a&lt;</title>',
  '<textarea>\n',
  '<pre>\n\n',
  '<plaintext>',
  '<table><tr><td>',
  '</table>',
  '<p><table>',
  '<b><i></b>',
  '<a><div><a>',
  '<svg><p>',
  '<math><mi><b>',
  '<svg><desc><p>',
  '<svg><foreignObject><div>',
  '<math><annotation-xml encoding=text/html><p>',
  '<template><tr>',
  '</template>',
  '<table><b>',
  '<table>x',
  '<form><form>',
  '<button><p><button>',
  '<nobr><nobr>',
  '<li><ul><li>',
  '<body a=1>',
  '<html b=2>',
  '</body>',
  '</html>',
  '</br>',
  '</p>',
  '<frameset><frame>',
  '</frameset>',
  '<noscript><p>',
  '<noframes><p>',
  '<font color=x></svg>',
  '<select><option>',
] as const;

const CHARACTERS = [
  ...'<>/&;=!-"\'?#[]() \t\n\r\f\0xAz09`\u0001\u007f\u0080\u00a0é\u2028\ufeff\ufffe\ufffd',
  '\u{1f600}',
  '\r\n',
];

/** Maximum UTF-16 code units of an input. */
const MAX_LENGTH = 6000;

export class Mutator {
  readonly #seeds: Seeds;
  #random: Random = seeded(0);

  constructor(seeds: Seeds) {
    this.#seeds = seeds;
  }

  /** The next input, a well-formed string: a part of a seed, or one of the inputs that were kept, with a few mutations. */
  next(random: Random, kept: readonly string[]): string {
    this.#random = random;
    return this.mutate(random, kept.length > 0 && random.below(2) === 0 ? this.#one(kept) : this.#piece());
  }

  /** A page with a few mutations. */
  mutate(random: Random, page: string): string {
    this.#random = random;
    let html = page;
    for (let left = 1 + random.below(6); left > 0; left -= 1) html = this.#mutated(html).slice(0, MAX_LENGTH);
    return html.toWellFormed();
  }

  #one<T>(from: readonly T[]): T {
    return from[this.#random.below(from.length)] as T;
  }

  #piece(): string {
    const { pages, inputs } = this.#seeds;
    const chance = this.#random.below(10);
    if (inputs.length > 0 && chance < 5) {
      const input = this.#one(inputs);
      return chance === 0 ? input + this.#one(inputs) : input;
    }
    const page = this.#one(pages);
    const length = 60 + this.#random.below(this.#random.below(20) === 0 ? 3000 : 500);
    const start = this.#random.below(Math.max(1, page.length - length));
    // Most parts begin at a tag, like a page; the others begin anywhere, which tests more errors.
    const tag = chance < 9 ? page.indexOf('<', start) : -1;
    const from = tag < 0 ? start : tag;
    return (chance < 8 ? '<!DOCTYPE html>' : '') + page.slice(from, from + length);
  }

  #tag(): string {
    const name = this.#one(NAMES);
    switch (this.#random.below(6)) {
      case 0:
      case 1:
        return `</${name}>`;
      case 2:
        return `<${name} ${this.#one(ATTRIBUTES)} ${this.#one(ATTRIBUTES)}>`;
      case 3:
        return `<${name}/>`;
      default:
        return `<${name}>`;
    }
  }

  #mutated(html: string): string {
    const random = this.#random;
    const at = random.below(html.length + 1);
    const put = (text: string): string => html.slice(0, at) + text + html.slice(at);
    const end = Math.min(html.length, at + random.below(random.below(3) === 0 ? 200 : 20));
    switch (random.below(14)) {
      case 0:
        return put(this.#one(CHARACTERS));
      case 1:
        return html.slice(0, at) + this.#one(CHARACTERS) + html.slice(at + 1);
      case 2:
        return html.slice(0, at) + html.slice(end);
      case 3:
        return put(html.slice(at, end));
      case 4:
      case 5:
        return put(this.#tag());
      case 6:
        return put(this.#one(REFERENCES));
      case 7:
        return put(this.#one(MARKUP));
      case 8:
        return this.#withAttribute(html, at);
      case 9:
        return this.#renamed(html, at);
      case 10:
        return (
          html.slice(0, at) + this.#one(this.#seeds.inputs.length > 0 ? this.#seeds.inputs : MARKUP) + html.slice(at)
        );
      case 11:
        return put(this.#tag().repeat(2 + random.below(random.below(20) === 0 ? 60 : 5)));
      case 12: {
        const name = this.#one(NAMES);
        return `${html.slice(0, at)}<${name}>${html.slice(at, end)}</${name}>${html.slice(end)}`;
      }
      default:
        return random.below(4) === 0 ? html.slice(0, at) : put(this.#tag() + this.#tag());
    }
  }

  /** Adds an attribute to a tag. */
  #withAttribute(html: string, at: number): string {
    const tag = html.indexOf('<', at);
    const end = tag < 0 ? -1 : html.slice(tag).search(/[\s>]/);
    if (end < 0) return html;
    return `${html.slice(0, tag + end)} ${this.#one(ATTRIBUTES)}${html.slice(tag + end)}`;
  }

  /** Replaces the name of a tag by another one, or by its upper-case form. */
  #renamed(html: string, at: number): string {
    const found = /<\/?([A-Za-z][^\s/>]*)/.exec(html.slice(at));
    if (found === null) return html;
    const name = found[1] ?? '';
    const end = at + found.index + found[0].length;
    const other = this.#random.below(4) === 0 ? name.toUpperCase() : this.#one(NAMES);
    return html.slice(0, end - name.length) + other + html.slice(end);
  }
}
