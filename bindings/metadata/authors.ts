/** Names of authors, from texts that often have more than names. */
import { normalForm } from '../normal-form.ts';
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
import { plain } from './facts.ts';
import { LETTERS } from './letters.ts';

/** Letters and digits in lower case, by which names and titles are compared. */
export const keyOf = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase().replace(/[^a-z\d]+/g, '')
    : normalForm(text, 'NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '');

/** What stands before a name, in several languages: "Posted by", "Autor:". */
export const BEFORE = new RegExp(
  String.raw`^\W*(?:(?:[^\s,;]+ ){0,3}?by\b(?! the)|(?:${WRITTEN} )?(?!by)${BY}(?= \S+ \S)|${AUTHOR}(?=\s*[:：]|\s+\S))\s*[:：]?\s*`,
  'i',
);
/** A date, and the time of day. */
const WHEN = String.raw`.{0,60}\d{4}[\d\W]{1,16}(?:(?:[ap]m\b ?)?[A-Z]{2,4}\b\W{1,3})?`;
const LINE = new RegExp(
  String.raw`^(?:${WHEN})?\W*(?:(?:(?:${PICTURE_WORK}\S* (?:and|&) )?(?:${WRITTEN}|${WORK}))\s+)?(?:${BY}(?:\s*[:：]|\s|$)|${AUTHOR}\s*[:：])\s*`,
  'i',
);
/** The same where styles alone divide it from the name. */
const JOINED = /^(?:By|by|Von|von|Par|par|Por|por)(?=\p{Lu}\p{Ll})/u;
/** A sentence that names a writer. */
const SENTENCE_BY = /^this (?:post|article|story|page) (?:was|is) (?=written by )/i;

/** The lines of forums that name who began a thread. */
const STARTER = /^(?:thread|topic) (?:starter|author):? (\S.*)$|^(\S.*) discussion starter$/i;

export function starterOf(line: string): string[] {
  const [, after, before] = STARTER.exec(line) ?? [];
  const name = after ?? before;
  return name === undefined ? [] : [name];
}

/** The name in a line of text that says who wrote, or in the line after it; none in other lines. `isThread`: members have names of any form. */
export function bylineOf(line: string, next: string, isThread = false): string[] {
  const text = line.replace(JOINED, '$& ').replace(SENTENCE_BY, '');
  if (!LINE.test(text)) return [];
  const name = text.replace(LINE, '') || next;
  if (!(isThread ? /^[\p{L}\p{N}_]/u : /^(?:\p{Lu}|\p{Lo})/u).test(name) || name.length > 80) return [];
  return [text.length < line.length ? name.replace(/,.*/, '') : name];
}

/** A line that says who wrote, and not who posted a remark. */
const WRITER_LINE = new RegExp(
  String.raw`^(?:this (?:post|article|story) (?:was|is) )?(?:written|geschrieben|verfasst|escrito|écrit|scritto|geschreven|${WORK}) ${BY}(?::|$| (?=\S+ \S))`,
  'i',
);

/** The writer whom one line of a text names, or the line after it. */
export function writerIn(text: string): string[] {
  const lines = text.split('\n');
  const found = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (line.length > 160 || !WRITER_LINE.test(line)) continue;
    for (const name of bylineOf(line, lines[at + 1] ?? '')) found.add(name);
  }
  return found.size === 1 ? [...found] : [];
}

/** What follows a name. */
const AFTER = new RegExp(
  [
    String.raw`\s*(?:[|•·⋅–—/<»]|\s-\s|(?<=\s|^)${AFTER_AUTHOR}(?![\w-])|(?<=\s)\d{1,2}(?:st|nd|rd|th)?\b|(?<=\s)\d{4}-\d\d`,
    String.raw`(?<=\s|^)\d+ (?:min|hours?|days?|months?|years?)|(?:${MONTHS.join('|')})[a-z]*\.? \d).*$`,
  ].join('|'),
  'i',
);
/** Degrees and posts behind a name. */
const TITLES = new RegExp(
  [
    String.raw`^(?:${DEGREE}|[MB]\.?[AS]\b.*|[A-Z][A-Za-z]?[A-Z.]{1,4}|[JS]r|II|III`,
    String.raw`${RANK}\b.*|(?:[A-Z][\p{L}&-]* )*${POST})\.?$`,
  ].join('|'),
  'u',
);
/** Those of them that are no posts. */
const DEGREE_ALONE = new RegExp(String.raw`^(?:${DEGREE}|[A-Z.]{2,6}|[JS]r|II|III)\.?$`);
/** What the name of an office has. */
const IN_OFFICE = new RegExp(String.raw`(?:^|\s|-)${OFFICE}(?:$|\s)`, 'u');

/**
 * Names before the first post, and those behind it, unless they are of an office: one that has no second word, or a word for offices,
 * was cut at its commas.
 */
function withoutOffices(names: readonly string[]): readonly string[] {
  const others = names.filter((name, at) => at === 0 || !IN_OFFICE.test(name));
  const post = names.findIndex((name, at) => at > 0 && TITLES.test(name) && !DEGREE_ALONE.test(name));
  const behind = names.slice(post + 1).filter((name) => !TITLES.test(name));
  const isOffice = behind.some((name) => !/\S\s+\S/.test(name.trim()) || IN_OFFICE.test(name));
  return post > 0 && isOffice ? names.slice(0, post) : others;
}

/** Names up to the first one with a label of its own: "design: Ben Weir". */
function beforeLabel(names: readonly string[]): readonly string[] {
  const label = names.findIndex((name) => /^[\p{L} ]+[:：]\s/u.test(name));
  return label < 0 ? names : names.slice(0, label);
}

/** Degrees and posts without a comma between. */
const DEGREES = new RegExp(
  String.raw`(?<=\S \S+) (?:${DEGREE}|(?:(?:Senior|Staff|Freelance|Contributing) )?(?:[Ww]riter|[Ee]ditor|[Rr]eporter|[Jj]ournalist))\.?$`,
);
/** A date before a name. */
const DATED = new RegExp(
  String.raw`^(?:[${LETTERS}]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [${LETTERS}]{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})(?:\s*[^${LETTERS}\d\s|]\s*|(?=\p{Lu}))`,
  'u',
);
const NO_NAME = new RegExp(String.raw`^(?:admin\w*|${EDITORS_OF}? ?${EDITORS}(?: staff| team)?|${NO_AUTHOR}|.)$`, 'i');

/** A name has no long word in lower case, unless it has no capital at its start. */
const SENTENCE =
  /^(?:[Oo]ur|[Mm]y|[Aa]ll|[Vv]iew|[Ss]ee) |^\p{Lu}\S* (?:\S+ )*?(?!della|delle|degli)\p{Ll}{5,}(?: |$)/u;
/** What the name of a firm ends with. */
const FIRM = /(?:^|\s)(?:Inc|LLC|Ltd|GmbH|Corp|Corporation|Limited|PLC)\.?$/;

/** Who made the pictures, where the writer is named behind or before, or not at all. */
const PICTURES = new RegExp(
  String.raw`(?:^|[\s,;|(/–—-]+(?:(?:and|und|&|${AND}) )?)(?:${PICTURE_WORK})[^\s,;:]*(?: ${BY}\s|\s?:).*?(?=\b${WORK} ${BY} |$)`,
  'i',
);

const ADDRESS = /^\W*(?:https?:|www\.)/i;
const SEPARATOR = new RegExp(
  String.raw`\s*(?:[,;、，]|\s(?:and|und|et|with|&)\s|\s(?<=[^\s,;] [^\s,;]+\s)${AND}\s(?=[^\s,;]+ [^\s,;]))\s*`,
  'u',
);
/** A name in catalogues: the family first. */
const TURNED = /^(\p{Lu}[\p{L}'-]+), (\p{Lu}[\p{L}.'-]*(?: \p{L}\.?)?)$/u;

/** Whether a name is known to be that of no author. */
export type IsKnown = (name: string) => boolean;

/** A name of a person, in two or three words; those of newspapers and firms are often like it. */
const PERSONAL = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}.'’-]*)? \p{Lu}[\p{L}'’-]+$/u;
const IN_ORGANISATION = new RegExp(String.raw`^${ARTICLE} |(?:^|\s)${ORGANISATION}(?:$|\s)`, 'iu');

/** Whether a site has the name of a person, who writes it. */
export const isPersonal = (name: string): boolean =>
  PERSONAL.test(name) && !IN_ORGANISATION.test(name) && !IN_OFFICE.test(name);

/** The names in a text that says who wrote. */
function namesIn(text: string, isKnown: IsKnown): string[] {
  if (ADDRESS.test(text) || isKnown(text)) return [];
  const names = plain(text.slice(0, 400))
    .replace(PICTURES, '')
    .replace(DATED, '')
    .replace(BEFORE, '')
    .replace(AFTER, '');
  const turned = names.includes(',') ? TURNED.exec(names) : null;
  if (turned?.[2] && !TITLES.test(turned[2])) return namesIn(`${turned[2]} ${turned[1]}`, isKnown);
  return (SEPARATOR.test(names) ? withoutOffices(beforeLabel(names.split(SEPARATOR))) : [names])
    .map((name) =>
      name
        .replace(/^(?:by|and) |^@(?=\w)|<[^>]*>|\s*\([^)]*\)$|^["“”']+|["“”':.]+$/gi, '')
        .trim()
        .replace(DEGREES, ''),
    )
    .filter((name) => isName(name) && !isKnown(name));
}

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) &&
  name.length <= 50 &&
  name.split(' ').length <= 5 &&
  !/^\d+ |[:：@{}[\]=#?!*©]|www\.|\.(?:com|org|net|php)\b/i.test(name) &&
  !NO_NAME.test(name) &&
  !SENTENCE.test(name) &&
  !FIRM.test(name) &&
  !TITLES.test(name);

/** The names of the first of some lists that has any, each once. */
export function firstNames(lists: Iterable<readonly string[]>, isKnown: IsKnown): string[] {
  for (const list of lists) {
    if (list.length === 0) continue;
    const names = new Map<string, string>();
    for (const text of list) for (const name of namesIn(text, isKnown)) names.set(keyOf(name), name);
    if (names.size > 0) return [...names.values()];
  }
  return [];
}
