/** Amounts of money, in texts and in data. */
import { CURRENCIES } from '../vocabulary.ts';

export interface Money {
  /** A decimal number: `1149.00`. */
  readonly amount: string;
  readonly value: number;
  /** The sign or word of the currency, in capitals; empty without one. */
  readonly sign: string;
  /** Where it begins in its text. */
  readonly at: number;
}

/** Currency codes by code, sign and name in capitals. A sign with different meanings has keys `sign@country`. */
const CODES = new Map<string, string>();
for (const row of CURRENCIES.replaceAll('_', ' ').toUpperCase().split('|')) {
  const [code = '', ...signs] = row.split('/');
  for (const sign of [code, ...signs]) CODES.set(sign, code);
}

const WORDS = [...new Set([...CODES.keys()].map((sign) => sign.replace(/@.*/, '')))]
  .sort((one, other) => other.length - one.length)
  .map((sign) => sign.replace(/[$.]/g, String.raw`\$&`))
  .join('|');
const LETTER = String.raw`[\p{L}\p{M}]`;
const SIGN = String.raw`(?<!${LETTER})(?:${WORDS})(?!${LETTER})\.?`;
const SPACE = String.raw`[ \u00a0\u202f]`;
const NUMBER = String.raw`(?:\d{1,3}(?:(?:${SPACE}|[.,'’])\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,9}(?:[.,]\d{1,3})?)(?![.,]?\d)`;
/** If signs are on both sides of a number, the first is used. */
const MONEY = new RegExp(
  `(${SIGN})${SPACE}{0,2}(?<![\\d.,])(${NUMBER})|(?<![\\d.,\\p{L}-])(${NUMBER})(?:,-|,–)?${SPACE}{0,2}(${SIGN})`,
  'giu',
);
const BARE = new RegExp(NUMBER, 'u');

/** UTF-16 units of a value that are read. */
const VALUE_MAX = 60;
/** Maximum number of digits; longer numbers are not amounts. */
const DIGITS_MAX = 10;

/** Converts a number to decimal form. Three digits after a single mark are thousands, except after a point in data. */
function amountOf(text: string, isData: boolean): string | undefined {
  const plain = text.replace(/[ \u00a0\u202f'’]/g, '');
  const digits = plain.replace(/[.,]/g, '');
  if (digits === '' || digits.length > DIGITS_MAX) return undefined;
  const marks = plain.replace(/\d/g, '');
  const decimals = marks === '' ? 0 : plain.length - plain.lastIndexOf(marks.slice(-1)) - 1;
  const isMixed = new Set(marks).size > 1;
  const isDecimal = isMixed || (marks.length === 1 && (decimals !== 3 || (isData && marks === '.')));
  if (!isDecimal) return String(Number(digits));
  return `${Number(digits.slice(0, -decimals))}.${digits.slice(-decimals).padEnd(2, '0')}`;
}

const signOf = (text: string): string => text.trim().toUpperCase().replace(/\.$/, '');

export function moneyIn(line: string): Money[] {
  if (!/\d/.test(line)) return [];
  return [...line.matchAll(MONEY)].flatMap(({ index: at, 1: before, 2: one, 3: other, 4: after }) => {
    const amount = amountOf(one ?? other ?? '', false);
    return amount === undefined ? [] : [{ amount, value: Number(amount), sign: signOf(before ?? after ?? ''), at }];
  });
}

/** Reads an amount from data, with or without a currency. */
export function moneyOf(data: unknown): Money | undefined {
  if (typeof data !== 'number' && typeof data !== 'string') return undefined;
  const text = String(data).trim().slice(0, VALUE_MAX);
  const amount = amountOf(BARE.exec(text)?.[0] ?? '', true);
  return amount === undefined
    ? undefined
    : { amount, value: Number(amount), sign: moneyIn(text)[0]?.sign ?? '', at: 0 };
}

/** The currency code of a sign, name or code; undefined if this depends on the country, and the country is unknown. */
export function currencyOf(sign: string, country: string | undefined): string | undefined {
  const word = signOf(sign);
  return CODES.get(word) ?? CODES.get(`${word}@${country}`) ?? (/^[A-Z]{3}$/.test(sign.trim()) ? word : undefined);
}

/** True if a sign may be that of a currency. */
export function maySign(sign: string, code: string): boolean {
  const word = signOf(sign);
  return [...CODES].some(([key, known]) => known === code && (key === word || key.startsWith(`${word}@`)));
}
