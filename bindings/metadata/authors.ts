/** Names of authors, from texts that often have more than names. */
import {
  AFTER_AUTHOR,
  AND,
  AUTHOR,
  BY,
  DEGREE,
  EDITORS,
  EDITORS_OF,
  MONTHS,
  NO_AUTHOR,
  OFFICE,
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
    : text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '');

/** What stands before a name, in several languages: "Posted by", "Autor:". */
export const BEFORE = new RegExp(
  String.raw`^\W*(?:(?:[^\s,;]+ ){0,3}?by\b(?! the)|(?:${WRITTEN} )?(?!by)${BY}(?= \S+ \S)|${AUTHOR}(?=\s*[:：]|\s+\S))\s*[:：]?\s*`,
  'i',
);
const LINE = new RegExp(
  String.raw`^(?:.{0,60}\d{4}\W{1,5})?\W*(?:(?:${WRITTEN}|${WORK})\s+)?(?:${BY}(?:\s*[:：]|\s|$)|${AUTHOR}\s*[:：])\s*`,
  'i',
);

/** What a line has that {@link bylineOf} reads, and one that {@link starterOf} reads. */
export const BYLINE = new RegExp(String.raw`\b${BY}\b|${AUTHOR}`, 'i');
export const STARTED = /(?:thread|topic) (?:starter|author)|discussion starter/i;

/** The lines of forums that name who began a thread. */
const STARTER = /^(?:thread|topic) (?:starter|author):? (\S.*)$|^(\S.*) discussion starter$/i;

export function starterOf(line: string): string[] {
  const [, after, before] = STARTER.exec(line) ?? [];
  const name = after ?? before;
  return name === undefined ? [] : [name];
}

/** The name in a line of text that says who wrote, or in the line after it; none in other lines. */
export function bylineOf(line: string, next: string): string[] {
  if (!LINE.test(line)) return [];
  const name = line.replace(LINE, '') || next;
  return /^(?:\p{Lu}|\p{Lo})/u.test(name) && name.length <= 80 ? [name] : [];
}

/** What follows a name. */
const AFTER = new RegExp(
  [
    String.raw`\s*(?:[|•·⋅–—/<]|\s-\s|\b${AFTER_AUTHOR}\b|(?<=\s)\d{1,2}(?:st|nd|rd|th)?\b`,
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

/** Who made the pictures, where the writer is named behind or before, or not at all. */
const PICTURES = new RegExp(
  String.raw`(?:^|[\s,;|(/–—-]+(?:(?:and|und|&|${AND}) )?)(?:${PICTURE_WORK})[^\s,;:]*(?: ${BY}\s|\s?:).*?(?=\b${WORK} ${BY} |$)`,
  'i',
);

const ADDRESS = /^\W*(?:https?:|www\.)/i;
const SEPARATOR = new RegExp(
  String.raw`\s*(?:[,;、，]|\s(?:and|und|et|with|&)\s|(?<=[^\s,;] [^\s,;]+)\s${AND}\s(?=[^\s,;]+ [^\s,;]))\s*`,
  'u',
);
/** A name in catalogues: the family first. */
const TURNED = /^(\p{Lu}[\p{L}'-]+), (\p{Lu}[\p{L}.'-]*(?: \p{L}\.?)?)$/u;

/** The names in a text that says who wrote; `known`: keys of names that are no authors. */
function namesIn(text: string, known: () => ReadonlySet<string>): string[] {
  if (ADDRESS.test(text)) return [];
  const names = plain(text.slice(0, 400))
    .replace(PICTURES, '')
    .replace(DATED, '')
    .replace(BEFORE, '')
    .replace(AFTER, '');
  const turned = names.includes(',') ? TURNED.exec(names) : null;
  if (turned?.[2] && !TITLES.test(turned[2])) return namesIn(`${turned[2]} ${turned[1]}`, known);
  return (SEPARATOR.test(names) ? withoutOffices(names.split(SEPARATOR)) : [names])
    .map((name) =>
      name
        .replace(/^(?:by|and) |^@(?=\w)|<[^>]*>|\s*\([^)]*\)$|^["“”']+|["“”':.]+$/gi, '')
        .trim()
        .replace(DEGREES, ''),
    )
    .filter((name) => isName(name) && !known().has(keyOf(name)));
}

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) &&
  name.length <= 50 &&
  name.split(' ').length <= 5 &&
  !/[:：@{}[\]=#?!*©]|www\.|\.(?:com|org|net|php)\b/i.test(name) &&
  !NO_NAME.test(name) &&
  !TITLES.test(name);

/** The names of the first of some lists that has any, each once. */
export function firstNames(lists: Iterable<readonly string[]>, known: () => ReadonlySet<string>): string[] {
  for (const list of lists) {
    if (list.length === 0) continue;
    const names = new Map<string, string>();
    for (const text of list) for (const name of namesIn(text, known)) names.set(keyOf(name), name);
    if (names.size > 0) return [...names.values()];
  }
  return [];
}
