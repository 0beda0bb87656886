/** Brand and numbers of a product, from data and from rows of a page: `SKU: 123`, or a label and the value after it. */
import { isObject, type JsonObject } from '../check.ts';
import { plain, unescaped } from '../metadata/plain-text.ts';
import { listOf } from '../structured/json.ts';
import { BRAND_LABEL, GTIN_LABEL, MPN_LABEL, NUMBER_WORD, NUMBERED_THING, SKU_LABEL } from '../vocabulary.ts';
import type { Line } from './page-lines.ts';

export type Identity = Readonly<Record<'brand' | 'sku' | 'mpn' | 'gtin', string | undefined>>;

/** Maximum UTF-16 units that are read of a name; below, of a number. */
export const NAME_MAX = 500;
const VALUE_MAX = 80;

/** Placeholders for no value. */
const NOTHING = /^(?:n\/?a|none|null|undefined|unknown|false|true|0|[^\p{L}\p{N}]+|default|brand|https?:.*)$/iu;

/** A short text in data; undefined for other values and placeholders. */
export function textOf(value: unknown, max = VALUE_MAX): string | undefined {
  const [first] = listOf(value);
  const found = isObject(first) ? (first['name'] ?? first['@value']) : first;
  if (typeof found !== 'string' && typeof found !== 'number') return undefined;
  const text = plain(unescaped(String(found).slice(0, 2 * NAME_MAX)));
  return text === '' || text.length > max || NOTHING.test(text) ? undefined : text;
}

/** The digits of a GTIN with a correct check digit, or of an ISBN with ten digits. */
function gtinOf(value: unknown): string | undefined {
  const text = textOf(value)?.replace(/^\D+/, '').replace(/[\s-]/g, '').toUpperCase() ?? '';
  const isIsbn = /^\d{9}[\dX]$/.test(text);
  if (!isIsbn && (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0+$/.test(text))) return undefined;
  const digits = [...text].reverse().map((digit) => (digit === 'X' ? 10 : Number(digit)));
  const sum = digits.reduce((all, digit, at) => all + digit * (isIsbn ? at + 1 : at % 2 === 0 ? 1 : 3), 0);
  return sum % (isIsbn ? 11 : 10) === 0 ? text : undefined;
}

/** A number of a shop or manufacturer contains a digit, and few words. */
const NUMBER = /^(?=.*\d)\S{2,40}(?: \S{1,20}){0,2}$/;
/** A first word that is a number by itself. */
const FIRST_WORD = /^(?=\S*\d)\S{5,}(?=\s)/;
/** A number without unrelated words after it. */
function numberOf(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  const own = FIRST_WORD.exec(text)?.[0] ?? text;
  return NUMBER.test(own) ? textOf(own.replace(/[,;.]$/, '')) : undefined;
}

const skuOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text && (numberOf(text) ?? text);
};

const BRAND_MAX = 40;
const brandOf = (text: string): string | undefined =>
  text.length <= BRAND_MAX && !/[:.!?]$|^\d+$/.test(text) ? textOf(text) : undefined;

const NUMBERED = `${NUMBERED_THING}[- .]{0,2}${NUMBER_WORD}|${NUMBER_WORD} ?(?:(?:de |d['’])?l['’]|de |del |do |du |di |of )?(?:the )?${NUMBERED_THING}(?: ebay)?`;

/** A row that begins with a label; the first group is the value. */
const rowOf = (words: string): RegExp =>
  new RegExp(
    String.raw`^(?:${words})(?: ?${NUMBER_WORD})?\s*(?:\([^()]{1,20}\)\s*)?(?:[:：#]|(?<=#)|\s[-–]\s|$)(.*)$`,
    'iu',
  );

interface Field {
  /** Names of members in order of preference, and how the value is read. */
  readonly members: readonly string[];
  readonly read: (value: unknown) => string | undefined;
  readonly row: RegExp;
  readonly readRow: (text: string) => string | undefined;
}

const FIELDS: Readonly<Record<keyof Identity, Field>> = {
  brand: { members: ['brand', 'manufacturer'], read: textOf, row: rowOf(BRAND_LABEL), readRow: brandOf },
  sku: { members: ['sku'], read: skuOf, row: rowOf(`${SKU_LABEL}|${NUMBERED}`), readRow: numberOf },
  mpn: { members: ['mpn', 'model'], read: numberOf, row: rowOf(MPN_LABEL), readRow: numberOf },
  gtin: {
    members: ['gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'isbn'],
    read: gtinOf,
    row: rowOf(GTIN_LABEL),
    readRow: gtinOf,
  },
};

const identityBy = (find: (field: Field) => string | undefined): Identity =>
  Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, find(field)])) as Identity;

/** The identity in entities of one product. */
export const identityOf = (entities: readonly JsonObject[]): Identity =>
  identityBy(({ members, read }) =>
    members.flatMap((member) => entities.map((entity) => read(entity[member]))).find((value) => value !== undefined),
  );

/** UTF-16 units of the longest label with a value. */
const CELL_MAX = 120;
/** Maximum number of parts of a line that may be rows. */
const PARTS_MAX = 8;

/** Texts of a line that may begin with a label: cells, and the text from the start of each element. */
function cellsOf({ text, parts }: Line): string[] {
  const cells = text.split('\t');
  if (text.length > CELL_MAX) return cells;
  const own = parts.slice(1, PARTS_MAX).map(({ at }) => text.slice(at).split('\t', 1)[0] ?? '');
  return [...cells, ...own.filter((part) => /[:：]/.test(part) && !cells.includes(part))];
}

/** The identity by the first row of each kind after the headline. */
export function identityInRows(lines: readonly Line[], headline = 0): Identity {
  const cells = lines.slice(headline).flatMap(cellsOf);
  return identityBy(({ row, readRow }) => {
    for (const [at, cell] of cells.entries()) {
      const value = cell.length > CELL_MAX ? undefined : row.exec(cell.trim())?.[1];
      const found = value === undefined ? undefined : readRow(value.trim() || (cells[at + 1] ?? '').trim());
      if (found !== undefined) return found;
    }
    return undefined;
  });
}
