/** Runs a method on the pages of a site, one by one or in batches. */
import type { ResolvedOptions } from 'refrain';
import { Problem } from '../../bench/command-line.ts';
import { withoutGold } from '../../bench/pages/read.ts';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import { DOCUMENT_ORDER } from '../baselines/baseline.ts';
import {
  type BatchKind,
  type MethodKind,
  type PageSource,
  type StreamKind,
  type TableFigures,
  type TextKind,
  takesBatches,
} from '../methods/method.ts';
import type { SegmentVerdict } from './align.ts';

export interface PageResult {
  readonly name: string;
  /** The source with labels. The method receives it without. */
  readonly source: string;
  /** Undefined for a method that only extracts text. */
  readonly verdicts: readonly SegmentVerdict[] | undefined;
  /** Texts judged content. */
  readonly content: readonly string[];
  /** Separators of the blocks that order the verdicts; empty for document order. */
  readonly separators: ReadonlySet<string>;
  readonly table: TableFigures;
  readonly milliseconds: number;
}

export interface JudgeOptions {
  readonly options: ResolvedOptions;
  /** Number of pages in a batch, for methods that need one. */
  readonly batch: number | 'all';
  /** Number of first pages of a site that are learned before they are labelled. Default: 0. */
  readonly settle?: number | 'all';
  /** Replaces the shipped model in the methods of refrain. */
  readonly model?: Uint8Array;
}

const decoder = new TextDecoder();

/** Pages without URLs receive URLs on a common host, so that links between them can be resolved. */
function urlOf(site: string, { name, address = name, url }: SourcePage): string {
  const host = `https://${encodeURI(site)}`;
  // A name that ends with a number is not a valid host.
  return url ?? new URL(encodeURI(address), URL.canParse(host) ? host : `${host}.example`).href;
}

interface Split extends PageSource {
  readonly name: string;
  readonly source: string;
}

function splitLabels(site: string, page: SourcePage): Split {
  const source = decoder.decode(page.bytes);
  return { name: page.name, source, html: withoutGold(source), url: urlOf(site, page) };
}

export async function* judge(
  site: string,
  pages: readonly SourcePage[],
  kind: MethodKind,
  how: JudgeOptions,
): AsyncGenerator<PageResult> {
  if (takesBatches(kind)) yield* inBatches(site, pages, kind, how);
  else if ('givesText' in kind) yield* asText(site, pages, kind, how);
  else yield* oneByOne(site, pages, kind, how);
}

async function* oneByOne(
  site: string,
  pages: readonly SourcePage[],
  kind: StreamKind,
  { options, settle = 0, model }: JudgeOptions,
): AsyncGenerator<PageResult> {
  const method = await kind.create(options, { ...(model && { model }) });
  if (settle !== 0 && method.label === undefined) throw new Problem('--settle is for methods that label pages again');
  const waiting = pages.slice(0, settle === 'all' ? pages.length : settle).map((page) => {
    const split = splitLabels(site, page);
    return { ...split, learned: timeOf(() => method.read(split.html, split.url, split.url)), table: method.table() };
  });
  for (const [at, page] of pages.entries()) {
    const known = waiting[at];
    const { name, source, html, url } = known ?? splitLabels(site, page);
    const labelled = timeOf(() => (known === undefined ? method.read(html, url) : method.label?.(html, url)));
    const milliseconds = labelled + (known?.learned ?? 0);
    const { separators } = method;
    const verdicts = method.verdicts();
    const table = known?.table ?? method.table();
    yield { name, source, verdicts, content: contentOf(verdicts), separators, table, milliseconds };
  }
}

function timeOf(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

const contentOf = (verdicts: readonly SegmentVerdict[]): string[] =>
  verdicts.filter(({ template }) => !template).map(({ text }) => text);

async function* asText(
  site: string,
  pages: readonly SourcePage[],
  kind: TextKind,
  { options, model }: JudgeOptions,
): AsyncGenerator<PageResult> {
  const extractor = await kind.create(options, { ...(model && { model }) });
  const nothing = { verdicts: undefined, separators: DOCUMENT_ORDER, table: { peak: 0, entries: 0, bytes: 0 } };
  for (const page of pages) {
    const { name, source, html, url } = splitLabels(site, page);
    const start = performance.now();
    const content = [await extractor.extract(html, url)];
    yield { ...nothing, name, source, content, milliseconds: performance.now() - start };
  }
}

/** Fits a method to each batch, then labels its pages. The time of fitting is divided among these. */
async function* inBatches(
  site: string,
  pages: readonly SourcePage[],
  kind: BatchKind,
  { batch }: JudgeOptions,
): AsyncGenerator<PageResult> {
  const size = batch === 'all' ? pages.length : batch;
  const method = await kind.batch();
  const { separators } = method;
  for (let first = 0; first < pages.length; first += size) {
    const sources = pages.slice(first, first + size).map((page) => splitLabels(site, page));
    const start = performance.now();
    await method.fit(sources);
    const fitted = (performance.now() - start) / sources.length;
    const table = method.table();
    for (const [at, { name, source }] of sources.entries()) {
      const before = performance.now();
      const verdicts = method.label(at);
      const milliseconds = fitted + performance.now() - before;
      yield { name, source, verdicts, content: contentOf(verdicts), separators, table, milliseconds };
    }
  }
}
