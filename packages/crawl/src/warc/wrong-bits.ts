/**
 * Records that are no pages because of one wrong character. Archives without compression have no checksum that all readers know, and
 * what is no page is skipped in silence: so what is almost a page is damage.
 */
import { htmlRule } from 'refrain/engine';
import type { HttpHead } from './capture.ts';

/** Types of records; others are allowed. */
const TYPES = ['warcinfo', 'response', 'resource', 'request', 'metadata', 'revisit', 'conversion', 'continuation'];
const HTML_TYPES = ['text/html', 'application/xhtml+xml'];

const differences = (one: string, other: string): number =>
  [...one].filter((letter, at) => letter !== other[at]).length;

/** What a word should be of which one character is wrong, or the white space beside it. */
const meant = (word: string, words: readonly string[]): string | undefined =>
  words.find((each) =>
    each.length === word.length ? differences(each, word) === 1 : each === word.slice(1) || each === word.slice(0, -1),
  );

export function wrongRecordType(type: string): string | undefined {
  const known = TYPES.includes(type) ? undefined : meant(type, TYPES);
  return known && `the type of the record is ${JSON.stringify(type)}, which is almost ${known}`;
}

export function wrongContentType(given: string | undefined): string | undefined {
  if (given === undefined || htmlRule.isHtmlType(given)) return undefined;
  const type = given.trimStart().toLowerCase();
  const [word = ''] = type.split(/[\s;,]/, 1);
  const known =
    meant(word, HTML_TYPES) ??
    HTML_TYPES.find(
      (each) => differences(each, type) < 2 && !/[^\s;,]/.test(type.slice(each.length, each.length + 1)),
    ) ??
    HTML_TYPES.find((each) => type.startsWith(each));
  return known && `the type of the page is ${JSON.stringify(type.slice(0, 60))}, which is almost ${known}`;
}

const STATUS = /^HTTP\/\d(?:\.\d)? +(\d{3})(?: (.*))?$/;
const SUCCESS = /^(?:ok|created|accepted|non-authoritative information|partial content)$/i;

/** The status of a response, or what is wrong with its line: 300, 600 and 000 are one bit from 200. */
export function statusOf({ statusLine }: HttpHead): number | string {
  const [, digits, reason = ''] = STATUS.exec(statusLine) ?? [];
  const status = Number(digits);
  const isNone = digits === undefined || status < 100 || (status >= 600 && status < 700);
  const isOther = status >= 300 && status < 400 && SUCCESS.test(reason.trim());
  return isNone || isOther
    ? `the response has no proper status line: ${JSON.stringify(statusLine.slice(0, 60))}`
    : status;
}
