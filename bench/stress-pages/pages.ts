/** Stress pages by name, each with about the given number of bytes. */
const fill = (piece: string | ((index: number) => string), bytes: number): string => {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const text = typeof piece === 'string' ? piece : piece(index);
    pieces.push(text);
    length += text.length;
  }
  return pieces.join('');
};

type MakePage = (bytes: number) => string;

/** A stress page made of two, each with half of the bytes. */
const then =
  (first: MakePage, second: MakePage): MakePage =>
  (bytes) =>
    first(bytes / 2) + second(bytes / 2);

const repeated =
  (piece: string | ((index: number) => string), head = '', tail = ''): MakePage =>
  (bytes) =>
    head + fill(piece, bytes - head.length - tail.length) + tail;

const nesting: Readonly<Record<string, MakePage>> = {
  'nested elements': repeated('<div>'),
  'nested elements, then their end tags': then(repeated('<div>'), repeated('</div>')),
  'nested blocks with text': repeated('<div>x'),
  'nested unknown elements': repeated('<x>y'),
  'tables in tables': repeated('<table>'),
  'cells in tables in cells': repeated('<table><tr><td>x'),
  'captions in tables in captions': repeated('<table><caption>x'),
  'templates in templates': repeated('<template>'),
  'templates in cells': repeated('<template><tr><td>x'),
  'lists in lists': repeated('<ul><li>x'),
  'definitions in definitions': repeated('<dl><dd>x'),
  'forms that end inside of their blocks': repeated('<form><div></form>x'),
  'fields in fields': repeated('<fieldset><legend>x'),
  'buttons in blocks in buttons': repeated('<button><div>x'),
  'objects in objects': repeated('<object>x'),
  'framesets in framesets': repeated('<frameset>'),
  'ruby in ruby': repeated('<ruby><rt>x'),
  'deep blocks, then flat ones': (bytes) => '<div>x'.repeat(600) + fill('<p>x', bytes - 3600),
  'deep blocks with a flat one in each': (bytes) => fill('<section><p>x</p>', bytes),
  'deep elements that stay open, then words to look up': (bytes) => '<i>'.repeat(600) + fill('</x>', bytes - 1800),
  'deep elements with long names': (bytes) => {
    const name = `x${'y'.repeat(99)}`;
    return (
      fill((index) => `<${name}${index % 1000}>`, bytes / 4) + fill((index) => `</${name}${index}z>`, bytes * 0.75)
    );
  },
  'long names around many blocks': (bytes) =>
    fill((index) => `<${'x'.repeat(900)}${index}>`, Math.min(bytes / 2, 500_000)) + fill('<p>x', bytes / 2),
};

/** Formatting elements, their reconstruction, and the adoption agency algorithm. */
const formatting: Readonly<Record<string, MakePage>> = {
  'open formatting elements': repeated('<b>'),
  'formatting elements of many kinds': repeated((index) => `<font color=${index}>`),
  'paragraphs that reopen formatting': repeated('<p>x', '<b><i><u><s>'),
  'paragraphs that each add formatting': repeated('<p><font color=i>x'),
  'paragraphs that reopen a long tag': (bytes) =>
    `<p><b class="${fill('word ', bytes / 2)}">${fill('<p>x', bytes / 2)}`,
  'links in links': repeated('<a>'),
  'links in blocks in links': repeated('<a><div>x'),
  'nobr in nobr': repeated('<nobr>x'),
  'misnested formatting': repeated('<b><p></b></p>'),
  'misnested formatting of three kinds': repeated('<b><i><u><p>x</b></i></u>'),
  'adoption through many elements': (bytes) => fill(() => `<b>${'<x>'.repeat(300)}<p>x</b>`, bytes),
  'adoption through many formatting elements': (bytes) =>
    fill(
      (index) => `<b>${Array.from({ length: 40 }, (_, at) => `<font size=${index}.${at}>`).join('')}<p>x</b>`,
      bytes,
    ),
  'adoption through many blocks': (bytes) =>
    fill(
      () => Array.from({ length: 200 }, (_, at) => `<b c=${at}>`).join('') + '<div>'.repeat(300) + '</b>'.repeat(2000),
      bytes,
    ),
  'a full list of formatting elements, then end tags': (bytes) =>
    `<b>${Array.from({ length: 500 }, (_, at) => `<i c=${at}>`).join('')}<div>${fill('<u><p></u>', bytes)}`,
  'markers, then formatting that is not on the list': then(
    repeated('<applet>'),
    repeated('<b><b><b><b></b></b></b></b>'),
  ),
  'headings in headings': repeated('<h1>x<h2>y'),
};

/** Tables, selects, foreign content, frames, and other insertion modes. */
const modes: Readonly<Record<string, MakePage>> = {
  'text out of tables': repeated('x<tr>', '<table>'),
  'elements out of tables': repeated('<b>x<tr>', '<table>'),
  'spaces out of tables': repeated(' x<tr><td>y', '<table>'),
  'cells that implied end tags close': repeated('<td>x', '<table>'),
  'columns without a table body': repeated('<col><colgroup>', '<table>'),
  'rows without an end': repeated('<tr><th>x', '<table><tbody>'),
  'end tags without elements': repeated('</p>'),
  'end tags of every kind': repeated('</div></table></b></form></template></select></svg></html>'),
  'unknown elements, other end tags': repeated('<x></y>'),
  'foreign elements, other end tags': repeated('<svg><g></x>'),
  'drawings in paragraphs in drawings': repeated('<svg><foreignObject><p>x'),
  'formulas in text in formulas': repeated('<math><mi><b>x'),
  'annotations in formulas': repeated('<math><annotation-xml encoding=text/html>x'),
  'drawings that HTML ends': repeated('<svg><g><g><p>x'),
  'options and selectedcontent': repeated('<option selected>x', '<select><selectedcontent></selectedcontent>'),
  'options of a select with a long tag': (bytes) =>
    `<select ${fill((index) => `a${index}=1 `, bytes / 2)}><selectedcontent></selectedcontent>${fill('<option>x', bytes / 2)}`,
  'options in groups': repeated('<optgroup><option>x', '<select>'),
  'selects in selects': repeated('<select><option>x'),
  'frames, then text': repeated('<frame>x', '<frameset>'),
  'html and body again and again': repeated((index) => `<html a${index}=1><body b${index}=2>`, '<body>x'),
  'text after the body': repeated('x</body></html> '),
  'list items': repeated('<li>x'),
  'list items that others close': repeated('<li><div><dd>x'),
  'input and button': repeated('<input type=hidden><button>x'),
  'doctypes and comments': repeated('<!doctype html><!--x-->'),
  'hr in select': repeated('<hr>', `<select>${'<div>'.repeat(500)}`),
};

/** The tokenizer: names, attributes, references, comments, raw text, and characters that are not text. */
const tokens: Readonly<Record<string, MakePage>> = {
  attributes: (bytes) => `<p ${fill((index) => `a${index}=1 `, bytes)}>`,
  'attributes with one name': (bytes) => `<b ${fill('a=1 ', bytes / 2)}><b ${fill('a=2 ', bytes / 2)}>x`,
  'duplicates behind a long attribute': (bytes) => {
    const tag = `<b ${'x'.repeat(bytes / 2 - 2000)} ${Array.from({ length: 250 }, (_, at) => `a${at % 125}=1`).join(' ')}>`;
    return `${tag}${tag}x`;
  },
  'one long attribute': (bytes) => `<p class="${'x'.repeat(bytes)}">y`,
  'one long attribute of references': (bytes) => `<div class="${fill('&amp; ', bytes)}">y`,
  'one long unquoted attribute': (bytes) => `<p id=${'x'.repeat(bytes)}>y`,
  'one long name': (bytes) => `<${'n'.repeat(bytes)}>text`,
  'one tag that does not end': (bytes) => `<p${' x'.repeat(bytes / 2)}`,
  'one tag with a quote that does not end': (bytes) => `<p a="${'x '.repeat(bytes / 2)}`,
  'the same attributes again and again': repeated('<b a=1 b=2 c=3><p>'),
  'character references': repeated('&amp;&notit;&#x41;'),
  'character references without a name': repeated('&abcdefghijklmnopqrstuvwxyz;'),
  'long numbers in references': repeated(`&#${'0'.repeat(5000)}65;`),
  ampersands: repeated('&'),
  'less-than signs': repeated('<'),
  'less-than signs and slashes': repeated('</>'),
  'comments that do not end': repeated('--!', '<!--'),
  'comments with many dashes': repeated('-', '<!--', '-->x'),
  'bogus comments': repeated('<?x><!y></ z>'),
  'CDATA sections': repeated('<![CDATA[x]]>', '<svg>'),
  'CDATA sections that do not end': repeated(']]', '<svg><![CDATA['),
  'scripts that do not end': repeated('<!--<script>', '<script>'),
  'ends of scripts that are none': repeated('</scrip', '<script>'),
  'ends of styles that are none': repeated('</styl</style', '<style>'),
  'ends of titles that are none': repeated('</titl &amp;', '<title>'),
  'many titles': repeated('<title>x</title>', '<template>'),
  'scripts and styles': repeated('<script>x</script><style>y</style>'),
  'plain text': repeated('<p>', '<plaintext>'),
  'NUL bytes': repeated('\0', '<p>'),
  'NUL bytes in names': repeated('<x\0y \0=\0>'),
  'NUL bytes in drawings': repeated('\0x', '<svg>'),
  'carriage returns': repeated('\r', '<p>'),
  'line ends of both kinds': repeated('\r\nx\r', '<pre>'),
  'lone surrogates': repeated('\ud800x\udc00'),
  'bases and meta elements': repeated('<base href=http://x/><meta charset=utf-8><link rel=x>'),
};

/** Inputs of segmenter, evidence and writers. */
const contents: Readonly<Record<string, MakePage>> = {
  'one long text': repeated('word ', '<p>'),
  'one long word': repeated('x', '<p>'),
  'one text of white space': repeated(' \n\t', '<p>x'),
  'one text of wide white space': repeated('x\u3000\u00a0', '<p>'),
  'one text of digits': repeated((index) => `${index} `, '<p>'),
  'East Asian text': repeated('漢字、かな。'),
  'characters outside of the basic plane': repeated('😀'),
  'texts of one letter': repeated('x<b></b>', '<p>'),
  'texts that comments divide': repeated('x<!---->', '<p>'),
  'equal blocks': repeated('<p>x</p>'),
  'blocks with numbers': repeated((index) => `<p>${index}</p>`),
  'blocks without text': repeated('<p></p>'),
  'blocks that two levels of text enclose': (bytes) =>
    fill('<div>x', Math.min(bytes / 3, 3000)) + fill('<p>y</p>', bytes / 3) + fill('</div>z', bytes / 3),
  'names by the thousand': repeated((index) => `<div class="${index} a${index}b" id=c${index}>x</div>`),
  'comments in comments': repeated('<div class="comments">I have seen it too, from the other bank of the river. '),
  'comments by the thousand': repeated('<ul class="comments"><li>I have seen it too, from the other bank of it</ul>'),
  'one name by the thousand': repeated('<div class="nav nav nav">x</div>'),
  'one element with many classes': (bytes) => `<div class="${fill((index) => `c${index} `, bytes)}">x</div>`,
  'many elements with the same classes': (bytes) => fill(`<i class="${'abc '.repeat(200)}">x</i>`, bytes),
  'unknown elements by the thousand': repeated((index) => `<x-${index}>x</x-${index}>`),
  links: repeated((index) => `<a href=/${index}>x</a>`),
  'links around blocks': repeated('<a><p>x</p></a>'),
  'line feeds in pre': repeated('x\n', '<pre>'),
  'lines by br': repeated('x<br>'),
  'cells of one table': repeated('<tr><td>1<td>2', '<table>'),
  'equal siblings without blocks': repeated('<i>x</i>'),
  'text between blocks': repeated('x<p>y</p>'),
  'quotes to escape': repeated('"\\\u0001<p>'),
};

/** Contents that writers repeat, escape, or look up for each element. */
const writing: Readonly<Record<string, MakePage>> = {
  'lists in lists with text': repeated('<ul><li>a'),
  'lists between the items of lists': repeated('<ul><li>a</li>'),
  'quotes in quotes': repeated('<blockquote>a'),
  'emphasis that stays open': repeated('<b><i>a'),
  'emphasis that needs tags': repeated('<b>a:<i>b:</i></b>c', '<p>'),
  'runs of backticks': (bytes) =>
    `<pre>${Array.from({ length: Math.sqrt(2 * bytes) }, (_, length) => '`'.repeat(length)).join(' ')}`,
  'spans of code side by side': repeated('<code>a</code>'),
  'spans of code with backticks': repeated('<code>a`b</code>'),
  'links side by side': repeated('<a href=/x>y</a> '),
  'links around blocks': repeated('<a href=/x><div>a</div><h2>b</h2>'),
  'cells of a thousand columns and rows': repeated('<td colspan=1000 rowspan=1000>a', '<table><tr>'),
  'rows of a thousand columns': repeated('<tr><td colspan=1000 rowspan=65000>a', '<table>'),
  'rows below a thousand cells': repeated('<tr><td colspan=999><td>x', `<table><tr>${'<td>a'.repeat(1000)}`),
  'tables in headers': repeated('<table><tr><th>a<th>'),
  'signs of Markdown': repeated('*_`[]<&|~\\', '<p>'),
  'images without text': repeated('<img src=x>', '<p>a<p>'),
  'images in boxes in boxes': repeated('<div><img src=x>', '<p>a', 'b'),
  'hidden elements in each other': repeated('<div hidden>a'),
  'line breaks': repeated('<br>', '<p>a', 'b'),
  'segments of dots': repeated('../', '<a href="', '">x</a>'),
  'items without a list': repeated('<div><li>a'),
  'lines of code': repeated('<span class="line">a</span>', '<pre>'),
  'formulas in formulas': repeated('<math><mi>x</mi>'),
  footnotes: (bytes) =>
    Array.from({ length: bytes / 60 }, (_, note) => `<sup><a href="#n${note}">${note}</a></sup>`).join('') +
    `<ol class=footnotes>${Array.from({ length: bytes / 60 }, (_, note) => `<li id=n${note}>x`).join('')}`,
  'a long base': (bytes) => `<base href="http://a/${'b'.repeat(bytes / 2)}/"><p>x${fill('<img src=x>', bytes / 2)}`,
  'a base of two kilobytes': (bytes) =>
    `<base href="http://a/${'b'.repeat(1990)}/"><p>x${fill('<a href=x>y</a> ', bytes)}`,
  'copies of a long link': (bytes) => `<p><a href="http://a/${'b'.repeat(bytes / 2)}">x${fill('<p>x', bytes / 2)}`,
  'copies of a link': (bytes) => `<p><a href="http://a/${'b'.repeat(430)}">x${fill('<p>x', bytes)}`,
  'copies of a long title': (bytes) => `<p><a href=x title="${'b'.repeat(bytes / 2)}">x${fill('<p>x', bytes / 2)}`,
  'a wide row, then many rows': (bytes) => `<table><tr>${fill('<td>x', bytes / 2)}${fill('<tr><td>y', bytes / 2)}`,
  'rows below a cell of all rows': repeated('<tr><td rowspan=0>x', '<table>'),
  'sparse rows': (bytes) => `<table><tr>${'<td>x'.repeat(100)}${fill(`<tr><td>y<tr>${'<td>x'.repeat(5)}`, bytes)}`,
  'paragraphs in many quotes': repeated('<p>x', '<blockquote>'.repeat(12)),
  'lines of code in many lists': repeated('x\n', `${'<ol start=99999999><li>'.repeat(12)}<pre>`),
  'lines in many lists': repeated('x<br>', '<ol start=99999999><li>'.repeat(12)),
  'code in an element with a long language': (bytes) =>
    `<div data-lang="${'l'.repeat(bytes / 2)}">${fill('<pre>x</pre>', bytes / 2)}`,
  'code in an element with many classes': (bytes) =>
    `<div class="${fill('a ', bytes / 2)}">${fill('<pre>x</pre>', bytes / 2)}`,
  'formats that each paragraph opens again': repeated('<p>,', '<p><a href=x><b><i><s><sub><sup>'),
  'broken data': repeated('<script type="application/ld+json">{</script>', '', '<p>x'),
  'data by reference': (bytes) => {
    const graph = [
      { '@id': 'a', name: Array.from({ length: bytes / 24 }, () => 'x') },
      { '@type': 'Article', author: Array.from({ length: bytes / 24 }, () => ({ '@id': 'a' })) },
    ];
    return `<script type="application/ld+json">${JSON.stringify({ '@graph': graph })}</script><p>x`;
  },
  'a title of many parts': repeated('a | ', '<title>', '</title><p>x'),
  'meta elements that name authors': repeated('<meta name=author content=x>', '', '<p>x'),
  'elements that name authors': repeated('<i class=author>by x</i>'),
  'control characters in blocks': repeated('<p>\u0001'),
  'no-break spaces': repeated('\u00a0x', '<p>'),
  'signs in an address': (bytes) => `<a href='${'(&"'.repeat(bytes / 3)}'>x</a>`,
};

const linkedData = (member: string): string =>
  `<script type="application/ld+json">{"@type":"Article","headline":"Tale",${member}}</script><h1>Tale</h1><p>x`;

/**
 * Inputs that are slow in calls of the platform: normal forms, regular expressions, words of scripts without spaces,
 * JSON, URLs.
 */
export const platformStressPages: Readonly<Record<string, MakePage>> = {
  'marks that alternate': repeated('\u0301\u0327', '<p>a'),
  'marks that are two': repeated('\u0f73', '<p>a'),
  'marks in many paragraphs': repeated(`<p>a${'\u0301\u0327'.repeat(250)}`),
  'vowels that are joined': repeated('\u{16d67}', '<p>'),
  'marks in data': (bytes) => linkedData(`"articleBody":"${fill('\u0301\u0327', bytes)}"`),
  'marks in a title': (bytes) => `<title>${fill('\u0301\u0327', bytes)}</title><h1>a\u0301\u0327</h1>`,
  'arrays in arrays of data': (bytes) => linkedData(`"x":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`),
  'objects in objects of data': (bytes) =>
    linkedData(`"@graph":${'{"@graph":'.repeat(bytes / 11)}1${'}'.repeat(bytes / 11)}`),
  'long names of authors': repeated(`<meta name=author content="${'\u0430'.repeat(380)}">`),
  'a name of microdata that does not end': (bytes) => `<i itemprop="${'x'.repeat(bytes)}:">x</i>`,
  'a host of many labels': (bytes) => `<link rel=canonical href="http://${fill('abcd.', bytes)}a/"><p>x`,
  'a host of wide letters': (bytes) => `<link rel=canonical href="http://${fill('\u00e9', bytes)}/"><p>x`,
  'records of digits': repeated(`<li><b>${'1'.repeat(3900)}</b><i>x</i>`, '<ul>'),
  'records in many boxes': (bytes) => {
    const boxes = Array.from({ length: 150 }, (_, at) => `<div class=c${at}>`).join('');
    return `<ul>${fill(`<li>${boxes}${'word '.repeat(bytes / 250)}${'</div>'.repeat(150)}`, bytes)}`;
  },
  'headings of brackets': repeated(`<h2>${'['.repeat(2000)}</h2><p>x`),
  'letters of a script without spaces': repeated('ก', '<p>'),
  'texts in a long tag, then its copies, after a price': (bytes) =>
    `<i itemprop=price itemscope>2</i><p><a href=${'x'.repeat(bytes / 2)}>${fill('<b>x</b> ', bytes / 4)}${fill('<p>x', bytes / 4)}`,
  'pictures that are joined': repeated('👩\u200d', '<p>'),
};

/** Stress pages for outputs. Reading them is not slow. */
export const outputStressPages: Readonly<Record<string, MakePage>> = { ...writing, ...platformStressPages };

export const stressPages: Readonly<Record<string, MakePage>> = {
  ...nesting,
  ...formatting,
  ...modes,
  ...tokens,
  ...contents,
};
