/** A tree in the format of html5lib's tree construction tests, by a cursor. */
import type { Cursor, HtmlTree, Namespace } from 'refrain/html';

const PREFIXES: Readonly<Record<Namespace, string>> = { html: '', svg: 'svg ', mathml: 'math ' };

/** Attributes with a namespace (section "Adjust foreign attributes"). The format has a space instead of the colon. */
const FOREIGN = new Set(
  'xlink:actuate xlink:arcrole xlink:href xlink:role xlink:show xlink:title xlink:type xml:lang xml:space xmlns:xlink'.split(
    ' ',
  ),
);

const attributeName = (name: string, namespace: Namespace): string => {
  if (namespace === 'html') return name;
  if (name === 'xmlns') return 'xmlns xmlns';
  return FOREIGN.has(name) ? name.replace(':', ' ') : name;
};

function linesOf(cursor: Cursor): string[] {
  switch (cursor.kind) {
    case 'text':
      return [`"${cursor.text}"`];
    case 'comment':
      return [`<!-- ${cursor.text} -->`];
    case 'fragment':
      return ['content'];
    case 'doctype': {
      const { name, publicId, systemId } = cursor;
      return [`<!DOCTYPE ${name}${publicId || systemId ? ` "${publicId ?? ''}" "${systemId ?? ''}"` : ''}>`];
    }
    case 'element': {
      const { name, namespace, attributes } = cursor;
      const named = Array.from(attributes, ([key, value]) => [attributeName(key, namespace), value] as const);
      named.sort(([one], [other]) => (one < other ? -1 : 1));
      return [`<${PREFIXES[namespace]}${name}>`, ...named.map(([key, value]) => `  ${key}="${value}"`)];
    }
    default:
      return [];
  }
}

export function serialize(tree: HtmlTree): string {
  const cursor = tree.cursor();
  const lines: string[] = [];
  let indent = '| ';
  if (!cursor.firstChild()) return '';
  for (;;) {
    lines.push(...linesOf(cursor).map((line) => indent + line));
    if (cursor.firstChild()) {
      indent += '  ';
      continue;
    }
    while (!cursor.nextSibling()) {
      cursor.parent();
      indent = indent.slice(0, -2);
      if (indent === '') return lines.join('\n');
    }
  }
}
