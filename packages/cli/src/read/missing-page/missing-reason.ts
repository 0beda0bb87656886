/** Detects by status, URL or content that a server's answer is not the requested page. */
import { decodeHtml, LimitError } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { type PageSigns, signsOf } from './page-signs.ts';
import { CONSENT_TITLE, LOG_IN_TITLE, NOT_FOUND_TITLE } from './vocabulary.ts';

export type MissingReason =
  /** Status 403, 429 or 451, or forbidden by robots.txt. */
  | 'blocked'
  /** The server requires a browser, or proof that the client is human. */
  | 'challenge'
  | 'login'
  | 'consent'
  /** Scripts generate the text of the page. */
  | 'script-only'
  /** A missing page with the status 200. */
  | 'soft-404';

/** Matches a whole title, or a part of it between separators. */
const titled = (words: string, before = '', after = ''): RegExp => new RegExp(`^${before}${words}${after}$`, 'iu');

const LOG_IN = titled(LOG_IN_TITLE);
const CONSENT = titled(CONSENT_TITLE);
const NOT_FOUND = titled(
  NOT_FOUND_TITLE,
  String.raw`(?:(?:error |fehler |erreur )?404[\s:,.!–—-]+|oops[!.,… ]+|sorry[!., ]+)*`,
  String.raw`[\s!.…]*(?:\(?404\)?)?`,
);
/** Names of the status 404. Pages that explain this status have the same titles. */
const STATUS =
  /^(?:(?:(?:error|fehler|erreur|errore|erro|http)[ :]*)?404(?: (?:error|fehler|erreur|http))?|(?:(?:error|fehler|erreur|errore|erro|http)?[ :]*404[ :,.!]*)?not found[.!]*)$/iu;

const LOG_IN_PATH =
  /^(?:(?:log|sign)[-_]?(?:in|on)|wp-login|authenticate|sso|anmelden|connexion|inloggen)(?:\.\w{2,5})?$/i;
const LOG_IN_HOST = /^(?:login|signin|sso|accounts?|auth)\./i;
/** Hosts and folders of consent providers. */
const CONSENT_HOST = /^(?:consent|guce|cookiewall)\./i;
const CONSENT_PATH = /^(?:consent|cookie-?consent|cookie-?wall|privacy-?gate|zustimmung)$/i;
const SEPARATOR = /\s+[-–—|·•»«:/]+\s+|\s*[|»·]\s*/u;

const isOneOf = (title: string, words: RegExp): boolean =>
  [title, ...title.split(SEPARATOR)].some((part) => words.test(part.trim()));

/** The reason in the URL of a redirect. */
export function missingReasonAt(address: string): MissingReason | undefined {
  const { hostname, pathname } = new URL(address);
  const parts = pathname.split('/');
  if (CONSENT_HOST.test(hostname) || parts.some((part) => CONSENT_PATH.test(part))) return 'consent';
  return LOG_IN_HOST.test(hostname) || parts.some((part) => LOG_IN_PATH.test(part)) ? 'login' : undefined;
}

/** Maximum UTF-16 units of text, including links, of a page whose text scripts generate. */
const SCRIPTED_MAX = 200;
/** Maximum units of text outside links and navigation, for a log-in form and a consent page. */
const FORM_MAX = 1000;
const QUESTION_MAX = 4000;
/** Maximum units of text of a missing page that is recognised by a status, a heading, or a title. */
const STATUS_MAX = 600;
const HEADING_MAX = 1000;
const TITLE_MAX = 8000;

function missingReasonBy(signs: PageSigns, address: string): MissingReason | undefined {
  const { title, heading, text, prose, hasPassword, hasScript, asksForScripts } = signs;
  const says = (words: RegExp): boolean => isOneOf(title, words) || isOneOf(heading, words);
  if (prose <= QUESTION_MAX && (CONSENT_HOST.test(new URL(address).hostname) || says(CONSENT))) return 'consent';
  if (hasPassword && prose <= FORM_MAX && (missingReasonAt(address) === 'login' || says(LOG_IN))) return 'login';
  if (text <= SCRIPTED_MAX && hasScript && asksForScripts) return 'script-only';
  const isExcuse =
    (prose <= STATUS_MAX && says(STATUS)) ||
    (prose <= HEADING_MAX && isOneOf(heading, NOT_FOUND)) ||
    (prose <= TITLE_MAX && isOneOf(title, NOT_FOUND));
  return isExcuse ? 'soft-404' : undefined;
}

const PART_MAX = 4 * 1024 * 1024;

let parser: Promise<HtmlParser> | undefined;

/** Why a page with status 200 is not the requested one. Undefined if it is, or if it is too complex. */
export async function missingReasonOf(
  bytes: Uint8Array,
  contentType: string | undefined,
  address: string,
): Promise<MissingReason | undefined> {
  parser ??= HtmlParser.create({ maxPageBytes: 4 * PART_MAX });
  const { html } = decodeHtml(bytes.subarray(0, PART_MAX), { contentType });
  try {
    return missingReasonBy(signsOf((await parser).parse(html).cursor()), address);
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}
