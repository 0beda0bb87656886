/** Writers of the output formats. */
import { type CleanedPage, cleanedRecords, copyRecord } from '@refrain/crawl/unstable';
import type { Block, Page } from 'refrain';
import type { Format } from './arguments.ts';
import type { PageFormat } from './files/page-file.ts';
import { PageFolder } from './files/page-folder.ts';
import { bulkLines } from './formats/bulk.ts';
import { jsonLine } from './formats/json-line.ts';
import { type SearchDocument, searchDocument } from './formats/search-document.ts';
import { type Task, urlOf } from './task.ts';

/** Makes the output of the current page; undefined if it was written elsewhere. */
export interface PageWriter {
  /** `isPassed`: `--max-removed` left the page unchanged. */
  page(task: Task, page: Page, isPassed: boolean): string | Uint8Array | undefined;
  /** Output of a page that could not be labelled. */
  failed(task: Task, html: string | Uint8Array, message: string): Uint8Array | undefined;
  /** Output of a WARC record that is not a page. */
  record(raw: Uint8Array): Uint8Array | undefined;
}

/** The members of a block in NDJSON. */
function blockLine({ kind, kept, ratio, score, length, path, start, end, text }: Block): object {
  const scored = score === undefined ? {} : { score };
  return { kind, ...(kept ? { kept } : {}), ratio, ...scored, length, path, start, end, text };
}

/** The content of a page as text, or the page without its template. */
const render = {
  text: (page: Page): string => `${page.text('content')}\n`,
  html: (page: Page): string => page.html({ remove: 'template' }),
} as const;

const nothing = (): undefined => undefined;

/** One JSON line per page. */
const ndjson: PageWriter = {
  page({ id, site }, page, isPassed) {
    const { number, counted } = page;
    return page.toLine({ id, site, page: number, counted, ...(isPassed ? { passed: true } : {}) });
  },
  failed: nothing,
  record: nothing,
};

/** Documents; the run writes the separator between two of them. */
const documents = (format: PageFormat): PageWriter => ({
  page: (_, page) => render[format](page),
  failed: nothing,
  record: nothing,
});

/** One file per page. */
function folder(out: string, format: PageFormat): PageWriter {
  const pages = new PageFolder(out, format);
  return {
    page(task, page) {
      pages.write(task, render[format](page));
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

/** The records of a WARC: each page without its template, and a metadata record of what was removed; others unchanged. */
const warc: PageWriter = {
  page(task, page, isPassed) {
    const removed = page.blocks.filter(({ kind, kept }) => kind === 'template' && !kept);
    const about = {
      software: 'refrain',
      site: task.site,
      page: page.number,
      counted: page.counted,
      ...(isPassed ? { passed: true } : {}),
      removed: removed.map((block) => ({
        ...blockLine(block),
        segments: block.segments.map(({ text, df }) => ({ text, df })),
      })),
    };
    return cleanedRecords(original(task), page.html({ remove: 'template' }), about);
  },
  failed: (task, html, message) =>
    cleanedRecords(original(task), html, { software: 'refrain', site: task.site, failed: message }),
  record: copyRecord,
};

/** The document of a page for a search engine. */
interface TaskDocument extends SearchDocument {
  readonly passed?: true;
}

/** Documents for search engines, in the lines that `write` makes. */
const searchDocuments = (write: (document: TaskDocument) => string): PageWriter => ({
  page(task, page, isPassed) {
    const document = searchDocument(page, { id: task.id, site: task.site, url: urlOf(task) });
    return write({ ...document, ...(isPassed ? { passed: true } : {}) });
  },
  failed: nothing,
  record: nothing,
});

/** Options of a writer. */
export interface WriterOptions {
  readonly format: Format;
  readonly out: string | undefined;
  readonly bulkIndex: string | undefined;
}

/** Whether each page becomes a document, which can be a file. */
export const isRendered = (format: Format): format is PageFormat => format === 'text' || format === 'html';

export function pageWriter({ format, out, bulkIndex }: WriterOptions): PageWriter {
  switch (format) {
    case 'ndjson':
      return ndjson;
    case 'warc':
      return warc;
    case 'bulk':
      return searchDocuments((document) => bulkLines(document, { index: bulkIndex }));
    case 'minisearch':
      return searchDocuments(jsonLine);
    default:
      return out === undefined ? documents(format) : folder(out, format);
  }
}
