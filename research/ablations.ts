/** Main content and headings of documents without each of the units that change main content. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type CreateOptions, Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import type { SourcePage } from '../bench/pages/site-files.ts';
import { findSites } from '../bench/pages/sites.ts';
import { formatTable, mean, sumOf } from '../bench/report.ts';
import { moduleWith } from '../scripts/compile.ts';
import { elementsOf, readTree, textsOf } from './baselines/document.ts';
import { groupOfHost, readFold } from './corpus/selection.ts';
import { scoreWords } from './evaluation/texts.ts';
import { bagOfWords, goldTexts, wordsOf } from './evaluation/words.ts';
import { readModelFile } from './options.ts';

const UNITS = new URL('../assembly/detect/unit-records.ts', import.meta.url);

const HELP = `usage: npm run research -- ablations SET… [options]

A SET has pages of main content in NAME.txt next to NAME.html (see npm run evaluate -- --help). Each page is read as the first page of
its site. The first row of a set has all units (assembly/detect/unit-records.ts). Each other row has the differences without one unit,
in 1/10,000, and the standard error of the difference of F1:

  pages    pages whose text or headings differ
  F1       mean F1 of bags of words; recall: the share of the words of the gold text
  kept     share of the gold text's headings that are headings of the Markdown; lost: share that is not in the Markdown

Options
  --units NAME,…                 only these units, or none (default: all)
  --fold K/N                     only the pages that train --fold K/N does not use
  --model FILE                   a model instead of the shipped one
  --json                         one JSON object
`;

interface PageFigures {
  readonly f1: number;
  readonly recall: number;
  readonly headings: number;
  readonly kept: number;
  readonly lost: number;
}

interface Row {
  readonly set: string;
  /** The removed unit; undefined for none. */
  readonly unit: string | undefined;
  readonly pages: readonly PageFigures[];
}

const plain = (text: string): string => wordsOf(text.normalize('NFKC')).join(' ');
const HEADING = /^\s*(?:[>*+-]\s+|\d+\.\s+)*#{1,6}\s/;

/** The headings of the page that are lines of the gold text. */
function goldHeadings(html: string, text: string): Set<string> {
  const lines = new Set(text.split('\n').map(plain));
  const headings = [...elementsOf(readTree(html).root)]
    .filter(({ name }) => /^h[1-6]$/.test(name))
    .map((element) =>
      plain(
        textsOf(element)
          .map((node) => node.text)
          .join(' '),
      ),
    );
  return new Set(headings.filter((heading) => heading.length > 2 && lines.has(heading)));
}

function measurePage(detector: Detector, { bytes, url, ...gold }: SourcePage, headings: Set<string>): PageFigures {
  const {
    title,
    text = '',
    markdown = '',
  } = detector.label(bytes).document({ ...(url !== undefined && { url }), fields: ['title', 'text', 'markdown'] });
  const { f1, recall } = scoreWords(bagOfWords([text]), bagOfWords(goldTexts(gold)));
  const lines = `# ${title}\n${markdown}`.replace(/\]\([^)]*\)/g, ']').split('\n');
  const found = new Set(lines.filter((line) => HEADING.test(line)).map(plain));
  const all = ` ${plain(lines.join('\n'))} `;
  const missing = [...headings].filter((heading) => !found.has(heading));
  const lost = missing.filter((heading) => !all.includes(` ${heading} `)).length;
  return { f1, recall, headings: headings.size, kept: headings.size - missing.length, lost };
}

const decoder = new TextDecoder();

async function readSet(path: string, line: CommandLine): Promise<{ page: SourcePage; headings: Set<string> }[]> {
  const isJudged = readFold(line);
  const pages = (await Promise.all(findSites(path).map((site) => site.read()))).flat();
  const judged = pages.filter(({ text, url }) => {
    const host = url !== undefined && URL.canParse(url) ? new URL(url).host : path;
    return text !== undefined && isJudged?.(groupOfHost(host, path)) !== false;
  });
  if (judged.length === 0) throw new Problem(`${path}: no page has a .txt file of its main content`);
  return judged.map((page) => ({ page, headings: goldHeadings(decoder.decode(page.bytes), page.text ?? '') }));
}

function readUnits(line: CommandLine): [string, number][] {
  const [, constants = ''] = readFileSync(UNITS, 'utf8').split('export namespace Unit');
  const units = [...constants.matchAll(/const (\w+): u32 = (\d+)/g)].map(([, name = '', code]): [string, number] => [
    name.toLowerCase(),
    Number(code),
  ]);
  const names = line.text('units')?.split(',') ?? units.map(([name]) => name);
  const known = new Set(['none', ...units.map(([name]) => name)]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new Problem(`there is no unit ${unknown}: ${[...known].join(', ')}`);
  return units.filter(([name]) => names.includes(name));
}

const SHARES = {
  f1: (pages: readonly PageFigures[]) => mean(pages.map(({ f1 }) => f1)),
  recall: (pages: readonly PageFigures[]) => mean(pages.map(({ recall }) => recall)),
  kept: (pages: readonly PageFigures[]) =>
    sumOf(pages.map(({ kept }) => kept)) / sumOf(pages.map((page) => page.headings)),
  lost: (pages: readonly PageFigures[]) =>
    sumOf(pages.map(({ lost }) => lost)) / sumOf(pages.map((page) => page.headings)),
};

function compare({ set, unit, pages }: Row, whole: readonly PageFigures[]): Record<string, string | number> {
  const changes = pages.map(({ f1 }, at) => f1 - (whole[at]?.f1 ?? 0));
  const squares = sumOf(changes.map((change) => (change - mean(changes)) ** 2));
  const differing = pages.filter((page, at) => JSON.stringify(page) !== JSON.stringify(whole[at])).length;
  const shares = Object.entries(SHARES).map(([name, of]) => [name, unit ? of(pages) - of(whole) : of(pages)]);
  const error = Math.sqrt(squares) / pages.length;
  return {
    set: basename(set),
    without: unit ?? '–',
    pages: unit ? differing : pages.length,
    ...Object.fromEntries(shares),
    error,
  };
}

async function measure(line: CommandLine): Promise<Record<string, string | number>[]> {
  const units = readUnits(line);
  const sets = new Map<string, Awaited<ReturnType<typeof readSet>>>();
  for (const path of line.someOperands) sets.set(path, await readSet(path, line));
  const model = await readModelFile(line);
  const rows: Row[] = [];
  for (const [unit, code] of [[undefined, 0] as const, ...units]) {
    const create: CreateOptions =
      unit === undefined ? model : { ...model, wasm: await moduleWith('IGNORED_UNIT', code) };
    using detector = await Detector.create({}, create);
    for (const [set, pages] of sets)
      rows.push({ set, unit, pages: pages.map(({ page, headings }) => measurePage(detector, page, headings)) });
  }
  return [...sets.keys()].flatMap((set) => {
    const [whole, ...others] = rows.filter((row) => row.set === set);
    return whole === undefined ? [] : [whole, ...others].map((row) => compare(row, whole.pages));
  });
}

const cellOf = (value: string | number, isDifference: boolean): string =>
  typeof value === 'string' || Number.isInteger(value)
    ? String(value)
    : isDifference
      ? (value * 1e4).toFixed(1)
      : value.toFixed(4);

export const program: Program = {
  help: HELP,
  values: ['units', 'fold', 'model'],
  hasOperands: true,
  async run(line) {
    line.print({ rows: await measure(line) }, ({ rows }) =>
      formatTable(
        Object.keys(rows[0] ?? {}),
        rows.map((row) => Object.values(row).map((value) => cellOf(value, row['without'] !== '–'))),
      ),
    );
  },
};
