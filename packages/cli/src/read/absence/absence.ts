/** Why a page is not at its address: what a server, an address or a page shows of the one that is there in its place. */
import { decodeHtml, LimitError } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { type PageSigns, signsOf } from './signs.ts';
import { CONSENT_TITLE, LOG_IN_TITLE, NOT_FOUND_TITLE } from './vocabulary.ts';

export type Absence =
  /** The server refuses it, by the status 403, 429 or 451, or its robots.txt. */
  | 'blocked'
  /** The server wants to see a browser, or a person. */
  | 'challenge'
  /** It wants a name and a password. */
  | 'login'
  /** It wants consent. */
  | 'consent'
  /** Scripts write it. */
  | 'script-only'
  /** It says that it was not found, and its status does not. */
  | 'soft-404';

/** Matches a whole title, or a part of one between separators. */
const titled = (words: string, before = '', after = ''): RegExp => new RegExp(`^${before}${words}${after}$`, 'iu');

const LOG_IN = titled(LOG_IN_TITLE);
const CONSENT = titled(CONSENT_TITLE);
const NOT_FOUND = titled(
  NOT_FOUND_TITLE,
  String.raw`(?:(?:error |fehler |erreur )?404[\s:,.!–—-]+|oops[!.,… ]+|sorry[!., ]+)*`,
  String.raw`[\s!.…]*(?:\(?404\)?)?`,
);
/** The name of the status. Pages about it have the same title. */
const STATUS =
  /^(?:(?:(?:error|fehler|erreur|errore|erro|http)[ :]*)?404(?: (?:error|fehler|erreur|http))?|(?:(?:error|fehler|erreur|errore|erro|http)?[ :]*404[ :,.!]*)?not found[.!]*)$/iu;

const LOG_IN_PATH =
  /^(?:(?:log|sign)[-_]?(?:in|on)|wp-login|authenticate|sso|anmelden|connexion|inloggen)(?:\.\w{2,5})?$/i;
const LOG_IN_HOST = /^(?:login|signin|sso|accounts?|auth)\./i;
/** Hosts and folders that providers of consent use. */
const CONSENT_HOST = /^(?:consent|guce|cookiewall)\./i;
const CONSENT_PATH = /^(?:consent|cookie-?consent|cookie-?wall|privacy-?gate|zustimmung)$/i;
const SEPARATOR = /\s+[-–—|·•»«:/]+\s+|\s*[|»·]\s*/u;

const isOneOf = (title: string, words: RegExp): boolean =>
  [title, ...title.split(SEPARATOR)].some((part) => words.test(part.trim()));

/** What an address says of the page that is there in the place of another one, whose server or script leads to it. */
export function absenceAt(address: string): Absence | undefined {
  const { hostname, pathname } = new URL(address);
  const parts = pathname.split('/');
  if (CONSENT_HOST.test(hostname) || parts.some((part) => CONSENT_PATH.test(part))) return 'consent';
  return LOG_IN_HOST.test(hostname) || parts.some((part) => LOG_IN_PATH.test(part)) ? 'login' : undefined;
}

/** UTF-16 code units of text that a page has at most, with all of its links, where nothing but scripts would write more. */
const SCRIPTED_MAX = 200;
/** Those outside of links and of what is around the content: of a form for a password, and of a question. */
const FORM_MAX = 1000;
const QUESTION_MAX = 4000;
/** Those of an excuse: a status, a heading in words, a title in words. */
const STATUS_MAX = 600;
const HEADING_MAX = 1000;
const TITLE_MAX = 8000;

function absenceBy(signs: PageSigns, address: string): Absence | undefined {
  const { title, heading, text, prose, hasPassword, hasScript, asksForScripts } = signs;
  const says = (words: RegExp): boolean => isOneOf(title, words) || isOneOf(heading, words);
  if (prose <= QUESTION_MAX && (CONSENT_HOST.test(new URL(address).hostname) || says(CONSENT))) return 'consent';
  if (hasPassword && prose <= FORM_MAX && (absenceAt(address) === 'login' || says(LOG_IN))) return 'login';
  if (text <= SCRIPTED_MAX && hasScript && asksForScripts) return 'script-only';
  const isExcuse =
    (prose <= STATUS_MAX && says(STATUS)) ||
    (prose <= HEADING_MAX && isOneOf(heading, NOT_FOUND)) ||
    (prose <= TITLE_MAX && isOneOf(title, NOT_FOUND));
  return isExcuse ? 'soft-404' : undefined;
}

/** Bytes of a page that are read. */
const PART_MAX = 4 * 1024 * 1024;

let parser: Promise<HtmlParser> | undefined;

/**
 * Why a page that came with status 200 is another one than that of its address; undefined for one that it is, and for one that is too
 * complex.
 */
export async function absenceOf(
  bytes: Uint8Array,
  contentType: string | undefined,
  address: string,
): Promise<Absence | undefined> {
  parser ??= HtmlParser.create({ maxPageBytes: 4 * PART_MAX });
  const { html } = decodeHtml(bytes.subarray(0, PART_MAX), { contentType });
  try {
    return absenceBy(signsOf((await parser).parse(html).cursor()), address);
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}
