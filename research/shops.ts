/** Measures how many values are missing in the content. A value is next to a label that all pages of the site have. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector } from 'refrain';
import { Problem, type Program } from '../bench/command-line.ts';
import { withoutGold } from '../bench/pages/read.ts';
import { type Below, seededRandom } from '../bench/random.ts';
import { formatTable, mean } from '../bench/report.ts';
import { domainOf, readFold } from './corpus/selection.ts';
import { readModelFile } from './options.ts';

const HELP = `usage: npm run research -- shops DIR [options]

DIR has single pages with the text of their main content: NAME.html, NAME.txt, and index.tsv with name, kind and URL. Each product
page with some values becomes a site: the page again and again, with other values, prices, headings and texts. A value is lost if all
blocks that have it are template; otherwise it is kept if one of these blocks is main content.

Options
  --pages N                      pages of each site (default 30)
  --fold K/N                     only hosts of this part, which train --fold K/N leaves out
  --out DIR                      writes the sites with labels, to train on
  --model FILE                   another model
  --json                         one JSON object
`;

/** Pages that the command labels again when they are known. */
const HELD = 8;

interface Counts {
  values: number;
  lost: number;
  /** From the first page that is not held on: values that are not lost, and those of them in main content. */
  content: number;
  main: number;
}

const none = (): Counts => ({ values: 0, lost: 0, content: 0, main: 0 });
const lostOf = ({ values, lost }: Counts): number => lost / values;
const keptOf = ({ content, main }: Counts): number => main / content;

const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

function readSources(folder: string, isChosen: (group: string) => boolean) {
  const sources: { name: string; host: string; shop: Shop }[] = [];
  const words: string[] = [];
  for (const row of textOf(folder, 'index.tsv').trimEnd().split('\n')) {
    const [name = '', kind, url = ''] = row.split('\t');
    if (kind !== 'product') continue;
    const main = textOf(folder, `${name}.txt`);
    words.push(...(main.match(/\b[a-z]{3,12}\b/g) ?? []));
    const { host } = new URL(url);
    const shop = new Shop(textOf(folder, `${name}.html`), main);
    if (isChosen(domainOf(host)) && shop.values.length > 0) sources.push({ name, host, shop });
  }
  if (sources.length === 0) throw new Problem(`${folder}: has no product page with values`);
  return { sources, words };
}

const spaced = (text: string): string => text.replace(/&amp;/g, '&').replace(/\s+/g, ' ');

export const program: Program = {
  help: HELP,
  values: ['pages', 'fold', 'out', 'model'],
  hasOperands: true,
  async run(line) {
    const folder = line.operand;
    const count = line.count('pages', 30);
    const out = line.text('out');
    const model = await readModelFile(line);
    const { sources, words } = readSources(folder, readFold(line) ?? (() => true));
    const kinds = new Map<string, Counts>();
    const shops: Counts[] = [];
    for (const { name, host, shop } of sources) {
      // The name begins with the host, so that sites of one host are one group.
      const site = `${host.replaceAll('-', '.')}-${name}`;
      if (out !== undefined) mkdirSync(join(out, site), { recursive: true });
      const detector = await Detector.create({}, model);
      const own = none();
      let number = 0;
      for (const { html, values } of shop.pages(count, seededRandom(Number(name) || 1), words)) {
        number += 1;
        if (out !== undefined) writeFileSync(join(out, site, `${String(number).padStart(5, '0')}.html`), html);
        const { blocks } = detector.learn(withoutGold(html), { id: `${site}/${number}` });
        const texts = blocks.map(({ segments }) => new Set(segments.map(({ text }) => spaced(text))));
        for (const [index, value] of values.entries()) {
          const found = blocks.filter((_, at) => texts[at]?.has(spaced(value)));
          if (found.length === 0) continue;
          const isLost = found.every(({ verdict }) => verdict === 'template');
          const { kind = 'line', text = '' } = shop.values[index] ?? {};
          const what = `${kind}, ${/\d/.test(text) ? 'digits' : 'words'}`;
          const ofKind = kinds.get(what) ?? none();
          for (const sum of [own, ofKind]) {
            sum.values += 1;
            sum.lost += isLost ? 1 : 0;
            if (number <= HELD || isLost) continue;
            sum.content += 1;
            sum.main += found.some(({ main }) => main) ? 1 : 0;
          }
          kinds.set(what, ofKind);
        }
      }
      detector.dispose();
      if (own.values > 0) shops.push(own);
    }
    const lost = mean(shops.map(lostOf));
    const kept = mean(shops.filter(({ content }) => content > 0).map(keptOf));
    const table = [...kinds].map(([kind, counts]) => ({ kind, ...counts, lost: lostOf(counts), kept: keptOf(counts) }));
    line.print({ sites: shops.length, lost, kept, kinds: table }, () => {
      const rows = table.map((row) => [row.kind, String(row.values), row.lost.toFixed(4), row.kept.toFixed(4)]);
      const means = `${shops.length} sites, mean of sites: ${lost.toFixed(4)} lost, ${kept.toFixed(4)} of the others kept`;
      return `${formatTable(['value', 'count', 'lost', 'kept'], rows)}\n\n${means}`;
    });
  },
};

// Generates a site from one product page. Menus, labels and notices are kept. Texts about the product, which are found
// by the text of the main content, are replaced on every page.

type ValueKind = 'line' | 'pair' | 'price';

export interface Value {
  readonly kind: ValueKind;
  /** Index of the piece of the source. */
  readonly at: number;
  /** The label before it in the same text, which is kept. */
  readonly label: string;
  readonly text: string;
}

export interface ShopPage {
  /** Values and texts are in spans with `data-gold="content"`. */
  readonly html: string;
  /** Label and value as text, in the order of `Shop.values`. */
  readonly values: readonly string[];
}

/** Elements without text of the page, comments, and tags. */
const MARKUP = /(<(script|style|noscript|template)\b[\s\S]*?<\/\2\s*>|<!--[\s\S]*?-->|<[^>]*>)/gi;
const LINE = /^([^:]{2,40}: )(\S.{0,60})$/;
const PRICE = /^[$€£] ?\d[\d.,]*$|^\d[\d.,]* ?(€|USD|EUR|kg|g|ml|cm|mm|oz|lbs?)$/i;
/** Maximum characters of a label and of a value in a separate element. */
const LABEL = 40;
const VALUE = 60;
/** Minimum words of a replaced text, except headings. */
const WORDS = 4;
/** Number of different words that values at one position have. */
const CHOICES = 5;

const normalise = (text: string): string => text.replace(/&nbsp;|&#160;|\s+/g, ' ').trim();
const wordsOf = (text: string): string[] => text.split(' ');

const nameOf = (tag: string): string => /^<([a-z][a-z0-9]*)/i.exec(tag)?.[1]?.toLowerCase() ?? '';

export class Shop {
  readonly values: readonly Value[];
  readonly #pieces: readonly string[];
  /** Other texts of the main content, by piece. */
  readonly #texts: readonly (readonly [at: number, words: number])[];

  /** `main`: text of the page's main content. */
  constructor(html: string, main: string) {
    // `split` also returns the matches of groups; those of the inner group are dropped.
    this.#pieces = html.split(MARKUP).filter((_, at) => at % 3 !== 2);
    const values: Value[] = [];
    const texts: [number, number][] = [];
    const own = normalise(main);
    const said = this.#pieces.flatMap((piece, at) => (at % 2 === 1 || normalise(piece) === '' ? [] : [at]));
    const textOf = (index: number): string => normalise(this.#pieces[said[index] ?? -1] ?? '');
    let element = '';
    let last = 0;
    for (const [index, at] of said.entries()) {
      for (const tag of this.#pieces.slice(last, at)) element = nameOf(tag) || element;
      last = at;
      const [before, text, after] = [textOf(index - 1), textOf(index), textOf(index + 1)];
      // A short text may occur several times; the one in main content also has the same neighbouring text.
      const isBeside =
        (before !== '' && own.includes(`${before} ${text}`)) || (after !== '' && own.includes(`${text} ${after}`));
      const isOwn = text.length > VALUE ? own.includes(text) : isBeside;
      const [, label = '', value = text] = LINE.exec(text) ?? [];
      const kind = kindOf(text, label, before, element);
      if (isOwn && kind !== undefined) values.push({ kind, at, label, text: value });
      else if (isOwn && (wordsOf(text).length >= WORDS || element === 'h1')) texts.push([at, wordsOf(text).length]);
    }
    this.values = values;
    this.#texts = texts;
  }

  /** Replaces digits of values. Other values at a position are a few words of `words`. */
  *pages(count: number, below: Below, words: readonly string[]): Generator<ShopPage> {
    const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
    const say = (length: number): string => Array.from({ length }, () => pick(words)).join(' ');
    const choices = this.values.map(({ text }) => Array.from({ length: CHOICES }, () => say(wordsOf(text).length)));
    for (let page = 0; page < count; page += 1) {
      const pieces = this.#pieces.map((piece) => (/^<(script|style|!--)/i.test(piece) ? '' : piece));
      for (const [at, length] of this.#texts) pieces[at] = mark(say(length));
      const values = this.values.map(({ at, label, text }, index) => {
        const value = /\d/.test(text)
          ? text.replace(/\d/g, () => String(1 + below(9)))
          : pick(choices[index] ?? [text]);
        pieces[at] = mark(label + value);
        return label + value;
      });
      yield { html: pieces.join(''), values };
    }
  }
}

const mark = (text: string): string => `<span data-gold="content">${text}</span>`;

function kindOf(text: string, label: string, before: string, element: string): ValueKind | undefined {
  if (label !== '' && !text.startsWith('http')) return 'line';
  if (text.length > VALUE) return undefined;
  const isShort = before.length < LABEL;
  if (element === 'dd' || (isShort && (before.endsWith(':') || element === 'td'))) return 'pair';
  return PRICE.test(text) ? 'price' : undefined;
}
