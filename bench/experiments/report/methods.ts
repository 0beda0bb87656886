/** What every method finds, how soon, and how long it takes. */
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
  ...['table kB', 'pages kB', 'ms a page'],
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
    title: 'What each method finds',
    body: [
      paragraph(
        'Template by characters and by blocks; every page is judged once, as a crawl has it. Batch methods see all pages of a site before they judge the first; the others never more than the page in hand and what they remember. Mean over the sites.',
      ),
      table(MACRO_HEAD, macroRows(methods)),
      paragraph(
        'Times are of one run, parsing included. default, repetition and paper are WebAssembly; the model of default may have been grown on these very sites, which docs/evidence.md does not allow; so is two-stage, with the labelling of blocks left to the index; twin is the same method as paper in plain TypeScript, and so are the others, on trees of parse5: lay those beside the twin.',
      ),
      '<h3>By site, blocks: precision, recall, F1</h3>',
      siteTable(methods, ofBlocks),
      details('by characters: precision, recall · content lost', siteTable(methods, ofCharacters)),
      glossary(METHODS.map((method) => [method, findMethod(method).meaning])),
      source('methods.json', command),
    ],
  };
}

/** Those that judge a page before they have seen the next; a batch as large as the site stands for the others. */
const WARMING = ['default', 'repetition', 'text-cache', 'lines', 'shingle'];

/** The last stage goes on to the last page. */
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
    title: 'How fast a method warms up',
    body: [
      paragraph(
        'By characters, on pages of each number, mean over the sites. A method that asks for five pages finds nothing on the first four; precision without a claim is 1. Shingle has seen the whole site before the first page.',
      ),
      legend(WARMING),
      '<h3>Recall</h3>',
      chart('Recall by number of page', marks('recall'), { ...options, x: 'page', y: 'recall' }),
      '<h3>Precision</h3>',
      chart('Precision by number of page', marks('precision'), { ...options, x: 'page', y: 'precision' }),
      source('methods.json', command),
    ],
  };
}

export function hardSection({ hard }: Results, command: string): Section {
  const title = 'Hard sites: content that repeats, and templates of sections';
  if (hard.length === 0) {
    const how = 'Not measured: no folder was given. npm run doc-sites -- DIR makes one, --hard DIR has it measured.';
    return { id: 'hard', title, body: [paragraph(how)] };
  }
  return {
    id: 'hard',
    title,
    body: [
      paragraph(
        'Documentation of programming interfaces. What classes inherit stands word for word on many pages, inside the content (fop, glib, libxml2, xapian): whoever counts repetition takes it for template. In cppreference, gtk4 and lilypond-ja each section has a template of its own, of which a random sample of pages has few copies.',
      ),
      table(MACRO_HEAD, macroRows(hard)),
      '<h3>By site, characters: precision, recall · content lost</h3>',
      siteTable(hard, ofCharacters),
      source('hard.json', command),
    ],
  };
}
