/** Writers of the output formats. */
import { type CleanedPage, cleanedRecords, copyRecord } from '@refrain/crawl/internal';
import type { Block, Page } from 'refrain';
import type { StructuredReader } from 'refrain/structured';
import type { Format } from '../arguments/formats.ts';
import { choiceOf, type Keep } from '../arguments/keep.ts';
import { bulkLines } from '../formats/bulk.ts';
import { chunksOf } from '../formats/chunks.ts';
import { jsonLine } from '../formats/json-line.ts';
import { type SearchDocument, searchDocument } from '../formats/search-document.ts';
import { knownUrl, type Task, urlOf } from '../job/task.ts';
import type { PageFormat } from '../output/page-file.ts';
import { PageFolder } from '../output/page-folder.ts';
import { type Field, fieldsFlag } from './fields.ts';
import { type LineWriter, lineWriter, rowWriter } from './page-line.ts';
import { namedPage, namedText } from './page-name.ts';

/** Makes the output of the current page; undefined if it was written elsewhere. */
export interface PageWriter {
  /** `isPassed`: `--max-removed` left the page unchanged. `room`: memory in which the output may be. */
  page(task: Task, page: Page, isPassed: boolean, room: Uint8Array<ArrayBuffer>): string | Uint8Array | undefined;
  /** Output of a page that could not be labelled. */
  failed(task: Task, html: string | Uint8Array, message: string): Uint8Array | undefined;
  /** Output of a WARC record that is not a page. */
  record(raw: Uint8Array): Uint8Array | undefined;
}

/** What is written of every page. */
interface Parts {
  readonly keep: Keep;
  /** Members of a line, or columns of a table. */
  readonly fields: readonly Field[];
  /** Whether HTML is the source without what goes. */
  readonly cut: boolean;
  /** Reads text that stands in the data of a page only, where it is asked for. */
  readonly structured: StructuredReader | undefined;
}

/** The members of a block in the metadata of a WARC: those of a line of NDJSON. */
function blockLine(block: Block): object {
  const { kind, kept, ratio, score, main, mainScore, comments, length, path, start, end, text } = block;
  return {
    kind,
    ...(kept ? { kept } : {}),
    ratio,
    ...(score === undefined ? {} : { score }),
    ...(mainScore === undefined ? {} : { main, mainScore }),
    ...(comments ? { comments } : {}),
    ...{ length, path, start, end, text },
  };
}

/** The kind of a page, where it is known. */
const kindOf = ({ kind, kindConfidence }: Page): object => (kind === undefined ? {} : { kind, kindConfidence });

/** The text of the page that is in its data only; undefined where there is none. */
const structuredText = (page: Page, { structured }: Parts): string | undefined => structured?.text(page) || undefined;

const textOf = (page: Page, parts: Parts): string =>
  [page.text(choiceOf(parts.keep)), structuredText(page, parts)].filter((text) => text).join('\n');

/** The kept part of a page as text, or the page without all else. */
const render = {
  text: (page: Page, parts: Parts): string => `${textOf(page, parts)}\n`,
  markdown: (page: Page, { keep }: Parts, url: string | undefined): string =>
    page.markdown(choiceOf(keep), url === undefined ? {} : { url }),
  html: (page: Page, { keep, cut }: Parts): string => page.html({ keep: choiceOf(keep), mode: cut ? 'cut' : 'clean' }),
} as const;

const nothing = (): undefined => undefined;

/** One line per page: JSON, or the row of a table. */
function lines(parts: Parts, write: LineWriter): PageWriter {
  const part = choiceOf(parts.keep);
  const main = parts.keep !== 'content' || fieldsFlag(parts.fields) !== undefined;
  return {
    page(task, page, passed, room) {
      const { id, site } = task;
      const source = { url: knownUrl(task), id, site, passed, part, structured: structuredText(page, parts), main };
      return write(page, source, room);
    },
    failed: nothing,
    record: nothing,
  };
}

/** One JSON line for each piece of a page. */
const chunkLines = (parts: Parts, maxWords: number): PageWriter => ({
  page(task, page) {
    const url = knownUrl(task);
    const source = { id: task.id, site: task.site, title: page.title, ...(url === undefined ? {} : { url }) };
    const markdown = render.markdown(page, parts, url);
    return chunksOf(markdown, source, { maxWords }).map(jsonLine).join('');
  },
  failed: nothing,
  record: nothing,
});

/** Documents of HTML; the run writes the separator between two of them. Others are named. */
const documents = (format: PageFormat, parts: Parts): PageWriter => ({
  page(task, page, _, room) {
    if (format === 'text' && parts.structured === undefined)
      return namedText(task, (free) => page.textBytes(choiceOf(parts.keep), { room: free }), room);
    const text = render[format](page, parts, knownUrl(task));
    // A form feed stands between documents, so none stands in them.
    if (format === 'html') return task.isOnly ? text : text.replaceAll('\f', ' ');
    return namedPage(task, text);
  },
  failed: nothing,
  record: nothing,
});

/** One file per page. */
function folder(out: string, format: PageFormat, parts: Parts): PageWriter {
  const pages = new PageFolder(out, format);
  return {
    page(task, page) {
      pages.write(task, render[format](page, parts, knownUrl(task)));
      return undefined;
    },
    failed: nothing,
    record: nothing,
  };
}

const original = (task: Task): CleanedPage => ({
  url: urlOf(task),
  capture: task.from.kind === 'bytes' ? task.from.capture : undefined,
});

/** Whether a block is left out of the page. */
const isRemoved = ({ kind, kept, main, comments }: Block, keep: Keep): boolean =>
  keep === 'content' ? kind === 'template' && !kept : !main && !(comments && keep === 'main+comments');

/** The records of a WARC: each page without what is not kept, and a metadata record of what was removed; others unchanged. */
const warc = (parts: Parts): PageWriter => ({
  page(task, page, isPassed) {
    const { keep } = parts;
    const about = {
      software: 'refrain',
      site: task.site,
      page: page.number,
      counted: page.counted,
      ...kindOf(page),
      ...(keep === 'content' ? {} : { keep }),
      ...(isPassed ? { passed: true } : {}),
      removed: page.blocks
        .filter((block) => isRemoved(block, keep))
        .map((block) => ({ ...blockLine(block), segments: block.segments.map(({ text, df }) => ({ text, df })) })),
    };
    return cleanedRecords(original(task), page.html({ keep: choiceOf(keep), mode: 'cut' }), about);
  },
  failed: (task, html, message) =>
    cleanedRecords(original(task), html, { software: 'refrain', site: task.site, failed: message }),
  record: copyRecord,
});

/** The document of a page for a search engine. */
interface TaskDocument extends SearchDocument {
  readonly passed?: true;
}

/** Documents for search engines, in the lines that `write` makes. */
const searchDocuments = (parts: Parts, write: (document: TaskDocument) => string): PageWriter => ({
  page(task, page, isPassed) {
    const { keep, structured } = parts;
    const address = { id: task.id, site: task.site, url: urlOf(task) };
    const document = searchDocument(page, address, { part: choiceOf(keep), structured });
    return write({ ...document, ...(isPassed ? { passed: true } : {}) });
  },
  failed: nothing,
  record: nothing,
});

/** Options of a writer. */
export interface WriterOptions {
  readonly keep: Keep;
  readonly format: Format;
  readonly fields: readonly Field[];
  readonly cut: boolean;
  readonly chunkWords: number;
  readonly out: string | undefined;
  readonly bulkIndex: string | undefined;
}

/** Whether each page becomes a document, which can be a file. */
export const isRendered = (format: Format): format is PageFormat =>
  format === 'text' || format === 'markdown' || format === 'html';

/** `structured` reads text that stands in the data of a page only. */
export function pageWriter(
  { format, out, keep, fields, cut, chunkWords, bulkIndex }: WriterOptions,
  structured: StructuredReader | undefined,
): PageWriter {
  const parts = { keep, fields, cut, structured };
  switch (format) {
    case 'ndjson':
      return lines(parts, lineWriter(fields));
    case 'csv':
      return lines(parts, rowWriter(fields));
    case 'chunks':
      return chunkLines(parts, chunkWords);
    case 'warc':
      return warc(parts);
    case 'bulk':
      return searchDocuments(parts, (document) => bulkLines(document, { index: bulkIndex }));
    case 'minisearch':
      return searchDocuments(parts, jsonLine);
    default:
      return out === undefined ? documents(format, parts) : folder(out, format, parts);
  }
}
