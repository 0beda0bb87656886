/** The trees of parse5: known differences, and every prefix of documents with all kinds of markup. */
import { HtmlParser } from 'refrain/html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareWithParse5 } from './parse5.ts';

const CORRECTED = [
  '<table><template><td></table>x',
  '<table><tr></thead><td>',
  '<svg><desc><![CDATA[x]]>',
  '<svg>\0\0',
];
const KNOWN = ['<select><div>', '<b><search></b>', '<table><select><svg></table><search></p>'];

test('differences of parse5 from the standard are corrected or known', async () => {
  const parser = await HtmlParser.create({ maxDepth: 0 });
  for (const html of CORRECTED) assert.is(compareWithParse5(parser, html), 'same', html);
  for (const html of KNOWN) assert.is(compareWithParse5(parser, html), 'known', html);
});

// Every prefix of documents with all kinds of markup has the tree of parse5.

const DOCUMENTS = [
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://x/y.dtd"><html a=1><head><title>A &amp; B</title>',
  "<!doctype html SYSTEM 'about:legacy-compat' x>\n<body class='a b' CLASS=c id=\"d\" e f = g>text</body></html> after",
  '<!DOCTYPE HTML PUBLIC "-//W3C//DTD XHTML 1.0 Frameset//EN"><frameset><frame></frameset><noframes>x</noframes>',
  'a<!--one--><!-- two --!><!----><!--> --><!---> <!--<!--three--> <!--a--!-- b--><?php x ?></ y></><!x-->',
  '<p>&lt;&notit;&notin;&copy=1&#65;&#x41;&#x80;&#xD800;&#0;&#x110000;&NotEqualTilde;&ampx&;&#;&#x;&bogus;',
  '<p title="&lt;&lt">&lt;&lt;&\0lt;&lt\0;&ampx;&amp;&amp&#65;&#65;&#6\x005;<a title=&lt;&lt=&ampx;&ampx;>',
  '<a href="?a=1&copy=2&amp;b&lt" title=\'&not;&notit\' x=&gt;y>link</a>\0<b \0=\0>\0</b>',
  '<script>a<!--<script>b</script>--></script><style><!--</style>x<textarea>\n&amp;</textare</textarea><pre>\n\nx</pre>',
  '<table>a<tr><td>b<caption>c</caption><col><tbody><th>d</table><b><i><p>e</b>f</i>g<a>h<a>i<nobr>j<nobr>k',
  '<svg viewbox=1><desc><p>a</p></desc><![CDATA[b]]><foreignObject><div>c</svg><math><mi>d<b>e</mi><annotation-xml encoding=text/html><p>',
  '<ul><li>a<li>b<ul><li>c</ul></ul><dl><dt>d<dd>e</dl><h1>f<h2>g</h1><form><form><button><button></p></br><hr/><br/>',
  '<template><tr><td>a</td></tr><b></template><noscript><p>b</noscript><object><p></object><plaintext></plaintext><b>',
  '\ufeff\r\n \t<html>\r<!--x-->\r\n<head>\f<meta charset=utf-8>é日😀</head>\u00a0<body>\r\r\nx',
];

test('names of any length that differ in one character are different', async () => {
  const parser = await HtmlParser.create({ maxDepth: 0 });
  for (const length of [15, 16, 17, 31, 32, 33, 40, 63, 64, 65]) {
    const name = `x-${'abcdefgh'.repeat(9).slice(0, length - 2)}`;
    for (let at = 2; at < length; at += 1) {
      const other = `${name.slice(0, at)}z${name.slice(at + 1)}`;
      const upper = name.slice(0, at) + name.slice(at).toUpperCase();
      for (const end of [name, other, upper]) {
        const html = `<${name}><p a=1 ${name}=2 ${end}=3>in</${end}>after`;
        assert.is(compareWithParse5(parser, html), 'same', html);
      }
    }
  }
});

test('the tree of every prefix is the one of parse5', async () => {
  const parser = await HtmlParser.create({ maxDepth: 0 });
  for (const html of DOCUMENTS) {
    for (let end = 0; end <= html.length; end += 1) {
      const prefix = html.slice(0, end).toWellFormed();
      assert.is(compareWithParse5(parser, prefix), 'same', prefix);
    }
  }
});

test('the tree of every rest is the one of parse5', async () => {
  const parser = await HtmlParser.create({ maxDepth: 0 });
  for (const html of DOCUMENTS) {
    for (let start = 1; start < html.length; start += 1) {
      const rest = html.slice(start).toWellFormed();
      assert.is(compareWithParse5(parser, rest), 'same', rest);
    }
  }
});

test.run();
