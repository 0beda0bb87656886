/** Accuracy, warm-up and time of every method. */
import { mean, type SiteFigures } from '../../evaluation/evaluate.ts';
import { findMethod } from '../../methods/registry.ts';
import { METHODS, type MethodFigures, meanStages, type Stage } from '../methods.ts';
import type { Results } from '../results.ts';
import { chart, type Mark } from './charts.ts';
import { details, glossary, legend, paragraph, type Row, type Section, source, strong, table } from './html.ts';
import { kilobytes, percent, share } from './numbers.ts';

const of = (all: readonly MethodFigures[], method: string): MethodFigures[] =>
  all.filter((one) => one.method === method);

const named = (method: string, text: string): Row[number] =>
  method === 'default' || method === 'repetition' ? strong(text) : text;

function macroRows(all: readonly MethodFigures[]): Row[] {
  return METHODS.map((method): Row => {
    const sites = of(all, method).map(({ figures }) => figures);
    const over = (figure: (one: (typeof sites)[number]) => number): number => mean(sites.map(figure));
    const held = over(({ tableBytes }) => tableBytes);
    const pages = over(({ keptBytes }) => keptBytes);
    return [
      named(method, method),
      ...[over(({ precision }) => precision), over(({ recall }) => recall), over(({ f1 }) => f1)].map(share),
      percent(
        over(({ contentLost }) => contentLost),
        1,
      ),
      share(over(({ contentF1 }) => contentF1)),
      ...[
        over(({ blocks }) => blocks.precision),
        over(({ blocks }) => blocks.recall),
        over(({ blocks }) => blocks.f1),
      ].map(share),
      kilobytes(held),
      pages === 0 ? '' : kilobytes(pages),
      over(({ millisecondsPerPage }) => millisecondsPerPage).toFixed(3),
    ];
  });
}

const MACRO_HEAD = [
  ...['method', 'precision', 'recall', 'F1', 'content lost', 'word F1', 'block P', 'block R', 'block F1'],
  ...['table kB', 'pages kB', 'ms per page'],
];

/** A row for each method, a column for each site. */
const siteTable = (all: readonly MethodFigures[], cellOf: (figures: SiteFigures) => string): string => {
  const sites = [...new Set(all.map(({ site }) => site))];
  const rows = METHODS.map((method): Row => {
    const own = of(all, method);
    const cells = sites.map((site) => own.filter((one) => one.site === site).map(({ figures }) => cellOf(figures)));
    return [named(method, method), ...cells.flat()];
  });
  return table(['method', ...sites], rows);
};

const ofBlocks = ({ blocks: { precision, recall, f1 } }: SiteFigures): string =>
  [precision, recall, f1].map((one) => one.toFixed(2)).join(' ');

const ofCharacters = ({ precision, recall, contentLost }: SiteFigures): string =>
  `${precision.toFixed(2)} ${recall.toFixed(2)} · ${percent(contentLost, 1)}`;

export function methodSection({ methods }: Results, command: string): Section {
  return {
    id: 'methods',
    title: 'Accuracy of each method',
    body: [
      paragraph(
        'Template by characters and by blocks, mean over the sites. Every page is judged once, in the order of a crawl. Batch methods read all pages of a site before they judge the first one; the others have the current page and their stored state.',
      ),
      table(MACRO_HEAD, macroRows(methods)),
      paragraph(
        'Times are of one run, with parsing. default, repetition, paper and two-stage are WebAssembly; two-stage leaves the labelling of blocks to the index. twin is the method of paper in plain TypeScript on trees of parse5. The other methods are plain TypeScript on parse5 too: compare their times with the twin. The model of default may have been trained on these sites; docs/accuracy.md describes how to evaluate without that.',
      ),
      '<h3>By site, blocks: precision, recall, F1</h3>',
      siteTable(methods, ofBlocks),
      details('by characters: precision, recall · content lost', siteTable(methods, ofCharacters)),
      glossary(METHODS.map((method) => [method, findMethod(method).meaning])),
      source('methods.json', command),
    ],
  };
}

/** Methods that judge a page before they read the next one, and shingle as an example of a batch method. */
const WARMING = ['default', 'repetition', 'text-cache', 'lines', 'shingle'];

/** The last stage again, at the last page, so that the line ends there. */
const lastOf = (stages: readonly Stage[], from: number): Stage[] =>
  stages.slice(-1).map((stage) => ({ ...stage, from }));

export function warmUpSection({ methods }: Results, command: string): Section {
  const pages = Math.max(...methods.map(({ figures }) => figures.pages));
  const marks = (figure: 'recall' | 'precision') =>
    WARMING.flatMap((series) =>
      [...meanStages(methods, series), ...lastOf(meanStages(methods, series), pages)].map(
        (stage): Mark => ({ series, x: stage.from, y: stage[figure] }),
      ),
    );
  const xTicks = [1, 2, 3, 5, 10, 25, 100, 400];
  const options = { series: WARMING, xScale: 'log', yDomain: [0, 1], kind: 'steps', xTicks } as const;
  return {
    id: 'warm-up',
    title: 'Warm-up of the methods',
    body: [
      paragraph(
        'By characters, by page number, mean over the sites. A method that needs five pages finds nothing on the first four. Precision is 1 where nothing is judged template. Shingle has read the whole site before the first page.',
      ),
      legend(WARMING),
      '<h3>Recall</h3>',
      chart('Recall by page number', marks('recall'), { ...options, x: 'page', y: 'recall' }),
      '<h3>Precision</h3>',
      chart('Precision by page number', marks('precision'), { ...options, x: 'page', y: 'precision' }),
      source('methods.json', command),
    ],
  };
}

export function hardSection({ hard }: Results, command: string): Section {
  const title = 'Hard sites: content that repeats, and templates of sections';
  if (hard.length === 0) {
    const how = 'Not measured: --hard DIR is missing. npm run bench doc-sites -- DIR writes such a folder.';
    return { id: 'hard', title, body: [paragraph(how)] };
  }
  return {
    id: 'hard',
    title,
    body: [
      paragraph(
        'Documentation of programming interfaces. Inherited members have the same text on many pages, inside the content (fop, glib, libxml2, xapian), so methods that count repetition judge them template. In cppreference, gtk4 and lilypond-ja each section has its own template, and a random sample of pages has few copies of it.',
      ),
      table(MACRO_HEAD, macroRows(hard)),
      '<h3>By site, characters: precision, recall · content lost</h3>',
      siteTable(hard, ofCharacters),
      source('hard.json', command),
    ],
  };
}
