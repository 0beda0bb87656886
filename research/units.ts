/** Evaluates labels with values and images with captions in Markdown against manual labels. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { formatTable } from '../bench/report.ts';
import { type Row, readRows, readUrls } from './corpus/tsv.ts';

const HELP = `usage: npm run research -- units DIR [options]

DIR has the development pages of WCXB: NAME.html, and index.tsv with name, kind, URL and title. research/units/labels.tsv has labels with
their values (specifications, recipes, infoboxes) and beginnings of captions on some of them, all of which are main content. Each
page is read as the first one of its site. Figures are shares:

  value     the value is in the Markdown of the main content, shortly after its label
  caption   the same: the caption is there, and a picture beside it

Options
  --errors                       what was not found, on standard error
  --json                         one JSON object
`;

const LABELS = new URL('units/labels.tsv', import.meta.url);
/** Maximum characters between a label and its value; maximum lines between a caption and its image. */
const GAP = 40;
const LINES = 2;

const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\]\([^)]*\)|<br>/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

function hasValue(text: string, label: string, value: string): boolean {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    const start = at + label.length - 1;
    if (text.slice(start, start + GAP + value.length).includes(value)) return true;
  }
  return false;
}

function hasCaption(lines: readonly string[], caption: string): boolean {
  return lines.some((line, at) => {
    if (!wordsOf(line).includes(caption.trimEnd())) return false;
    return lines.slice(Math.max(0, at - LINES), at + LINES + 1).some((near) => near.includes('!['));
  });
}

export function hasUnit(markdown: string, row: Row): boolean {
  const text = wordsOf(row('text'));
  if (row('what') === 'value') return hasValue(wordsOf(markdown), wordsOf(row('label')), text);
  return hasCaption(
    markdown.split('\n').filter((line) => line !== ''),
    text,
  );
}

interface Figure {
  readonly what: string;
  readonly labels: number;
  readonly share: number;
}

async function measure(folder: string, line: CommandLine): Promise<Figure[]> {
  const rows = readRows('labels.tsv', readFileSync(LABELS, 'utf8'), ['page', 'what', 'label', 'text']);
  const urls = readUrls(folder);
  const counts = new Map<string, { labels: number; found: number }>();
  for (const name of new Set(rows.map((row) => row('page')))) {
    const url = urls.get(name);
    if (url === undefined) throw new Problem(`${folder}: there is no page ${name}`);
    using detector = await Detector.create();
    const markdown = detector.learn(readFileSync(join(folder, `${name}.html`)), { id: url }).markdown('main', { url });
    for (const row of rows.filter((each) => each('page') === name)) {
      const count = counts.get(row('what')) ?? { labels: 0, found: 0 };
      counts.set(row('what'), count);
      count.labels += 1;
      if (hasUnit(markdown, row)) count.found += 1;
      else line.blame(name, row('label'), row('text'));
    }
  }
  return [...counts].map(([what, { labels, found }]) => ({ what, labels, share: found / labels }));
}

export const program: Program = {
  help: HELP,
  switches: ['errors'],
  hasOperands: true,
  async run(line) {
    line.print(await measure(line.operand, line), (figures) =>
      formatTable(
        ['', 'labels', 'share'],
        figures.map(({ what, labels, share }) => [what, String(labels), share.toFixed(3)]),
      ),
    );
  },
};
