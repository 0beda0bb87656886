/** Converts dates to ISO 8601. A form whose day could be the month is only a date if the day is known to be first. */
import { normalForm } from '../normal-form.ts';
import { MONTHS } from '../vocabulary.ts';
import { LETTERS } from './plain-text.ts';

const MONTH_STARTS = MONTHS.map((names) => new RegExp(`^${names}`));

function monthOf(name: string): number {
  const lower = normalForm(name.toLowerCase(), 'NFC');
  return MONTH_STARTS.findIndex((start) => start.test(lower)) + 1;
}

const ISO =
  /(?<!\d)(\d{4})-?(\d\d)-?(\d\d)(?!\d)(?:[T ]+(\d\d:?\d\d(?::?\d\d)?)(?:[.,]\d+)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?)?/i;
const BIG_ENDIAN = /(?<!\d)(\d{4})\s?[/.年년-]\s?(\d{1,2})\s?[/.月월-]\s?(\d{1,2})(?!\d)/;
const DAY_MONTH = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]*(?:de |of |d['’])?([${LETTERS}]{3,})\.?,?[\s-]*(?:de |del |of )?\s*(\d{4})(?!\d)(?:[ ,]+(\d\d:\d\d(?::\d\d)?)\s*(Z|UTC|GMT|[+-]\d{4}))?`,
);
const MONTH_DAY = new RegExp(String.raw`([${LETTERS}]{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s*,\s*|\s+)(\d{4})(?!\d)`);
const NUMERIC = /(?<![\d/.-])(\d{1,2})\s?([/.|-])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)/;

/** The first date in a text; undefined if it is ambiguous. `isDayFirst`: whether the language writes the day before the month. */
export function dateIn(text: string, isDayFirst?: () => boolean | undefined, now = Date.now()): string | undefined {
  if (!/\d{4}/.test(text)) return undefined;
  const iso = ISO.exec(text);
  if (iso) return written([iso[1], iso[2], iso[3]], now, iso[4], iso[5]);
  const big = BIG_ENDIAN.exec(text);
  if (big) return written([big[1], big[2], big[3]], now);
  const day = DAY_MONTH.exec(text);
  if (day?.[2] && monthOf(day[2])) return written([day[3], monthOf(day[2]), day[1]], now, day[4], day[5]);
  const month = MONTH_DAY.exec(text);
  if (month?.[1] && monthOf(month[1])) return written([month[3], monthOf(month[1]), month[2]], now);
  const numbers = NUMERIC.exec(text);
  if (!numbers) return undefined;
  const [first, second] = [Number(numbers[1]), Number(numbers[3])];
  if (first > 12 || first === second || (second <= 12 && (isDayFirst?.() ?? numbers[2] === '.')))
    return written([numbers[4], second, first], now);
  return second > 12 ? written([numbers[4], first, second], now) : undefined;
}

/** Maximum milliseconds from now to a date that a page can have. */
const FAR = 366 * 24 * 3600 * 1000;

type Digits = string | number | undefined;

/** The date of a year, month and day, if that day exists and is not in the far future. */
function written([year, month, day]: [Digits, Digits, Digits], now: number, time = '', zone = ''): string | undefined {
  const two = (part: Digits): string => String(part).padStart(2, '0');
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // `Date` moves a day that a month lacks into the next month. Programs write 1970-01-01 for no date.
  if (new Date(at).getUTCMonth() !== Number(month) - 1 || at > now + FAR) return undefined;
  const date = `${year}-${two(month)}-${two(day)}`;
  if (date < '1800' || date === '1970-01-01') return undefined;
  const [hours = '', minutes = '', seconds] = time.match(/\d\d/g) ?? [];
  if (!time || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return date;
  const [sign = '', ...offset] = /([+-])(\d\d):?(\d\d)?/.exec(zone)?.slice(1) ?? [];
  const suffix = sign ? `${sign}${offset[0]}:${offset[1] ?? '00'}` : zone ? 'Z' : '';
  return `${date}T${hours}:${minutes}${seconds === undefined ? '' : `:${seconds}`}${suffix}`;
}
