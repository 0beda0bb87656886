/** Values that a site's pages have beside labels that all of them have, and how many are lost from content. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command.ts';
import { formatTable } from '../bench/format-table.ts';
import { withoutGold } from '../bench/pages/read.ts';
import { seeded } from '../bench/random.ts';
import { readModelBytes } from './model-file.ts';
import { Shop } from './shops/shop.ts';

const HELP = `usage: npm run research -- shops DIR [options]

DIR has single pages with the text of their main content: NAME.html, NAME.txt, and index.tsv with name, kind and URL. Each product
page with some values becomes a site: the page again and again, with other values, prices, headings and texts. A value is lost if all
blocks that have it are template.

Options
  --pages N                      pages of each site (default 30)
  --hosts PART/PARTS             these hosts alone, by a hash of their names: 1/2 and 2/2 are two halves
  --out DIR                      writes the sites with labels, to train on
  --model FILE                   another model
  --json                         one JSON object
`;

const PAGES = 30;
/** A page with fewer values makes no site. */
const MIN_VALUES = 1;

interface Source {
  readonly name: string;
  readonly host: string;
  readonly shop: Shop;
}

/** Values by kind, with digits and without. */
interface Losses {
  values: number;
  lost: number;
}

const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

/** A small hash of a name: the same parts on every machine. */
const partOf = (host: string, parts: number): number =>
  [...host].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7) % parts;

function readHosts(line: CommandLine): (host: string) => boolean {
  const text = line.text('hosts');
  if (text === undefined) return () => true;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (part === undefined || Number(part) < 1 || Number(part) > Number(parts))
    throw new Problem(`--hosts must be two numbers such as 1/2, not ${text}`);
  return (host) => partOf(host, Number(parts)) === Number(part) - 1;
}

function readSources(folder: string, isChosen: (host: string) => boolean): { sources: Source[]; words: string[] } {
  const sources: Source[] = [];
  const words: string[] = [];
  for (const row of textOf(folder, 'index.tsv').trimEnd().split('\n')) {
    const [name = '', kind, url = ''] = row.split('\t');
    if (kind !== 'product') continue;
    const main = textOf(folder, `${name}.txt`);
    words.push(...(main.match(/\b[a-z]{3,12}\b/g) ?? []));
    const { host } = new URL(url);
    const shop = new Shop(textOf(folder, `${name}.html`), main);
    if (isChosen(host) && shop.values.length >= MIN_VALUES) sources.push({ name, host, shop });
  }
  if (sources.length === 0) throw new Problem(`${folder}: has no product page with values`);
  return { sources, words };
}

const spaced = (text: string): string => text.replace(/&amp;/g, '&').replace(/\s+/g, ' ');

export const program: Program = {
  help: HELP,
  values: ['pages', 'hosts', 'out', 'model'],
  hasOperands: true,
  async run(line) {
    const folder = line.operand;
    const count = line.count('pages', PAGES);
    const [out, file] = [line.text('out'), line.text('model')];
    const model = file === undefined ? undefined : await readModelBytes(file);
    const { sources, words } = readSources(folder, readHosts(line));
    const losses = new Map<string, Losses>();
    const shares: number[] = [];
    for (const { name, host, shop } of sources) {
      // A site is a group with the others of its host.
      const site = `${host.replaceAll('-', '.')}-${name}`;
      if (out !== undefined) mkdirSync(join(out, site), { recursive: true });
      const detector = await Detector.create({}, { ...(model && { model }) });
      const own: Losses = { values: 0, lost: 0 };
      let number = 0;
      for (const { html, values } of shop.pages(count, seeded(Number(name) || 1), words)) {
        number += 1;
        if (out !== undefined) writeFileSync(join(out, site, `${String(number).padStart(5, '0')}.html`), html);
        const { blocks } = detector.learn(withoutGold(html), { id: `${site}/${number}` });
        const texts = blocks.map(({ kind, text }) => ({ kind, text: spaced(text) }));
        for (const [index, value] of values.entries()) {
          const found = texts.filter(({ text }) => text.includes(spaced(value)));
          if (found.length === 0) continue;
          const isLost = found.every(({ kind }) => kind === 'template');
          const { kind = 'line', text = '' } = shop.values[index] ?? {};
          const what = `${kind}, ${/\d/.test(text) ? 'digits' : 'words'}`;
          const ofKind = losses.get(what) ?? { values: 0, lost: 0 };
          for (const sum of [own, ofKind]) {
            sum.values += 1;
            sum.lost += isLost ? 1 : 0;
          }
          losses.set(what, ofKind);
        }
      }
      detector.dispose();
      if (own.values > 0) shares.push(own.lost / own.values);
    }
    const lost = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    const kinds = [...losses].map(([kind, sums]) => ({ kind, ...sums, share: sums.lost / sums.values }));
    line.print({ sites: shares.length, lost, kinds }, () => {
      const rows = kinds.map(({ kind, values, share }) => [kind, String(values), share.toFixed(4)]);
      return `${formatTable(['value', 'count', 'lost'], rows)}\n\n${shares.length} sites, mean of sites lost: ${lost.toFixed(4)}`;
    });
  },
};
