/** Pieces of pages for retrieval: how many of them other pages of the site have too, and where the page stands that is searched for. */
import { Readability } from '@mozilla/readability';
import { chunksOf } from '@refrain/cli/formats';
import { Defuddle } from 'defuddle/node';
import MiniSearch from 'minisearch';
import { Detector } from 'refrain';
import { type CommandLine, Problem, type Program } from '../bench/command-line.ts';
import { withoutGold } from '../bench/pages/read.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { formatTable, mean, meanOfKnown } from '../bench/report.ts';
import { normalise } from './baselines/document.ts';
import { readSelection, SELECTION_FLAGS, SELECTION_HELP, selectPages } from './corpus/selection.ts';
import { readGold } from './evaluation/gold.ts';
import { byMdream, parse } from './methods/extractors.ts';
import { readModelFile } from './options.ts';

const HELP = `usage: npm run research -- retrieval SITES_DIR [options]

Cuts the pages of each site into pieces of --words words, from the Markdown of several extractors, written by the same writer but for
mdream. refrain reads the site once before it judges its pages, the others each page alone. Means over sites.

  repeated       share of the pieces whose text another page of the site has as a piece too
  template       the same, of pieces that are not content by the labels: fewer than half of their three words in a row are
  headline       mean reciprocal rank of the page (of ten, BM25+) for its headline, as Readability finds it; headlines
                 that several pages have are left out
  sentence       the same for the first eight words of a labelled line of content that no other page has

Options
  --words N      maximum number of words of a piece (default: 300)
${SELECTION_HELP}
  --model FILE   another model
  --json         one JSON object
`;

const RANKS = 10;
const SENTENCE_WORDS = 8;

interface SitePage {
  readonly name: string;
  readonly html: string;
  readonly headline: string;
  /** Texts that are labelled as content. */
  readonly content: readonly string[];
}

interface Figures {
  readonly repeated: number;
  readonly template: number | undefined;
  readonly headline: number | undefined;
  readonly sentence: number | undefined;
}

type Measure = keyof Figures;
const MEASURES: readonly Measure[] = ['repeated', 'template', 'headline', 'sentence'];

/** Markdown of the pages of a site, in their order. */
type Cleaner = (pages: readonly SitePage[]) => Promise<readonly string[]>;

/** The writer of all: on a table without a page, nothing is template. */
async function writer(): Promise<(html: string) => string> {
  const detector = await Detector.create({ evidence: 'repetition' });
  return (html) => detector.label(html).markdown('content');
}

const alone =
  (contentOf: (html: string) => string | Promise<string>): Cleaner =>
  async (pages) => {
    const write = await writer();
    const texts: string[] = [];
    for (const { html } of pages) texts.push(write(await contentOf(html)));
    return texts;
  };

const byRefrain =
  (part: 'main' | 'content', model: Uint8Array | undefined): Cleaner =>
  async (pages) => {
    using detector = await Detector.create({}, model === undefined ? {} : { model });
    for (const { html, name } of pages) detector.learn(html, { id: name });
    return pages.map(({ html, name }) => detector.label(html, { id: name }).markdown(part));
  };

const cleaners = (model: Uint8Array | undefined): Readonly<Record<string, Cleaner>> => ({
  'no cleaning': alone((html) => html),
  Readability: alone((html) => new Readability(parse(html)).parse()?.content ?? ''),
  Defuddle: alone(async (html) => (await Defuddle(parse(html), 'https://a.example/', { useAsync: false })).content),
  mdream: async (pages) => pages.map(({ html }) => byMdream(html)),
  'refrain content': byRefrain('content', model),
  'refrain main': byRefrain('main', model),
});

async function readSite({ read }: SiteSource, line: CommandLine): Promise<SitePage[]> {
  const pages = selectPages(await read(), readSelection(line));
  return pages.map(({ name, bytes }) => {
    const source = new TextDecoder().decode(bytes);
    const html = withoutGold(source);
    const { segments, hasMain, labelled } = readGold(source, name);
    const isContent = hasMain
      ? ({ part = 'rest' }) => part === 'main'
      : ({ label }: { label: string }) => label === 'content';
    const content = labelled || hasMain ? segments.filter(isContent).map(({ text }) => text) : [];
    return { name, html, content, headline: normalise(new Readability(parse(html)).parse()?.title ?? '') };
  });
}

/** Values that one page alone has, by page. */
function known(values: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const pages = new Map<string, number>();
  for (const [page, texts] of values.entries())
    for (const text of new Set(texts)) pages.set(text, pages.has(text) && pages.get(text) !== page ? -1 : page);
  return pages;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const tripletsOf = (text: string): string[] => {
  const words = wordsOf(text);
  return words.map((_, at) => words.slice(at, at + 3).join(' ')).slice(0, Math.max(1, words.length - 2));
};

/** Share of the pieces that repeat and are not content of their page; undefined where nothing is labelled. */
function templateShare(
  pages: readonly SitePage[],
  pieces: readonly (readonly string[])[],
  isRepeated: (piece: string) => boolean,
): number | undefined {
  if (pages.every(({ content }) => content.length === 0)) return undefined;
  const counts = pages.map(({ content }, page) => {
    const labelled = new Set(tripletsOf(content.join(' ')));
    return (pieces[page] ?? []).filter((piece) => {
      const triplets = tripletsOf(piece);
      return isRepeated(piece) && triplets.filter((one) => labelled.has(one)).length < triplets.length / 2;
    }).length;
  });
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, pieces.flat().length);
}

function measure(pages: readonly SitePage[], texts: readonly string[], maxWords: number): Figures {
  const chunks = texts.map((text, at) => chunksOf(text, { id: String(at), title: '' }, { maxWords }));
  const pieces = chunks.map((of) => of.map(({ text }) => normalise(text)));
  const ofPieces = known(pieces);
  const search = new MiniSearch<{ id: string; text: string }>({ fields: ['text'], tokenize: wordsOf });
  search.addAll(chunks.flat().map(({ id, text }) => ({ id, text })));
  const pageOf = new Map(chunks.flat().map(({ id, pageId }) => [id, Number(pageId)]));
  /** Pages are as good as the best of their pieces. */
  const rank = (query: string, page: number): number => {
    const found = new Set(search.search(query).map(({ id }) => pageOf.get(id as string)));
    const at = [...found].slice(0, RANKS).indexOf(page);
    return at < 0 ? 0 : 1 / (at + 1);
  };
  const mrr = (queries: ReadonlyMap<string, number>): number | undefined => {
    const ranks = [...queries]
      .filter(([query, page]) => page >= 0 && query !== '')
      .map(([query, page]) => rank(query, page));
    return meanOfKnown(ranks);
  };
  const ofContent = known(pages.map(({ content }) => content));
  const sentences = pages.flatMap(({ content }, page) => {
    const own = content.filter((text) => ofContent.get(text) === page && wordsOf(text).length >= SENTENCE_WORDS);
    const words = wordsOf(own[own.length >> 1] ?? '');
    return words.length === 0 ? [] : [[words.slice(0, SENTENCE_WORDS).join(' '), page] as const];
  });
  return {
    repeated: mean(pieces.flat().map((text) => Number(ofPieces.get(text) === -1))),
    template: templateShare(pages, pieces, (piece) => ofPieces.get(piece) === -1),
    headline: mrr(known(pages.map(({ headline }) => [headline]))),
    sentence: mrr(new Map(sentences)),
  };
}

export interface Report {
  readonly sites: number;
  readonly means: Readonly<Record<string, Figures>>;
  readonly each: Readonly<Record<string, Readonly<Record<string, Figures>>>>;
}

function meanOf(all: readonly Figures[]): Figures {
  const means = MEASURES.map((name) => [name, meanOfKnown(all.map((figures) => figures[name]))]);
  return Object.fromEntries(means) as Figures;
}

const format = ({ sites, means }: Report): string => {
  const rows = Object.entries(means).map(([name, figures]) => [
    name,
    ...MEASURES.map((each) => figures[each]?.toFixed(4) ?? '–'),
  ]);
  return `${sites} sites\n${formatTable(['', ...MEASURES], rows)}`;
};

export const program: Program = {
  help: HELP,
  values: [...SELECTION_FLAGS, 'words', 'model'],
  hasOperands: true,
  async run(line) {
    const methods = cleaners((await readModelFile(line)).model);
    const maxWords = line.count('words', 300);
    const each: Record<string, Record<string, Figures>> = {};
    for (const source of findSites(line.operand)) {
      const pages = await readSite(source, line);
      if (pages.length < 2) continue;
      const figures: Record<string, Figures> = {};
      for (const [name, clean] of Object.entries(methods)) figures[name] = measure(pages, await clean(pages), maxWords);
      each[source.name] = figures;
      line.output.stderr.write(`${source.name}\n`);
    }
    const all = Object.values(each);
    if (all.length === 0) throw new Problem(`${line.operand}: no site has two pages`);
    const means = Object.fromEntries(
      Object.keys(methods).map((name) => [name, meanOf(all.flatMap((of) => of[name] ?? []))]),
    );
    line.print<Report>({ sites: all.length, means, each }, format);
  },
};
