/** The prescan of the HTML standard: the character set of the first `meta` that declares one. */
import { latin1 } from './decoders.ts';

/**
 * A comment, the name of a tag (of a `meta`: in the first group), or other markup. Markup without an end extends to the
 * end of the text.
 */
const TOKEN = /<(?:!(?=--)[\s\S]*?(?:-->|$)|(meta)(?=[\t\n\f\r />])|(\/?[a-z][^\t\n\f\r >]*)|[!/?][^>]*)/gi;

/**
 * An attribute of a tag: its name, and its value. A value without its second quotation mark is empty; then further
 * attributes follow.
 */
const ATTRIBUTE =
  /[\t\n\f\r /]*(=?[^\t\n\f\r />=]+|=)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|(?!["'])([^\t\n\f\r >]*)|))?/y;

/** The charset in the content of a `meta` that replaces a header. */
const META_CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i;

/** Values by names of attributes. If a name occurs several times, the first value is used. */
type Attributes = Partial<Record<string, string>>;

/** The label of a character set in a `meta` with these attributes; empty without one. */
function labelOf({ charset, content = '', 'http-equiv': header }: Attributes): string {
  if (charset !== undefined) return charset;
  if (header?.toLowerCase() !== 'content-type') return '';
  const [, double, single, bare] = META_CHARSET.exec(content) ?? [];
  return double ?? single ?? bare ?? '';
}

/** Returns the result of `nameOf` for the first `meta` whose label `nameOf` knows. Linear in the bytes. */
export function prescan(bytes: Uint8Array, nameOf: (label: string) => string | undefined): string | undefined {
  const text = latin1(bytes);
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [, meta, tag] = token;
    ATTRIBUTE.lastIndex = TOKEN.lastIndex;
    if (meta !== undefined) {
      const name = nameOf(labelOf(attributesAt(text)));
      if (name !== undefined) return name;
    } else if (tag !== undefined) {
      while (ATTRIBUTE.test(text)) TOKEN.lastIndex = ATTRIBUTE.lastIndex;
    }
  }
  return undefined;
}

function attributesAt(text: string): Attributes {
  const attributes: Attributes = {};
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    TOKEN.lastIndex = ATTRIBUTE.lastIndex;
    const [, name = '', double, single, bare = ''] = found;
    const key = name.toLowerCase();
    if (!(key in attributes)) attributes[key] = double ?? single ?? bare;
  }
  return attributes;
}
