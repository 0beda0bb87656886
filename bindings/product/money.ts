/** Amounts of money, as persons and programs write them. */

/** An amount of money in a text. */
export interface Money {
  /** The number as it most probably is: `1149.00`. */
  readonly amount: string;
  /** All numbers that it may be: `23.450` is one of two. */
  readonly readings: readonly number[];
  /** The sign or word of the currency, in capitals; empty without one. */
  readonly sign: string;
  /** Where it begins in its text, and ends. */
  readonly at: number;
  readonly end: number;
}

/** Signs and words that mean one currency everywhere. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₽': 'RUB', '₹': 'INR', '₩': 'KRW', '₺': 'TRY', '₴': 'UAH', '₫': 'VND', '₪': 'ILS' },
  ...{ '฿': 'THB', '₦': 'NGN', '₱': 'PHP', '₸': 'KZT', '₡': 'CRC', '₼': 'AZN', '₾': 'GEL', ZŁ: 'PLN', KČ: 'CZK' },
  ...{ FT: 'HUF', LEI: 'RON', ЛВ: 'BGN', РУБ: 'RUB', ГРН: 'UAH', ТГ: 'KZT', 'БЕЛ РУБ': 'BYN', R$: 'BRL', TL: 'TRY' },
  ...{ US$: 'USD', C$: 'CAD', CA$: 'CAD', A$: 'AUD', AU$: 'AUD', NZ$: 'NZD', HK$: 'HKD', S$: 'SGD', NT$: 'TWD' },
  ...{ MX$: 'MXN', 'ر.س': 'SAR', 'د.إ': 'AED', 元: 'CNY', 円: 'JPY', 원: 'KRW', EURO: 'EUR', EUROS: 'EUR' },
};
/** Codes that stand beside prices. Other words of three capitals are no currencies. */
const CODES =
  'USD EUR GBP CHF JPY CNY INR AUD CAD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN TRY RUB UAH KZT BYN BRL MXN ARS CLP COP PEN UYU ZAR SGD HKD TWD KRW THB MYR IDR PHP VND PKR LKR BDT NPR AED SAR QAR KWD BHD OMR JOD EGP MAD TND ILS NGN KES GHS RSD GEL AZN'.split(
    ' ',
  );
/** Signs that have another meaning in each country, and what they mean there. */
const BY_COUNTRY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: {
    ...{ US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', MX: 'MXN', AR: 'ARS', CL: 'CLP', CO: 'COP', UY: 'UYU' },
    ...{ SG: 'SGD', HK: 'HKD', TW: 'TWD', PR: 'USD', EC: 'USD' },
  },
  '¥': { JP: 'JPY', CN: 'CNY' },
  '￥': { JP: 'JPY', CN: 'CNY' },
  KR: { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' },
  RS: { IN: 'INR', PK: 'PKR', LK: 'LKR', NP: 'NPR', MU: 'MUR' },
};
/** Currencies with three decimals. */
const THREE_DECIMALS = /^(?:KWD|BHD|OMR|JOD|TND)$/;

const escaped = (text: string): string => text.replace(/[$.]/g, String.raw`\$&`);
const WORDS = [...Object.keys(CURRENCIES), ...Object.keys(BY_COUNTRY), ...CODES]
  .sort((one, other) => other.length - one.length)
  .map(escaped)
  .join('|');
const LETTER = String.raw`[\p{L}\p{M}]`;
const SIGN = String.raw`(?<!${LETTER})(?:${WORDS})(?!${LETTER})\.?`;
const SPACE = String.raw`[ \u00a0\u202f]`;
const NUMBER = String.raw`(?:\d{1,3}(?:(?:${SPACE}|[.,'’])\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,9}(?:[.,]\d{1,3})?)(?![.,]?\d)`;
/** A sign may be on both sides: that before the number counts. */
const MONEY = new RegExp(
  `(${SIGN})${SPACE}{0,2}(?<![\\d.,])(${NUMBER})|(?<![\\d.,\\p{L}-])(${NUMBER})(?:,-|,–)?${SPACE}{0,2}(${SIGN})`,
  'giu',
);
const BARE = new RegExp(NUMBER, 'u');

/** UTF-16 units of a value of data that are read. */
const VALUE_MAX = 60;
/** Amounts with more digits are numbers of something. */
const DIGITS_MAX = 10;

/** The numbers that a written one may be, the most probable first, and that one as text; undefined for none. */
function numberOf(text: string, sign: string, isData: boolean): Pick<Money, 'amount' | 'readings'> | undefined {
  const plain = text.replace(/[ \u00a0\u202f'’]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const digits = plain.replace(/[.,]/g, '');
  if (digits === '' || digits.length > DIGITS_MAX) return undefined;
  const decimals = last < 0 ? 0 : plain.length - last - 1;
  const whole = String(Number(digits));
  if (decimals === 0) return { amount: whole, readings: [Number(whole)] };
  const split = `${Number(digits.slice(0, -decimals))}.${digits.slice(-decimals).padEnd(2, '0')}`;
  const marks = plain.replace(/\d/g, '');
  const isMixed = new Set(marks).size > 1;
  if (marks.length > 1 && !isMixed) return { amount: whole, readings: [Number(whole)] };
  if (isMixed || decimals !== 3) return { amount: split, readings: [Number(split)] };
  const isDecimal = THREE_DECIMALS.test(sign) || (isData && marks === '.');
  const [first, second] = isDecimal ? [split, whole] : [whole, split];
  return { amount: first, readings: [Number(first), Number(second)] };
}

const signOf = (text: string): string => {
  const sign = text.toUpperCase();
  return sign in CURRENCIES ? sign : sign.replace(/\.$/, '');
};

/** The amounts of a line, in its order. */
export function moneyIn(line: string): Money[] {
  if (!/\d/.test(line)) return [];
  return [...line.matchAll(MONEY)].flatMap(({ index: at, 0: whole, 1: before, 2: one, 3: other, 4: after }) => {
    const sign = signOf(before ?? after ?? '');
    const number = numberOf(one ?? other ?? '', sign, false);
    return number === undefined ? [] : [{ ...number, sign, at, end: at + whole.length }];
  });
}

/** The amount of a value of data, which may have its currency beside it, or none. */
export function moneyOf(value: unknown): Money | undefined {
  const text =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim().slice(0, VALUE_MAX) : '';
  const [shown] = moneyIn(text);
  const [bare] = BARE.exec(text) ?? [];
  const number = bare === undefined ? undefined : numberOf(bare, '', true);
  return number === undefined ? undefined : { ...number, sign: shown?.sign ?? '', at: 0, end: text.length };
}

/** The code of a sign, word or code; undefined where the sign has another meaning in each country and the country is unknown. */
export function currencyOf(sign: string, country: string | undefined): string | undefined {
  const word = signOf(sign.trim());
  if (CODES.includes(word)) return word;
  const found = CURRENCIES[word] ?? (country === undefined ? undefined : BY_COUNTRY[word]?.[country]);
  return found ?? (/^[A-Z]{3}$/.test(sign.trim()) ? word : undefined);
}

/** Whether a sign may stand for a currency. */
export function maySign(sign: string, code: string): boolean {
  const word = signOf(sign);
  const some = BY_COUNTRY[word];
  return some === undefined ? (CURRENCIES[word] ?? word) === code : Object.values(some).includes(code);
}

/** Whether two amounts may be the same. */
export const isSame = (one: Money, other: Money): boolean =>
  one.readings.some((value) => other.readings.some((another) => Math.abs(value - another) < 0.005));
