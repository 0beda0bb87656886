/** Names of authors, from texts that often have more than names. */
import { plain } from './facts.ts';

/** What stands before a name, in several languages. */
const BEFORE =
  /^(?:(?:(?:originally |guest )?(?:posted|written|published|reviewed|edited|created|submitted|words|story|text|article|blog|post|started|geschrieben|verfasst|escrito|publicado|écrit|publié|rédigé|scritto|geschreven)\s+)?(?:by|von|par|por|di|door|af|av|autor|automat?)\b|(?:author|authors|autor|autorin|auteur|autore|written by|автор|作者|文|著者|byline)\b)\s*[:：]?\s*/iu;
const NO_NAME =
  /^(?:admin|administrator|editor|editors|staff|webmaster|author|authors|anonymous|unknown|null|undefined|guest|user|root)$/i;
/** What follows a name. */
const AFTER =
  /\s*(?:[|•·–—]|\s-\s|\b(?:on|published|posted|updated|last updated|in|at|for|min read|minutes? ago|hours? ago)\b|\d{1,2}[ ./-]|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d).*$/iu;
const TITLES =
  /^(?:(?:M\.?D|Ph\.?\s?D|R\.?D|R\.?N|J\.?D|MBA|M\.?S|M\.?A|B\.?A|CPA|CFP|Esq|DDS|DVM|[A-Z]{2,5})\.?|Jr\.?|Sr\.?|II|III)$/;

const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The names in a text that says who wrote; `known`: keys of names of the site, which are no authors. */
export function namesIn(text: string, known: ReadonlySet<string>): string[] {
  const start = plain(text).slice(0, 300).replace(BEFORE, '').replace(AFTER, '');
  return start
    .split(/\s*(?:[,;、，]|\s(?:and|und|et|&)\s|\s\/\s)\s*/u)
    .map((name) =>
      name
        .replace(BEFORE, '')
        .replace(/^@(?=\w)|\s*<[^>]*>|\s*\([^)]*\)|^["“”']+|["“”'.]+$/g, '')
        .trim(),
    )
    .filter((name) => isName(name) && !known.has(keyOf(name)));
}

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) &&
  name.length <= 60 &&
  name.split(' ').length <= 6 &&
  !/:\/\/|www\.|@|\.(?:com|org|net)\b|[{}[\]=#]/i.test(name) &&
  !NO_NAME.test(name) &&
  !TITLES.test(name);

/** The names of the first of some lists that has any, each once. */
export function firstNames(lists: Iterable<readonly string[]>, known: ReadonlySet<string>): string[] {
  for (const list of lists) {
    const names = new Map(list.flatMap((text) => namesIn(text, known)).map((name) => [keyOf(name), name]));
    if (names.size > 0) return [...names.values()];
  }
  return [];
}

export { keyOf };
