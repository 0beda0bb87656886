/** The forms that results take, and the places where they go. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Block, Page } from '../page.ts';
import type { Format } from './arguments.ts';
import type { InputPage } from './input.ts';
import type { Output } from './output.ts';

/** Takes the result of one page, as long as the detector holds it. */
export interface PageWriter {
  write(input: InputPage, page: Page): Promise<void>;
}

/** The document form of a page, as text or html. */
const render = {
  text: (page: Page): string => `${page.text('content')}\n`,
  html: (page: Page): string => page.html({ remove: 'template' }),
} as const;

/** What a line tells of a block. */
function blockLine({ kind, ratio, length, path, start, end, text }: Block): object {
  return { kind, ratio, length, path, start, end, text };
}

/** One JSON line a page. */
function ndjsonWriter(output: Output): PageWriter {
  return {
    async write({ id, site }, page) {
      const { number, counted } = page;
      const blocks = page.blocks.map(blockLine);
      await output.write(
        `${JSON.stringify({ id, site, page: number, counted, blocks, content: page.text('content') })}\n`,
      );
    },
  };
}

/** Documents with a form feed between them: the text of a page never holds one, white space being one space in it. */
function streamWriter(output: Output, format: 'text' | 'html'): PageWriter {
  let separator = '';
  return {
    async write(_, page) {
      await output.write(separator + render[format](page));
      separator = '\f';
    },
  };
}

/** A file a page, its path the page's id; text has `.txt` added, so that `a.htm` and `a.html` stay apart. */
function folderWriter(folder: string, format: 'text' | 'html'): PageWriter {
  return {
    async write({ id }, page) {
      const path = join(folder, format === 'text' ? `${id}.txt` : id);
      const document = render[format](page);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, document);
    },
  };
}

export function pageWriter(output: Output, { format, out }: { format: Format; out: string | undefined }): PageWriter {
  if (format === 'ndjson') return ndjsonWriter(output);
  return out === undefined ? streamWriter(output, format) : folderWriter(out, format);
}
