/** Rows of listings, threads and tables against records that a person marked by selectors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, SiteRows } from '@refrain/rules';
import { selectAll, selectOne } from 'css-select';
import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { formatTable, mean } from '../bench/report.ts';
import { readRows, readUrls } from './corpus/tsv.ts';
import { bagOfWords, wordF1 } from './evaluation/words.ts';

const HELP = `usage: npm run research -- rows DIR [options]

DIR has the development pages of WCXB: NAME.html, and index.tsv with name, kind and URL. research/rows/labels.tsv has the records of some
of them, as selectors: of the records, and of their fields (SELECTOR, or SELECTOR@ATTRIBUTE; several of one name are all right). Each page
is read as the only one of its site. Figures are shares:

  found   records with a row that has one of their values
  right   rows that are such records
  fields  values that are right, of those of the records that were found; text is right from a word F1 of .8 on

Options
  --labels FILE                  other labels
  --errors                       what was wrong, on standard error
  --json                         one JSON object
`;

const LABELS = new URL('rows/labels.tsv', import.meta.url);
const TEXT_F1 = 0.8;
/** Characters of a text that are enough to find its record. */
const KEY = 60;

/** Values that are right, by the names of fields; none where the record does not have it. */
type Marked = ReadonlyMap<string, readonly string[]>;

interface Figure {
  readonly page: string;
  readonly records: number;
  readonly rows: number;
  readonly found: number;
  readonly right: number;
  readonly fields: number;
}

/** Letters and digits, so that no space and no sign counts. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a selector of a label finds in each record: in it, or, of records of several siblings, after it. */
function markedOf(html: string, url: string, items: string, fields: readonly (readonly [string, string])[]): Marked[] {
  const document = parseDocument(html);
  const order = new Map(selectAll<AnyNode, Element>('*', document).map((element, at) => [element, at]));
  const records = selectAll<AnyNode, Element>(items, document);
  const values = records.map(() => new Map<string, string[]>());
  const base = selectOne<AnyNode, Element>('base[href]', document)?.attribs['href'] ?? '';
  for (const [name, value] of fields) {
    const [, selector = '', attribute] = /^(.*?)(?:@([\w-]+))?$/.exec(value) ?? [];
    const seen = new Set<number>();
    for (const element of selectAll<AnyNode, Element>(selector, document)) {
      const at = order.get(element) ?? 0;
      const record = records.findLastIndex((one) => (order.get(one) ?? 0) <= at);
      if (record < 0 || seen.has(record)) continue;
      seen.add(record);
      const text = attribute === undefined ? textOf(element) : (element.attribs[attribute] ?? '');
      const found = /^(?:href|src|data-src)$/.test(attribute ?? '') ? resolved(text, base, url) : text.trim();
      if (found === '') continue;
      const known = values[record]?.get(name);
      if (known === undefined) values[record]?.set(name, [found]);
      else known.push(found);
    }
  }
  return values;
}

/** Without what no reader sees. */
const textOf = (node: AnyNode): string =>
  isText(node)
    ? node.data
    : isTag(node) && !/^(?:script|style|svg|noscript)$/.test(node.name)
      ? node.children.map(textOf).join('')
      : '';

const resolved = (address: string, base: string, url: string): string =>
  address === ''
    ? ''
    : URL.canParse(address.trim(), new URL(base, url))
      ? new URL(address.trim(), new URL(base, url)).href
      : address;

const isRight = (name: string, given: string, marked: readonly string[]): boolean =>
  marked.some((value) =>
    name === 'text'
      ? (wordF1(bagOfWords([given]), bagOfWords([value])) ?? 0) >= TEXT_F1
      : name === 'link' || name === 'image'
        ? given === value
        : plain(given) === plain(value),
  );

const keysOf = (name: string, values: readonly string[]): string[] =>
  values.map((value) => `${name === 'text' ? '' : name} ${plain(value).slice(0, KEY)}`);

async function measurePage(
  folder: string,
  page: string,
  url: string,
  labels: readonly ((column: string) => string)[],
  line: CommandLine,
): Promise<Figure> {
  const html = readFileSync(join(folder, `${page}.html`));
  const fields = labels.map((row) => [row('name'), row('value')] as const);
  const marked = markedOf(html.toString('utf8'), url, labels[0]?.('items') ?? '', fields).filter(
    (values) => values.size > 0,
  );
  using detector = await Detector.create();
  const site = new SiteRows();
  const learned = detector.learn(html, { id: url });
  site.observe(learned);
  const rows = rowsOf(learned, site.rules(page), { url });
  const byKey = new Map<string, Set<number>>();
  for (const [at, row] of rows.entries())
    for (const [name, value] of Object.entries(row.fields))
      if (value !== '') for (const key of keysOf(name, [value])) byKey.set(key, (byKey.get(key) ?? new Set()).add(at));
  const used = new Set<number>();
  let [right, all] = [0, 0];
  const names = new Set(fields.map(([name]) => name));
  for (const record of marked) {
    const votes = new Map<number, number>();
    for (const [name, values] of record)
      for (const at of new Set(keysOf(name, values).flatMap((key) => [...(byKey.get(key) ?? [])])))
        if (!used.has(at)) votes.set(at, (votes.get(at) ?? 0) + 1);
    const [best] = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    if (best === undefined) {
      line.blame(page, 'no row', JSON.stringify([...record.values()][0]));
      continue;
    }
    used.add(best[0]);
    for (const name of names) {
      const given = rows[best[0]]?.fields[name] ?? '';
      const values = record.get(name) ?? [];
      if (given === '' && values.length === 0) continue;
      all += 1;
      if (isRight(name, given, values)) right += 1;
      else
        line.blame(
          page,
          name,
          `${JSON.stringify(given.slice(0, 200))} not ${JSON.stringify(values[0]?.slice(0, 200))}`,
        );
    }
  }
  return {
    page,
    records: marked.length,
    rows: rows.length,
    found: used.size / marked.length,
    right: used.size / Math.max(1, rows.length),
    fields: right / Math.max(1, all),
  };
}

export const program: Program = {
  help: HELP,
  values: ['labels'],
  switches: ['errors'],
  hasOperands: true,
  async run(line) {
    const folder = line.operand;
    const labels = readRows('labels', readFileSync(line.text('labels') ?? LABELS, 'utf8'), [
      'page',
      'items',
      'name',
      'value',
    ]);
    const urls = readUrls(folder);
    const figures: Figure[] = [];
    for (const page of new Set(labels.map((row) => row('page')))) {
      const url = urls.get(page);
      if (url === undefined) throw new Problem(`${folder}: there is no page ${page}`);
      figures.push(
        await measurePage(
          folder,
          page,
          url,
          labels.filter((row) => row('page') === page),
          line,
        ),
      );
    }
    const names = ['records', 'rows', 'found', 'right', 'fields'] as const;
    const means = names.map((name) => [name, mean(figures.map((figure) => figure[name]))]);
    const all = { page: 'mean', ...(Object.fromEntries(means) as Omit<Figure, 'page'>) };
    line.print([...figures, all], (rows) =>
      formatTable(
        ['page', ...names],
        rows.map(({ page, records, rows: count, found, right, fields }) => [
          page,
          records.toFixed(0),
          count.toFixed(0),
          ...[found, right, fields].map((share) => share.toFixed(3)),
        ]),
      ),
    );
  },
};
