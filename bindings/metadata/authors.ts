/** Names of authors, from texts that often have more than names. */
import {
  AFTER_AUTHOR,
  AND,
  ARTICLE,
  AUTHOR,
  BY,
  DEGREE,
  EDITORS,
  EDITORS_OF,
  MONTHS,
  NO_AUTHOR,
  OFFICE,
  ORGANISATION,
  PICTURE_WORK,
  POST,
  RANK,
  WORK,
  WRITTEN,
} from '../vocabulary.ts';
import { keyOf, LETTERS, plain } from './plain-text.ts';

/** What precedes a name, in several languages: "Posted by", "Autor:". */
export const BEFORE = new RegExp(
  String.raw`^\W*(?:(?:[^\s,;]+ ){0,3}?by\b(?! the)|(?:${WRITTEN} )?(?!by)${BY}(?= \S+ \S)|${AUTHOR}(?=\s*[:：]|\s+\S))\s*[:：]?\s*`,
  'i',
);
/** A date, and the time of day. */
const WHEN = String.raw`.{0,60}\d{4}[\d\W]{1,16}(?:(?:[ap]m\b ?)?[A-Z]{2,4}\b\W{1,3})?`;
const BYLINE = new RegExp(
  String.raw`^(?:this (?:post|article|story|page) (?:was|is) (?=written by )|(?:${WHEN})?\W*)(?:(?:(?:${PICTURE_WORK}\S* (?:and|&) )?(?:${WRITTEN}|${WORK}))\s+)?(?:${BY}(?:\s*[:：]|\s|$)|${AUTHOR}\s*[:：])\s*`,
  'i',
);
/** A byline of a writer, and not of who posted a remark. */
const WRITER_LINE = new RegExp(
  String.raw`^(?:this (?:post|article|story) (?:was|is) )?(?:written|geschrieben|verfasst|escrito|écrit|scritto|geschreven|${WORK}) ${BY}(?::|$| (?=\S+ \S))`,
  'i',
);

/** A byline whose styles separate it from the name. */
const JOINED = /^(?:By|by|Von|von|Par|par|Por|por)(?=\p{Lu}\p{Ll})/u;

/** The name in a byline, or in the line after it; none in other lines. In threads, names have any form. */
export function bylineOf(line: string, next: string, isThread = false): string[] {
  const text = line.replace(JOINED, '$& ');
  if (!BYLINE.test(text)) return [];
  const name = text.replace(BYLINE, '') || next;
  return (isThread ? /^[\p{L}\p{N}_]/u : /^[\p{Lu}\p{Lo}]/u).test(name) && name.length <= 80 ? [name] : [];
}

/** The writer whom one line of a text names, or the line after it. */
export function writerIn(text: string): string[] {
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) =>
    line.length <= 160 && WRITER_LINE.test(line) ? bylineOf(line, lines[at + 1] ?? '') : [],
  );
  return new Set(found).size === 1 ? found : [];
}

/** The lines of forums that name who began a thread. */
const STARTER = /^(?:thread|topic) (?:starter|author):? (\S.*)$|^(\S.*) discussion starter$/i;

export function starterOf(line: string): string[] {
  const [, after, before] = STARTER.exec(line) ?? [];
  return [after ?? before].filter((name) => name !== undefined);
}

/** What follows a name. */
const AFTER = new RegExp(
  [
    String.raw`\s*(?:[|•·⋅–—/<»]|\s-\s|(?<=\s|^)${AFTER_AUTHOR}(?![\w-])|(?<=\s)\d{1,2}(?:st|nd|rd|th)?\b|(?<=\s)\d{4}-\d\d`,
    String.raw`(?<=\s|^)\d+ (?:min|hours?|days?|months?|years?)|(?:${MONTHS.join('|')})[a-z]*\.? \d).*$`,
  ].join('|'),
  'i',
);
/** Degrees and posts after a name. */
const TITLES = new RegExp(
  [
    String.raw`^(?:${DEGREE}|[MB]\.?[AS]\b.*|[A-Z][A-Za-z]?[A-Z.]{1,4}|[JS]r|II|III`,
    String.raw`${RANK}\b.*|(?:[A-Z][\p{L}&-]* )*${POST})\.?$`,
  ].join('|'),
  'u',
);
/** A date before a name. */
const DATED = new RegExp(
  String.raw`^(?:[${LETTERS}]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [${LETTERS}]{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})(?:\s*[^${LETTERS}\d\s|]\s*|(?=\p{Lu}))`,
  'u',
);
const SEPARATOR = new RegExp(
  String.raw`\s*(?:[,;、，]|\s(?:and|und|et|with|&)\s|\s(?<=[^\s,;] [^\s,;]+\s)${AND}\s(?=[^\s,;]+ [^\s,;]))\s*`,
  'u',
);
/** A name in catalogues: the family first. */
const FAMILY_FIRST = /^(\p{Lu}[\p{L}'-]+), (\p{Lu}[\p{L}.'-]*(?: \p{L}\.?)?)$/u;

const IN_OFFICE = new RegExp(String.raw`(?:^|\s)${OFFICE}(?:$|\s)`, 'u');

/** Names before the first post, if those after it are of an office: one has no second word, or a word for offices. */
function withoutOffice(names: readonly string[]): readonly string[] {
  const post = names.findIndex((name, at) => at > 0 && TITLES.test(name));
  const rest = names.slice(post + 1).filter((name) => !TITLES.test(name));
  const isOffice = rest.some((name) => !/\S\s+\S/.test(name) || IN_OFFICE.test(name));
  return post > 0 && isOffice ? names.slice(0, post) : names;
}

/** Texts that are not names. */
const NO_NAME = [
  new RegExp(String.raw`^(?:admin\w*|${EDITORS_OF}? ?${EDITORS}(?: staff| team)?|${NO_AUTHOR}|.)$`, 'i'),
  /^\d+ |[:：@{}[\]=#?!*©]|www\.|\.(?:com|org|net|php)\b/i,
  // A name has no long word in lower case, unless it has no capital at its start.
  /^(?:[Oo]ur|[Mm]y|[Aa]ll|[Vv]iew|[Ss]ee) |^\p{Lu}\S* (?:\S+ )*?(?!della|delle|degli)\p{Ll}{5,}(?: |$)/u,
  /(?:^|\s)(?:Inc|LLC|Ltd|GmbH|Corp|Corporation|Limited|PLC)\.?$/,
  TITLES,
  new RegExp(`^${PICTURE_WORK}`, 'i'),
];

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) &&
  name.length <= 50 &&
  name.split(' ').length <= 5 &&
  !NO_NAME.some((pattern) => pattern.test(name));

/** A name of a person, in two or three words; those of newspapers and firms are often like it. */
const PERSONAL = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}.'’-]*)? \p{Lu}[\p{L}'’-]+$/u;
const IN_ORGANISATION = new RegExp(String.raw`^${ARTICLE} |(?:^|\s)(?:${ORGANISATION}|${OFFICE})(?:$|\s)`, 'iu');

/** True if a site has the name of a person, who writes it. */
export const isPersonal = (name: string): boolean => PERSONAL.test(name) && !IN_ORGANISATION.test(name);

/** True if a name is known to be that of no author. */
export type NameTest = (name: string) => boolean;

/** The names in a text that names authors. */
function namesIn(text: string, isOther: NameTest): string[] {
  if (/^\W*(?:https?:|www\.)/i.test(text) || isOther(text)) return [];
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
    const names = new Map<string, string>();
    for (const text of list) for (const name of namesIn(text, isOther)) names.set(keyOf(name), name);
    if (names.size > 0) return [...names.values()];
  }
  return [];
}
