/** Writes pages in the format of the run, to its output or as files of a folder. */
import { decodeHtml } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import { isWriting, type Writer } from '../judge/page-writer.ts';
import { formatByName } from './formats/index.ts';
import { PageFolder } from './page-folder.ts';
import { type Parts, RunSource } from './run-fields.ts';

export interface PageOutputOptions extends Omit<Parts, 'structured'> {
  readonly format: string;
  /** True if `out` is a folder with one file per page. */
  readonly isFolder: boolean;
  readonly structured: boolean;
  /** The only host of a crawl. */
  readonly home?: string | undefined;
}

export async function pageWriter(options: PageOutputOptions): Promise<Writer> {
  const { out, isFolder } = options;
  const format = formatByName(options.format);
  const structured = options.structured ? await StructuredReader.create() : undefined;
  const parts = { ...options, structured };
  const writer = format.writer(parts);
  const folder =
    out === undefined || !isFolder || format.extension === undefined
      ? undefined
      : new PageFolder(out, format.extension, options.home);
  return {
    name: 'pages',
    page(judged, mode, isKnown) {
      if (isKnown || !isWriting(mode)) return undefined;
      const { task } = judged.source;
      if (folder === undefined) return writer.page(new RunSource(judged, task, parts));
      folder.write(task, writer.page(new RunSource(judged, { ...task, isOnly: true }, parts)) ?? '');
      return undefined;
    },
    /** In a WARC, failed pages are copied unchanged. */
    failed(task, message) {
      const { from } = task;
      if (from.kind !== 'bytes') return undefined;
      return writer.failed?.(task, decodeHtml(from.bytes, { contentType: from.contentType }).html, message);
    },
    record: (bytes) => writer.record?.(bytes),
  };
}
