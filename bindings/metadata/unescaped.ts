/** Texts of JSON and of attributes have references and elements of HTML in them by mistake: they are escaped twice. */

const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', lt: '<', gt: '>', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', copy: '©', reg: '®', trade: '™' },
};
const LAST = 0x10ffff;

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code >= 0x20 && code <= LAST && !isSurrogate ? String.fromCodePoint(code) : undefined;
}

/** The text with the usual references read, once. */
export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
    : text;

/** The text without tags of elements that stand in prose. */
export const withoutTags = (text: string): string =>
  text.replace(/<\/?(?:p|br|a|b|i|em|strong|span|div|ul|ol|li|h[1-6])(?:\s[^<>]*)?\/?>/gi, ' ');
