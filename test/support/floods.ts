/** Pages that are slow to parse, by name, with about the given number of bytes. */
const fill = (piece: string | ((index: number) => string), bytes: number): string => {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const text = typeof piece === 'string' ? piece : piece(index);
    pieces.push(text);
    length += text.length;
  }
  return pieces.join('');
};

export const floods: Readonly<Record<string, (bytes: number) => string>> = {
  'nested elements': (bytes) => fill('<div>', bytes),
  'nested elements, then their end tags': (bytes) => fill('<div>', bytes / 2) + fill('</div>', bytes / 2),
  'open formatting elements': (bytes) => fill('<b>', bytes),
  'formatting elements of many kinds': (bytes) => fill((index) => `<font color=${index}>`, bytes),
  'paragraphs that reopen formatting': (bytes) => `<b><i><u><s>${fill('<p>x', bytes)}`,
  'paragraphs that each add formatting': (bytes) => fill('<p><font color=i>x', bytes),
  'links in links': (bytes) => fill('<a>', bytes),
  'misnested formatting': (bytes) => fill('<b><p></b></p>', bytes),
  'end tags without elements': (bytes) => fill('</p>', bytes),
  'unknown elements, other end tags': (bytes) => fill('<x></y>', bytes),
  'text out of tables': (bytes) => `<table>${fill('x<tr>', bytes)}`,
  'tables in tables': (bytes) => fill('<table>', bytes),
  'templates in templates': (bytes) => fill('<template>', bytes),
  'foreign elements, other end tags': (bytes) => fill('<svg><g></x>', bytes),
  'options and selectedcontent': (bytes) =>
    `<select><selectedcontent></selectedcontent>${fill('<option selected>x', bytes)}`,
  attributes: (bytes) => `<p ${fill((index) => `a${index}=1 `, bytes)}>`,
  'the same attributes again and again': (bytes) => fill('<b a=1 b=2 c=3><p>', bytes),
  'character references': (bytes) => fill('&amp;&notit;&#x41;', bytes),
  ampersands: (bytes) => fill('&', bytes),
  'less-than signs': (bytes) => fill('<', bytes),
  'comments that do not end': (bytes) => `<!--${fill('--!', bytes)}`,
  'scripts that do not end': (bytes) => `<script>${fill('<!--<script>', bytes)}`,
  'NUL bytes': (bytes) => `<p>${fill('\0', bytes)}`,
  'carriage returns': (bytes) => `<p>${fill('\r', bytes)}`,
};
