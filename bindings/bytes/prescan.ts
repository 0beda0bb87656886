/** The prescan of the HTML standard: which character set the first `meta` that names one means. */
import { latin1 } from './decoders.ts';

/** What begins at a `<`: a comment, a `meta`, another tag with its name, or a declaration. */
const MARKUP = /<(?:(!--)|(meta)(?=[\t\n\f\r /])|(\/?[a-z])[^\t\n\f\r >]*|[!/?])/gi;
/** An attribute; an empty name at the end of a tag. */
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />]?[^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)?))?/gy;
/** The attributes that are read. */
const NAMES: ReadonlySet<string> = new Set(['charset', 'http-equiv', 'content']);
/** The charset in the content of a `meta` that stands for a header. */
const META_CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i;

/** The name that `nameOf` gives to the label of the first `meta` which has one. Linear in the bytes. */
export function prescan(bytes: Uint8Array, nameOf: (label: string) => string | undefined): string | undefined {
  const text = latin1(bytes);
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(text); found !== null; found = MARKUP.exec(text)) {
    const [, comment, meta, tag] = found;
    if (meta !== undefined || tag !== undefined) {
      const attributes = new Map<string, string>();
      MARKUP.lastIndex = readAttributes(text, MARKUP.lastIndex, attributes);
      const name = meta === undefined ? undefined : nameOf(labelOf(attributes));
      if (name !== undefined) return name;
    } else {
      // `<!-->` is a comment too.
      const [close, from] = comment === undefined ? ['>', found.index] : ['-->', found.index + 2];
      const end = text.indexOf(close, from);
      if (end < 0) return undefined;
      MARKUP.lastIndex = end + close.length;
    }
  }
  return undefined;
}

/** Reads the attributes of a tag with these names, the first of each; the offset behind all attributes. */
function readAttributes(text: string, from: number, into: Map<string, string>): number {
  for (let at = from; ; at = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = at;
    const [all = '', name = '', double, single, bare] = ATTRIBUTE.exec(text) ?? [];
    if (name === '') return at + all.length;
    const key = name.toLowerCase();
    if (NAMES.has(key) && !into.has(key)) into.set(key, double ?? single ?? bare ?? '');
  }
}

/** The label of a character set that a `meta` with these attributes has; empty without one. */
function labelOf(attributes: ReadonlyMap<string, string>): string {
  const charset = attributes.get('charset');
  if (charset !== undefined) return charset;
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return '';
  const [, double, single, bare] = META_CHARSET.exec(attributes.get('content') ?? '') ?? [];
  return double ?? single ?? bare ?? '';
}
