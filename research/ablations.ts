/** Measures main content and headings of documents if each of the units that change main content is disabled. */
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

const plain = (text: string): string => wordsOf(text.normalize('NFKC')).join(' ');
const HEADING = /^\s*(?:[>*+-]\s+|\d+\.\s+)*#{1,6}\s/;

function goldHeadings({ bytes, text = '' }: SourcePage): Set<string> {
  const lines = new Set(text.split('\n').map(plain));
  const headings = [...elementsOf(readTree(new TextDecoder().decode(bytes)).root)]
    .filter(({ name }) => /^h[1-6]$/.test(name))
    .map((element) => plain(textsOf(element).reduce((words, node) => `${words} ${node.text}`, '')));
  return new Set(headings.filter((heading) => heading.length > 2 && lines.has(heading)));
}

function measurePage(detector: Detector, { bytes, url, ...gold }: SourcePage, headings: Set<string>): PageFigures {
  const fields = ['title', 'text', 'markdown'] as const;
  const document = detector.label(bytes).document({ ...(url !== undefined && { url }), fields });
  const { f1, recall } = scoreWords(bagOfWords([document.text]), bagOfWords(goldTexts(gold)));
  const lines = `# ${document.title}\n${document.markdown}`.replace(/\]\([^)]*\)/g, ']').split('\n');
  const found = new Set(lines.filter((line) => HEADING.test(line)).map(plain));
  const all = ` ${plain(lines.join('\n'))} `;
  const missing = [...headings].filter((heading) => !found.has(heading));
  const lost = missing.filter((heading) => !all.includes(` ${heading} `)).length;
  return { f1, recall, headings: headings.size, kept: headings.size - missing.length, lost };
}

type SetPages = readonly { readonly page: SourcePage; readonly headings: Set<string> }[];

async function readSet(path: string, line: CommandLine): Promise<SetPages> {
  const isJudged = readFold(line);
  const pages = (await Promise.all(findSites(path).map((site) => site.read()))).flat();
  const judged = pages.filter(({ text, url }) => {
    const host = url !== undefined && URL.canParse(url) ? new URL(url).host : path;
    return text !== undefined && isJudged?.(groupOfHost(host, path)) !== false;
  });
  if (judged.length === 0) throw new Problem(`${path}: no page has a .txt file of its main content`);
  return judged.map((page) => ({ page, headings: goldHeadings(page) }));
}

function readUnits(line: CommandLine): [string, number][] {
  const [, constants = ''] = readFileSync(UNITS, 'utf8').split('export namespace Unit');
  const units = [...constants.matchAll(/const (\w+): u32 = (\d+)/g)].map(([, name = '', code]) => ({
    name: name.toLowerCase(),
    code,
  }));
  const names = line.text('units')?.split(',') ?? units.map(({ name }) => name);
  const known = ['none', ...units.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Problem(`there is no unit ${unknown}: ${known.join(', ')}`);
  return units.filter(({ name }) => names.includes(name)).map(({ name, code }) => [name, Number(code)]);
}

function meansOf(pages: readonly PageFigures[]): Record<string, number> {
  const total = (figure: keyof PageFigures): number => sumOf(pages.map((page) => page[figure]));
  const headings = Math.max(1, total('headings'));
  return {
    ...{ f1: total('f1') / pages.length, recall: total('recall') / pages.length },
    ...{ kept: total('kept') / headings, lost: total('lost') / headings },
  };
}

type Row = Record<string, string | number>;

/** The differences between the figures without a unit, and with all units. */
function compare(pages: readonly PageFigures[], whole: readonly PageFigures[]): Row {
  const [means, wholeMeans] = [meansOf(pages), meansOf(whole)];
  const differences = Object.entries(means).map(([name, value]) => [name, value - (wholeMeans[name] ?? 0)]);
  const differing = pages.filter((page, at) => JSON.stringify(page) !== JSON.stringify(whole[at])).length;
  const changes = pages.map(({ f1 }, at) => f1 - (whole[at]?.f1 ?? 0));
  const squares = sumOf(changes.map((change) => (change - mean(changes)) ** 2));
  return { pages: differing, ...Object.fromEntries(differences), error: Math.sqrt(squares) / pages.length };
}

async function measure(line: CommandLine): Promise<Row[]> {
  const units = readUnits(line);
  const model = await readModelFile(line);
  const wasm = new Map<string, CreateOptions>();
  for (const [unit, code] of units) wasm.set(unit, { ...model, wasm: await moduleWith('IGNORED_UNIT', code) });
  const rows: Row[] = [];
  for (const path of line.someOperands) {
    const pages = await readSet(path, line);
    const measureAll = async (create: CreateOptions): Promise<PageFigures[]> => {
      using detector = await Detector.create({}, create);
      return pages.map(({ page, headings }) => measurePage(detector, page, headings));
    };
    const set = basename(path);
    const whole = await measureAll(model);
    rows.push({ set, without: '–', pages: pages.length, ...meansOf(whole), error: '' });
    for (const [unit, create] of wasm) rows.push({ set, without: unit, ...compare(await measureAll(create), whole) });
  }
  return rows;
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
