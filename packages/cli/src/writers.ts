/** The forms that results take. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CleanedPage, cleanedRecords, copyRecord } from '@refrain/crawl/unstable';
import type { Block, Page } from 'refrain';
import type { Format } from './arguments.ts';
import { bulkLines } from './formats/bulk.ts';
import { jsonLine } from './formats/json-line.ts';
import { type SearchDocument, searchDocument } from './formats/search-document.ts';
import { type Task, urlOf } from './task.ts';

/** Makes of a page, as long as it is in hand, what goes to the output; undefined where it went elsewhere. */
export interface PageWriter {
  /** `isPassed`: the page was kept whole by `--max-removed`. */
  page(task: Task, page: Page, isPassed: boolean): string | Uint8Array | undefined;
  /** A page that could not be read, where the output is to have it all the same. */
  failed(task: Task, html: string | Uint8Array, message: string): Uint8Array | undefined;
  /** A record of a WARC that is no page. */
  record(raw: Uint8Array): Uint8Array | undefined;
}

/** What a line tells of a block. */
function blockLine({ kind, kept, ratio, score, length, path, start, end, text }: Block): object {
  const scored = score === undefined ? {} : { score };
  return { kind, ...(kept ? { kept } : {}), ratio, ...scored, length, path, start, end, text };
}

/** The document form of a page, as text or html. */
const render = {
  text: (page: Page): string => `${page.text('content')}\n`,
  html: (page: Page): string => page.html({ remove: 'template' }),
} as const;

const nothing = (): undefined => undefined;

/** One JSON line a page. */
const ndjson: PageWriter = {
  page({ id, site }, page, isPassed) {
    const { number, counted } = page;
    return page.toLine({ id, site, page: number, counted, ...(isPassed ? { passed: true } : {}) });
  },
  failed: nothing,
  record: nothing,
};

/** Documents; what comes between two of them is the output's. */
const documents = (format: 'text' | 'html'): PageWriter => ({
  page: (_, page) => render[format](page),
  failed: nothing,
  record: nothing,
});

/** A file a page, its path the page's id; text has `.txt` added, so that `a.htm` and `a.html` stay apart. */
function folder(out: string, format: 'text' | 'html'): PageWriter {
  const made = new Set<string>();
  return {
    page({ id }, page) {
      const path = join(out, format === 'text' ? `${fileName(id)}.txt` : fileName(id));
      const home = dirname(path);
      if (!made.has(home)) mkdirSync(home, { recursive: true });
      made.add(home);
      writeFileSync(path, render[format](page));
      return undefined;
    },
    failed: nothing,
    record: nothing,
  };
}

/** An id as a path below a folder: that of a URL is its host and path, and nothing leads out of the folder. */
const fileName = (id: string): string => pathOf(id).replaceAll(/(^|[\\/])\.{1,2}(?=[\\/]|$)/g, '$1%2E');

function pathOf(id: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(id)) return id;
  const { host, pathname, search } = new URL(id);
  const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  return `${host}${path}${search.replaceAll('/', '%2F')}`;
}

const original = (task: Task): CleanedPage => ({
  url: urlOf(task),
  capture: task.from.kind === 'bytes' ? task.from.capture : undefined,
});

/** The records of a WARC again: pages without their template and with a word on what went, all else as it was. */
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

/** Documents for search engines, in the lines that `write` makes of each. */
const searchDocuments = (write: (document: TaskDocument) => string): PageWriter => ({
  page(task, page, isPassed) {
    const document = searchDocument(page, { id: task.id, site: task.site, url: urlOf(task) });
    return write({ ...document, ...(isPassed ? { passed: true } : {}) });
  },
  failed: nothing,
  record: nothing,
});

/** What makes a writer of a format. */
export interface WriterOptions {
  readonly format: Format;
  readonly out: string | undefined;
  readonly bulkIndex: string | undefined;
}

/** Whether pages become documents of their own, each of which can be a file. */
export const isRendered = (format: Format): format is 'text' | 'html' => format === 'text' || format === 'html';

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
