/** Has a method judge the pages of a site, in order, one by one or in batches as it is made for. */
import type { ResolvedOptions } from 'refrain';
import { DOCUMENT_ORDER } from '../baselines/baseline.ts';
import type { SourcePage } from '../corpus/site-files.ts';
import {
  type BatchKind,
  type MethodKind,
  type SourceBatchKind,
  type StreamKind,
  type TableFigures,
  type TextKind,
  takesBatches,
} from '../methods/method.ts';
import { onTrees } from '../methods/trees.ts';
import type { SegmentVerdict } from './align.ts';
import { withoutGold } from './gold.ts';

/** What a method said of a page. */
export interface Judged {
  readonly name: string;
  /** With the labels, which the method did not see. */
  readonly source: string;
  /** None from a method that gives nothing but the content's text. */
  readonly verdicts: readonly SegmentVerdict[] | undefined;
  /** Texts that it holds for content. */
  readonly content: readonly string[];
  /** Elements whose blocks the verdicts come by. */
  readonly separators: ReadonlySet<string>;
  readonly table: TableFigures;
  readonly milliseconds: number;
}

export interface JudgeOptions {
  readonly options: ResolvedOptions;
  /** Pages of a batch, for methods that need one. */
  readonly batch: number | 'all';
  /** A model for refrain's methods, where it is not the one that ships with it. */
  readonly model?: Uint8Array;
}

const decoder = new TextDecoder();

/** Pages are below an address of their own, so that links between them can be followed. */
export const urlOf = (site: string, { name, address = name, url }: SourcePage): string =>
  url ?? new URL(encodeURI(address), `https://${encodeURI(site)}/`).href;

/** A page as its site served it, and the source in which the labels are. */
function unlabelled(site: string, page: SourcePage) {
  const source = decoder.decode(page.bytes);
  return { name: page.name, source, html: withoutGold(source), url: urlOf(site, page) };
}

export async function* judge(
  site: string,
  pages: readonly SourcePage[],
  kind: MethodKind,
  how: JudgeOptions,
): AsyncGenerator<Judged> {
  if (takesBatches(kind)) yield* inBatches(site, pages, kind, how);
  else if ('givesText' in kind) yield* asText(site, pages, kind, how);
  else yield* oneByOne(site, pages, kind, how);
}

async function* oneByOne(
  site: string,
  pages: readonly SourcePage[],
  kind: StreamKind,
  { options, model }: JudgeOptions,
): AsyncGenerator<Judged> {
  const method = await kind.create(options, { ...(model && { model }) });
  for (const page of pages) {
    const { name, source, html, url } = unlabelled(site, page);
    const start = performance.now();
    method.read(html, url);
    const milliseconds = performance.now() - start;
    const { separators } = method;
    const verdicts = method.verdicts();
    yield { name, source, verdicts, content: contentOf(verdicts), separators, table: method.table(), milliseconds };
  }
}

const contentOf = (verdicts: readonly SegmentVerdict[]): string[] =>
  verdicts.filter(({ template }) => !template).map(({ text }) => text);

async function* asText(
  site: string,
  pages: readonly SourcePage[],
  kind: TextKind,
  { options, model }: JudgeOptions,
): AsyncGenerator<Judged> {
  const extractor = await kind.create(options, { ...(model && { model }) });
  const nothing = { verdicts: undefined, separators: DOCUMENT_ORDER, table: { peak: 0, entries: 0, bytes: 0 } };
  for (const page of pages) {
    const { name, source, html, url } = unlabelled(site, page);
    const start = performance.now();
    const content = [await extractor.extract(html, url)];
    yield { ...nothing, name, source, content, milliseconds: performance.now() - start };
  }
}

/** A page of a batch is told what the whole batch says; what is held meanwhile is the batch and what was made of it. */
async function* inBatches(
  site: string,
  pages: readonly SourcePage[],
  kind: BatchKind | SourceBatchKind,
  { batch }: JudgeOptions,
): AsyncGenerator<Judged> {
  const size = batch === 'all' ? pages.length : batch;
  const method = 'batch' in kind ? onTrees(kind.batch()) : await kind.fromSources();
  const { separators } = method;
  for (let first = 0; first < pages.length; first += size) {
    const sources = pages.slice(first, first + size).map((page) => unlabelled(site, page));
    const start = performance.now();
    await method.fit(sources);
    const fitted = (performance.now() - start) / sources.length;
    const table = method.table();
    for (const [at, { name, source }] of sources.entries()) {
      const before = performance.now();
      method.label(at);
      const milliseconds = fitted + performance.now() - before;
      const verdicts = method.verdicts();
      yield { name, source, verdicts, content: contentOf(verdicts), separators, table, milliseconds };
    }
  }
}
