/** Ids of pages that are hard to make file names of. */

const NAMES = [
  ...['', '.', '..', '...', ' ', 'a', 'A', 'a.', 'a ', ' a', '-a', '.a', 'a~', 'index.tsv', 'INDEX.TSV', '.refrain-a'],
  ...['index.html', 'Index.html', 'index', 'index.htm', 'a.html', 'a.HTML', 'a.txt', 'a.html.txt', 'a.tsv', 'a.xhtml'],
  ...['con', 'CON.html', 'nul.html', 'aux', 'com1.html', 'com¹.html', 'lpt9', 'conin$', 'prn .html', 'clock$'],
  ...[
    'é.html',
    'e\u0301.html',
    'É.html',
    'ß.html',
    'ss.html',
    'SS.html',
    'ſ.html',
    's.html',
    'ﬁ.html',
    'fi.html',
    'İ',
    'ı',
  ],
  ...[
    'index.t\u017fv',
    'index.t\ufe0fsv',
    'a\u200d.html',
    'a\u202e.html',
    '日本.html',
    'ｈｔｍｌ',
    '\u{1f600}.html',
    'Å',
    'Å',
    'K',
    'Å',
  ],
  ...[
    'a\0',
    'a\nb',
    'a\tb',
    'a\\b',
    'a\r\nb',
    'a\u2028b',
    '\u0085',
    '\\t',
    'C:\\x.html',
    'C:',
    'a:b',
    'a*?<>|"b',
    '\\\\server\\share',
  ],
  ...[
    '\ud800',
    '\ud801',
    '\udc00',
    'a\ud800.html',
    '\ufffd',
    'a\ufffd.html',
    '%2e%2e',
    '%2f',
    '%2F',
    'http:',
    'https:',
    'http',
    'https',
  ],
  ...[
    'x'.repeat(120),
    'x'.repeat(121),
    'x'.repeat(255),
    'x'.repeat(300),
    `${'x'.repeat(300)}y`,
    '日'.repeat(100),
    `${'a'.repeat(115)}.html`,
  ],
  ...[
    '~0123456789abcdef',
    'progra~1.html',
    '&amp;',
    '<b>',
    '=cmd()',
    '__proto__',
    'constructor',
    '#a',
    '?a=b',
    'a?b=c/d',
  ],
] as const;

const FOLDERS = [
  ...['', '/', '//', '../', './', '../../', '/../', 'a/', 'A/', 'a//', 'a/../', 'a.html/', 'index.tsv/', 'index.html/'],
  ...[
    'con/',
    'é/',
    'e\u0301/',
    `${'d'.repeat(200)}/`,
    'x/'.repeat(40),
    'x/'.repeat(3000),
    'http/',
    'https/',
    'https/a.example/',
    '.git/',
  ],
  ...['http://a.example/', 'https://a.example/', 'HTTPS://a.example/', 'https://A.example/', 'https://a.example:8080/'],
  ...[
    'https://u@a.example/',
    'https://a.example//',
    'https://a.example/a/',
    'https://',
    'ftp://a.example/',
    'file:///',
    'urn:',
  ],
] as const;

const ENDS = ['', '/', '.html', '/index.html', '/a.html'] as const;

/** Different ids, at least this many. */
export function hostileIds(least: number): string[] {
  const ids = new Set<string>();
  for (const folder of FOLDERS) for (const name of NAMES) for (const end of ENDS) ids.add(`${folder}${name}${end}`);
  for (let at = 0; ids.size < least; at += 1) ids.add(`extra/${at}`);
  return [...ids];
}
