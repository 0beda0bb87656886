/** Evaluates products of pages against manual labels. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Detector, type Product } from 'refrain';
import { Problem, type Program } from '../bench/command-line.ts';
import { formatTable } from '../bench/report.ts';
import { keyOf } from './metadata/compare.ts';
import { readModelFile } from './options.ts';

const HELP = `usage: npm run research -- products DIR [options]

DIR has pages of products, ID.html or ID.html.gz, and ground-truth.json: an object with, for each ID, the address and lists of the
values that are right: price, currency, availability, brand, sku, mpn, gtin. Each page is read as the first one of its site.

  kind       the page is taken for a product
  right      the product of its document has one of these values; wrong: another one; missing: none
  markdown   the Markdown of its main content has one of these values
  document   one of both
  content    the Markdown of its content has one of these values

Options
  --errors                       pages and values that are wrong or missing, on standard error
  --model FILE                   another model
  --json                         one JSON object
`;

const FIELDS = ['price', 'currency', 'availability', 'brand', 'sku', 'mpn', 'gtin'] as const;
type Field = (typeof FIELDS)[number];
type Gold = Partial<Record<Field, readonly string[]>> & { readonly url: string };

interface Count {
  readonly field: Field;
  pages: number;
  right: number;
  wrong: number;
  missing: number;
  markdown: number;
  document: number;
  content: number;
}

/** Currency codes of signs in the labels. Other signs do not identify a currency. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', '£': 'GBP', '₽': 'RUB', Lei: 'RON', 'ر.س': 'SAR', 'тг.': 'KZT', Rs: 'PKR' },
};

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');
/** Readings of a price: a point may separate thousands or decimals, and zero decimals may be omitted. */
const pricesOf = (price: string): string[] => {
  const digits = digitsOf(price);
  return /\.\d{2}$/.test(price.trim()) ? [digits, `${digits}0`] : [digits, `${digits}00`];
};

function isRight(field: Field, found: string, gold: readonly string[]): boolean {
  if (field === 'price') {
    const own = pricesOf(found);
    return gold.some((price) => pricesOf(price).some((one) => own.includes(one)));
  }
  if (field === 'currency') return gold.some((sign) => (SIGNS[sign.trim()] ?? found) === found);
  const key = keyOf(found);
  if (field === 'brand') return gold.some((one) => key.includes(keyOf(one)) || keyOf(one).includes(key));
  if (field === 'gtin') return gold.some((one) => digitsOf(one) === digitsOf(found));
  return gold.some((one) => keyOf(one) === key);
}

/** Returns a test if a text states a value, by the digits of numbers or by letters and digits. */
function saysIn(written: string): (field: Field, values: readonly string[]) => boolean {
  const markdown = written.replace(/<sup>(\d\d)<\/sup>/g, '.$1');
  const text = keyOf(markdown);
  const numbers = new Set(
    [...markdown.matchAll(/\d[\d.,'’ \u00a0\u202f]*/g)].flatMap(([number]) => [
      digitsOf(number),
      ...number.split(/\s/).map(digitsOf),
    ]),
  );
  return (field, values) =>
    field === 'price'
      ? values.some((price) => pricesOf(price).some((one) => numbers.has(one)))
      : values.some((value) => keyOf(value) !== '' && text.includes(keyOf(value)));
}

function readGold(folder: string): Map<string, Gold> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as object));
  } catch (cause) {
    throw new Problem(`${folder}: has no ground-truth.json that can be read (${cause})`);
  }
}

function readPage(folder: string, file: string): Buffer {
  const bytes = readFileSync(join(folder, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

export const program: Program = {
  help: HELP,
  values: ['model'],
  switches: ['errors'],
  hasOperands: true,
  async run(line) {
    const folder = line.operand;
    const counts = FIELDS.map(
      (field): Count => ({ field, pages: 0, right: 0, wrong: 0, missing: 0, markdown: 0, document: 0, content: 0 }),
    );
    let [pages, products, names] = [0, 0, 0];
    const model = await readModelFile(line);
    const gold = readGold(folder);
    for (const file of readdirSync(folder).filter((name) => /\.html(?:\.gz)?$/.test(name))) {
      const id = file.replace(/\.html.*$/, '');
      const truth = gold.get(id);
      if (truth === undefined) continue;
      const detector = await Detector.create({}, model);
      const page = detector.learn(readPage(folder, file), { id: truth.url });
      const { product, markdown, kind, title } = page.document({ url: truth.url });
      const says = saysIn(markdown);
      const isContent = saysIn(page.markdown('content'));
      pages += 1;
      products += kind === 'product' ? 1 : 0;
      names += keyOf(markdown).includes(keyOf(product?.name ?? title)) ? 1 : 0;
      if (kind !== 'product') line.blame(id.slice(0, 8), 'kind', String(kind), truth.url);
      for (const count of counts) {
        const values = truth[count.field];
        if (values === undefined) continue;
        const found = (product as Product | undefined)?.[count.field];
        const outcome = found === undefined ? 'missing' : isRight(count.field, found, values) ? 'right' : 'wrong';
        const isSaid = says(count.field, values);
        count.pages += 1;
        count[outcome] += 1;
        count.markdown += isSaid ? 1 : 0;
        count.content += isContent(count.field, values) ? 1 : 0;
        count.document += isSaid || outcome === 'right' ? 1 : 0;
        if (outcome !== 'right') line.blame(id.slice(0, 8), count.field, values.join(' | '), found ?? '–', truth.url);
      }
      detector.dispose();
    }
    if (pages === 0) throw new Problem(`${folder}: has no page of ground-truth.json`);
    const kind = { pages, products, names };
    line.print({ ...kind, fields: counts }, () => {
      const rows = counts.map(({ field, pages: all, right, wrong, missing, markdown, document, content }) => [
        ...[field, all, right, wrong, missing].map(String),
        ...[markdown, document, content].map((share) => (share / Math.max(1, all)).toFixed(3)),
      ]);
      const table = formatTable(
        ['value', 'pages', 'right', 'wrong', 'missing', 'markdown', 'document', 'content'],
        rows,
      );
      return `${products} of ${pages} taken for products; the Markdown of ${names} has the name\n\n${table}`;
    });
  },
};
