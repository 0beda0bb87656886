/** Names that every file system takes, and that differ where letter case and the form of characters do not count. */
import { createHash } from 'node:crypto';
import { unicodeEscape } from '../formats/json-line.ts';

/** Lower-case ASCII that is no special character of any system; neither a dot nor a space at an end. */
const PLAIN_PART = /^[a-z0-9_](?:[a-z0-9 _.,+=@%()&'-]*[a-z0-9_,+=@%()&'-])?$/;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?:[ .]|$)/i;
/** Bytes of a plain name, and of what other names keep: file systems take 255, and some of them only 143. */
const PART_MAX = 120;
const SHOWN_MAX = 60;
/** Hexadecimal digits: 128 bits. */
const HASH_DIGITS = 32;

/** Whether a text is a name as it is. No such name has a `~`, which stands before every hash. */
export const isPlainPart = (part: string): boolean =>
  part.length <= PART_MAX && PLAIN_PART.test(part) && !DEVICE.test(part);

/** Stands for a text of which a name keeps only a part. */
export const hashDigits = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

/** What can be read of a text, as a name. Different texts may have the same. */
export function readablePart(part: string): string {
  const escaped = part
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} _.,+=@%()&'-]|\p{Default_Ignorable_Code_Point}/gu, '_')
    .replace(/^[ .-]+/, '');
  const cut = cutBytes(escaped, SHOWN_MAX).replace(/[ .]+$/, '');
  return cut === '' || DEVICE.test(cut) ? `_${cut}` : cut;
}

/** The characters that fit into this many bytes of UTF-8: the decoder waits for the rest of a character that is cut. */
const cutBytes = (text: string, max: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, max), { stream: true });

/** UTF-16 code units of a site's name that its folder may show. */
const SITE_MAX = 200;

/** The name of a site's folder: valid on every file system, and different for every site. */
export const siteFolder = (site: string): string =>
  isPlainPart(site) ? site : `${readablePart(site.slice(0, SITE_MAX))}~${hashDigits(JSON.stringify(site))}`;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** What would end a field or a line for some reader, or is no character: control characters and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const SPECIAL = /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]/gu;

/** A text in one line, without tabs. */
export const escaped = (field: string): string =>
  field.replace(SPECIAL, (character) => ESCAPES[character] ?? unicodeEscape(character));
