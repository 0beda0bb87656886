import { Detector } from 'refrain';
import type { CommandLine, Program } from '../bench/command-line.ts';
import { formatTable } from '../bench/report.ts';
import {
  type Comparison,
  compareBeginning,
  compareMetadata,
  type HeadlineLine,
  readGoldMetadata,
} from './metadata/compare.ts';

const HELP = `usage: npm run research -- metadata DIR… [options]

A DIR with index.tsv (name, kind, URL, title, author and date of NAME.html, without a header; or name, source, licence, kind, language,
URL, title, authors and time; or file, date, source and URL) is a folder of single pages. Each is read as the first page of its site.
Figures are shares of the pages that say what index.tsv has:

  title, exact   the headline is the title by its letters and digits; letter by letter
  author, date   all authors are found; the date is the day of publication or of the last change
  precision      the published date is the one in index.tsv, of pages with both
  recall         the same, of pages with that date or none
  other          share of the pages without an author (date) in index.tsv for which one was found
  begins         articles whose document begins with their title; as heading: after one #; twice: two headings are the title

Options
  --errors                       what was not found, on standard error
  --json                         one JSON object
`;

const decoder = new TextDecoder();

type Measure = keyof Comparison | keyof HeadlineLine;
const MEASURES: readonly Measure[] = [
  ...(['title', 'titleExact', 'author', 'date', 'precision', 'recall', 'otherAuthor', 'otherDate'] as const),
  ...(['begins', 'asHeading', 'twice'] as const),
];

interface Share {
  readonly measure: Measure;
  readonly pages: number;
  readonly share: number;
}

async function measurePages(folder: string, line: CommandLine): Promise<Share[]> {
  const found: (Comparison & HeadlineLine)[] = [];
  for (const gold of readGoldMetadata(folder)) {
    const detector = await Detector.create();
    const page = detector.learn(gold.html, { id: gold.url });
    const metadata = page.metadata({ url: gold.url });
    const text = page.text('all');
    const { markdown } = page.document({ url: gold.url });
    const comparison = {
      ...compareMetadata(metadata, gold, `${decoder.decode(gold.html)} ${page.title} ${text}`),
      ...compareBeginning(gold, markdown, text),
    };
    found.push(comparison);
    detector.dispose();
    const { title, authors, published, modified } = metadata;
    const author = authors.join('; ');
    const beginning = { wanted: gold.title, found: markdown.slice(0, markdown.indexOf('\n')) };
    const misses: readonly [Measure, boolean, string, string][] = [
      ['title', comparison.title === false, gold.title, title],
      ['author', comparison.author === false, gold.author, author],
      ['date', comparison.date === false, gold.date, `${published} ${modified}`],
      ['precision', comparison.precision === false, gold.date, published ?? ''],
      ['recall', comparison.recall === false, gold.date, ''],
      ['otherAuthor', comparison.otherAuthor === true, '', author],
      ['asHeading', comparison.asHeading === false, beginning.wanted, beginning.found],
    ];
    for (const [measure, isMissed, wanted, value] of misses)
      if (isMissed) line.blame(gold.name, measure, wanted, value);
  }
  return MEASURES.map((measure) => {
    const known = found.map((comparison) => comparison[measure]).filter((value) => value !== undefined);
    return { measure, pages: known.length, share: known.filter(Boolean).length / Math.max(1, known.length) };
  });
}

export const program: Program = {
  help: HELP,
  switches: ['errors'],
  hasOperands: true,
  async run(line) {
    const pages: Share[] = [];
    for (const folder of line.someOperands) pages.push(...(await measurePages(folder, line)));
    line.print({ pages }, () =>
      formatTable(
        ['measure', 'pages', 'share'],
        pages.map(({ measure, pages: count, share }) => [measure, String(count), share.toFixed(3)]),
      ),
    );
  },
};
