/** Pages in the format of the run: on its output, or each as a file of a folder. */
import { decodeHtml } from '@refrain/crawl/internal';
import { StructuredReader } from 'refrain/structured';
import { isWriting, type JudgedPage, type Writer } from '../judge/page.ts';
import type { Task } from '../read/task.ts';
import type { Parts } from './fields.ts';
import type { PageWriter } from './formats/format.ts';
import { formatNamed } from './formats/index.ts';
import { languageReader } from './language.ts';
import { PageFolder } from './page-folder.ts';

/** Plain data, for any thread. */
export interface PageOutputOptions extends Omit<Parts, 'structured' | 'languageOf'> {
  readonly format: string;
  /** Values of flags that only the format has. */
  readonly formatValues: object;
  readonly structured: boolean;
  readonly detectLanguage: boolean;
}

export class PageOutput implements Writer {
  readonly name = 'pages';
  readonly #writer: PageWriter;
  readonly #folder: PageFolder | undefined;

  private constructor(writer: PageWriter, folder: PageFolder | undefined) {
    this.#writer = writer;
    this.#folder = folder;
  }

  static async create(options: PageOutputOptions): Promise<PageOutput> {
    const { out } = options;
    const format = formatNamed(options.format);
    const structured = options.structured ? await StructuredReader.create() : undefined;
    const languageOf = options.detectLanguage ? await languageReader() : undefined;
    const writer = format.writer({ ...options, structured, languageOf }, options.formatValues);
    const isFolder = out !== undefined && format.extension !== undefined;
    return new PageOutput(writer, isFolder ? new PageFolder(out, format.extension) : undefined);
  }

  page({ task, page, mode, isKnown, room, shown }: JudgedPage): string | Uint8Array | undefined {
    if (isKnown || !isWriting(mode)) return undefined;
    const way = { ...shown(), room };
    if (this.#folder === undefined) return this.#writer.page(task, page, way);
    this.#folder.write(task, this.#writer.page({ ...task, isOnly: true }, page, way) ?? '');
    return undefined;
  }

  /** A WARC keeps such pages unchanged. */
  failed(task: Task, message: string): Uint8Array | undefined {
    const { from } = task;
    if (from.kind !== 'bytes') return undefined;
    return this.#writer.failed?.(task, decodeHtml(from.bytes, from.contentType).html, message);
  }

  record(bytes: Uint8Array): Uint8Array | undefined {
    return this.#writer.record?.(bytes);
  }
}
