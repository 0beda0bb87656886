/** Names of authors, from texts that often have more than names. */
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
export const BEFORE =
  /^\W*(?:(?:\S+ ){0,3}?by\b(?! the)|(?:geschrieben |verfasst |escrito |publicado |écrit |publié |scritto |geschreven )?(?:von|par|por|di|door|af|av)(?= \S+ \S)|(?:authors?|autore?s?|autorin|auteur|автор|作者|記者|记者|著者|文)(?=\s*[:：]|\s+\S))\s*[:：]?\s*/i;
const LINE =
  /^(?:.{0,60}\d{4}\W{1,5})?\W*(?:(?:written|posted|published|created|submitted|started|story|words|text|article|recipe|asked|contributed|geschrieben|verfasst|escrito|publicado|écrit|publié|scritto)\s+)?(?:(?:by|von|par|por|di|door|av)(?:\s*[:：]|\s|$)|(?:contributors?|authors?|autor(?:in)?|auteur)\s*[:：])\s*/i;

/** What a line has that {@link bylineOf} reads, and one that {@link starterOf} reads. */
export const BYLINE = /\b(?:by|von|par|por|di|door|av)\b|contributor|auth?or|auteur/i;
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
const AFTER =
  /\s*(?:[|•·⋅–—/<]|\s-\s|\b(?:on|published|posted|updated|last|in|at|for|says|wrote|writes|reviewed|edited|read)\b|(?<=\s)\d{1,2}(?:st|nd|rd|th)?\b|(?<=\s|^)\d+ (?:min|hours?|days?|months?|years?)|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d).*$/i;
/** Degrees and posts behind a name. */
const TITLES =
  /^(?:M\.?D|[MB]\.?[AS]\b.*|Ph\.?\s?D|MBA|Esq|[A-Z][A-Za-z]?[A-Z.]{1,4}|[JS]r|II|III|(?:Sr|Senior|Junior|Chief|Head|Director|Editor|Staff|Contribut|Manager|(?:Co-?)?[Ff]ounder|CEO|President|Professor|Certified|Licensed|Registered|Freelance|Guest)\b.*|(?:[A-Z][\p{L}&-]* )*(?:Writer|Editor|Columnist|Reporter|Journalist|Correspondent|Specialist|Consultant|Expert|Analyst|Director|Officer|Astrologer|Dietitian|Nutritionist|Therapist))\.?$/u;
/** The same without a comma between. */
const DEGREE =
  /(?<=\S \S+) (?:M\.?D|Ph\.?D|RN|RDN?|MSc?|BSc?|MBA|MPH|LCSW|CPA|CF[AP]|DDS|DVM|JD|Esq|(?:(?:Senior|Staff|Freelance|Contributing) )?(?:[Ww]riter|[Ee]ditor|[Rr]eporter|[Jj]ournalist))\.?$/;
/** A date before a name. */
const DATED = new RegExp(
  String.raw`^(?:[${LETTERS}]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [${LETTERS}]{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d\d?[./]\d\d?[./]\d{4})(?:\s*[^${LETTERS}\d\s|]\s*|(?=\p{Lu}))`,
  'u',
);
const NO_NAME =
  /^(?:admin\w*|(?:staff|the|topic|about the|site|guest|news|web)? ?(?:editors?|editorial|staff|authors?|writer|team|desk)(?: staff| team)?|webmaster|anonymous|unknown|null|undefined|guest|user|root|follow|share|home|read more|profile|users?|members?(?: list)?|register(?: now)?|log ?in|sign ?in|here|name|search|reply|image|more|title|date|(?:mon|tues?|wed|thu|fri|sat|sun)(?:day)?|.)$/i;

const ADDRESS = /^\W*(?:https?:|www\.)/i;
const SEPARATOR = /\s*(?:[,;、，]|\s(?:and|und|et|with|&)\s)\s*/u;
/** A name in catalogues: the family first. */
const TURNED = /^(\p{Lu}[\p{L}'-]+), (\p{Lu}[\p{L}.'-]*(?: \p{L}\.?)?)$/u;

/** The names in a text that says who wrote; `known`: keys of names that are no authors. */
function namesIn(text: string, known: () => ReadonlySet<string>): string[] {
  if (ADDRESS.test(text)) return [];
  const names = plain(text.slice(0, 400)).replace(DATED, '').replace(BEFORE, '').replace(AFTER, '');
  const turned = names.includes(',') ? TURNED.exec(names) : null;
  if (turned?.[2] && !TITLES.test(turned[2])) return namesIn(`${turned[2]} ${turned[1]}`, known);
  return (SEPARATOR.test(names) ? names.split(SEPARATOR) : [names])
    .map((name) =>
      name
        .replace(/^(?:by|and) |^@(?=\w)|<[^>]*>|\s*\([^)]*\)$|^["“”']+|["“”':.]+$/gi, '')
        .trim()
        .replace(DEGREE, ''),
    )
    .filter((name) => isName(name) && !known().has(keyOf(name)));
}

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) &&
  name.length <= 50 &&
  name.split(' ').length <= 5 &&
  !/[:@{}[\]=#?!*©]|www\.|\.(?:com|org|net|php)\b/i.test(name) &&
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
