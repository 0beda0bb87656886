/** Extracts names of authors from texts around them. */
import * as words from '../vocabulary.ts';
import { keyOf, LETTERS, plain } from './plain-text.ts';

/** Text before a name: "Posted by", "Autor:". */
export const BEFORE = new RegExp(
  String.raw`^\W*(?:(?:[^\s,;]+ ){0,3}?by\b(?! the)|(?:${words.WRITTEN} )?(?!by)${words.BY}(?= \S+ \S)|${words.AUTHOR}(?=\s*[:：]|\s+\S))\s*[:：]?\s*`,
  'i',
);
/** A date, and the time of day. */
const WHEN = String.raw`.{0,60}\d{4}[\d\W]{1,16}(?:(?:[ap]m\b ?)?[A-Z]{2,4}\b\W{1,3})?`;
const BYLINE = new RegExp(
  String.raw`^(?:this (?:post|article|story|page) (?:was|is) (?=written by )|(?:${WHEN})?\W*)(?:(?:(?:${words.PICTURE_WORK}\S* (?:and|&) )?(?:${words.WRITTEN}|${words.WORK}))\s+)?(?:${words.BY}(?:\s*[:：]|\s|$)|${words.AUTHOR}\s*[:：])\s*`,
  'i',
);
/** A byline of a writer, not of a commenter. */
const WRITER_LINE = new RegExp(
  String.raw`^(?:this (?:post|article|story) (?:was|is) )?(?:written|geschrieben|verfasst|escrito|écrit|scritto|geschreven|${words.WORK}) ${words.BY}(?::|$| (?=\S+ \S))`,
  'i',
);

/** A byline that only styles separate from the name. */
const JOINED = /^(?:By|by|Von|von|Par|par|Por|por)(?=\p{Lu}\p{Ll})/u;

/** The names in a byline, or in the line after it. In threads, it is one name of any form. */
export function bylineOf(line: string, next: string, isThread = false): string[] {
  const text = line.replace(JOINED, '$& ');
  if (!BYLINE.test(text)) return [];
  const names = text.replace(BYLINE, '') || next;
  if (names.length > 80) return [];
  return isThread ? [...(names.match(/^[\p{L}\p{N}_][^,]*/u) ?? [])] : /^[\p{Lu}\p{Lo}]/u.test(names) ? [names] : [];
}

/** The writer in the bylines of a text, if they agree. */
export function writerIn(text: string): string[] {
  const lines = text.split('\n');
  const found = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (line.length > 160 || !WRITER_LINE.test(line)) continue;
    for (const name of bylineOf(line, lines[at + 1] ?? '')) found.add(name);
  }
  return found.size === 1 ? [...found] : [];
}

/** Lines of forums with the author of a thread. */
const STARTER = /^(?:thread|topic) (?:starter|author):? (\S.*)$|^(\S.*) discussion starter$/i;

export function starterOf(line: string): string[] {
  const [, after, before] = STARTER.exec(line) ?? [];
  return [after ?? before].filter((name) => name !== undefined);
}

/** What follows a name. */
const AFTER = new RegExp(
  [
    String.raw`\s*(?:[|•·⋅–—/<»]|\s-\s|(?<=\s|^)${words.AFTER_AUTHOR}(?![\w-])|(?<=\s)\d{1,2}(?:st|nd|rd|th)?\b|(?<=\s)\d{4}-\d\d`,
    String.raw`(?<=\s|^)\d+ (?:min|hours?|days?|months?|years?)|(?:${words.MONTHS.join('|')})[a-z]*\.? \d).*$`,
  ].join('|'),
  'i',
);
/** Degrees and posts after a name. */
const TITLES = new RegExp(
  [
    String.raw`^(?:${words.DEGREE}|[MB]\.?[AS]\b.*|[A-Z][A-Za-z]?[A-Z.]{1,4}|[JS]r|II|III`,
    String.raw`${words.RANK}\b.*|(?:[A-Z][\p{L}&-]* )*${words.POST})\.?$`,
  ].join('|'),
  'u',
);
/** A date before a name. */
const DATED = new RegExp(
  String.raw`^(?:[${LETTERS}]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [${LETTERS}]{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})(?:\s*[^${LETTERS}\d\s|]\s*|(?=\p{Lu}))`,
  'u',
);
const SEPARATOR = new RegExp(
  String.raw`\s*(?:[,;、，]|\s(?:and|und|et|with|&)\s|\s(?<=[^\s,;] [^\s,;]+\s)${words.AND}\s(?=[^\s,;]+ [^\s,;]))\s*`,
  'u',
);
/** A name with the family name first. */
const FAMILY_FIRST = /^(\p{Lu}[\p{L}'-]+), (\p{Lu}[\p{L}.'-]*(?: \p{L}\.?)?)$/u;

/** Removes an office after the first post: a name of a single word indicates one. */
function withoutOffice(names: readonly string[]): readonly string[] {
  const post = names.findIndex((name, at) => at > 0 && TITLES.test(name));
  const rest = names.slice(post + 1).filter((name) => !TITLES.test(name));
  const isOffice = rest.some((name) => !/\S\s+\S/.test(name));
  return post > 0 && isOffice ? names.slice(0, post) : names;
}

/** Legal forms of firms at the end of a name. */
const FIRM =
  /(?:^|\s)(?:Inc|LLC|Ltd|Corp|Corporation|Limited|PLC|GmbH(?: & Co\. KGa?A?)?|AG|KG|S\.?A|S\.?[Rr]\.?[Ll])\.?$/;

export const isFirm = (name: string): boolean => FIRM.test(name);

/** Texts in the place of a name. */
const NO_AUTHOR = new RegExp(String.raw`^(?:admin\w*|${words.NO_AUTHOR}|.)$`, 'i');

/** True if a text at a post may be the name of its author: no label, count or letter in the place of a picture. */
export const isMember = (text: string): boolean => !NO_AUTHOR.test(text) && !/^[\d.,]*[km]?$|[:：]/i.test(text);

/** Texts that are not names. */
const NO_NAME = [
  NO_AUTHOR,
  /^\d+ |[:：@{}[\]=#?!*©]|www\.|\.(?:com|org|net|php)\b/i,
  // A name that starts with a capital has no long word in lower case.
  /^(?:[Oo]ur|[Mm]y|[Aa]ll|[Vv]iew|[Ss]ee) |^\p{Lu}\S* (?:\S+ )*?(?!della|delle|degli)\p{Ll}{5,}(?: |$)/u,
  FIRM,
  TITLES,
  new RegExp(`^${words.PICTURE_WORK}`, 'i'),
];

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) &&
  name.length <= 50 &&
  name.split(' ').length <= 5 &&
  !NO_NAME.some((pattern) => pattern.test(name));

/** Two or three words like a personal name. Names of newspapers and firms often match. */
const PERSONAL = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}.'’-]*)? \p{Lu}[\p{L}'’-]+$/u;
const IN_ORGANISATION = new RegExp(String.raw`^${words.ARTICLE} |(?:^|\s)${words.ORGANISATION}(?:$|\s)`, 'iu');

/** True if the name of a site is a personal name. */
export const isPersonal = (name: string): boolean => PERSONAL.test(name) && !IN_ORGANISATION.test(name);

/** True if a name is known not to be an author's. */
export type NameTest = (name: string) => boolean;

/** The names in a text that names authors. */
function namesIn(text: string, isOther: NameTest): string[] {
  if (/^\W*(?:https?:|www\.)/i.test(text) || NO_AUTHOR.test(text) || isOther(text)) return [];
  const names = plain(text.slice(0, 400)).replace(DATED, '').replace(BEFORE, '').replace(AFTER, '');
  const [, family, given = ''] = FAMILY_FIRST.exec(names) ?? [];
  if (family !== undefined && !TITLES.test(given)) return namesIn(`${given} ${family}`, isOther);
  return withoutOffice(names.split(SEPARATOR))
    .map((name) => name.replace(/^(?:by|and) |^@(?=\w)|<[^>]*>|\s*\([^)]*\)$|^["“”']+|["“”':.]+$/gi, '').trim())
    .filter((name) => isName(name) && !isOther(name));
}

/** The names of the first of some lists that has any, each once. */
export function firstNames(lists: Iterable<readonly string[]>, isOther: NameTest): string[] {
  for (const list of lists) {
    const names = list.flatMap((text) => namesIn(text, isOther));
    if (names.length > 0) return [...new Map(names.map((name) => [keyOf(name), name])).values()];
  }
  return [];
}
