/** The text of each page, after a line with its name. */
import { knownUrl, type Task } from '../../read/task.ts';
import { escapeField } from '../file-name.ts';
import { textWithData } from '../run-fields.ts';
import type { Format } from './format.ts';

/** Begins the name of a page. Pages among several have no form feed. */
export const MARK = '\f';
const [MARK_BYTE, SPACE_BYTE] = [0x0c, 0x20];
const LINE_END = Buffer.from('\n');

/** The URL or id of a page on one line. */
export const nameOf = (task: Task): string => escapeField(knownUrl(task) ?? task.id);

/** The line with the name of a page. Empty for the only input. */
const nameLine = (task: Task): string => (task.isOnly ? '' : `${MARK}==> ${nameOf(task)} <==\n`);

/** A text in UTF-8 after its name, with a line end. Changes `text`. */
function namedBytes(task: Task, text: Uint8Array): Uint8Array {
  for (let at = task.isOnly ? -1 : text.indexOf(MARK_BYTE); at >= 0; at = text.indexOf(MARK_BYTE, at + 1))
    text[at] = SPACE_BYTE;
  return Buffer.concat([Buffer.from(nameLine(task)), text, LINE_END]);
}

export const text: Format = {
  name: 'text',
  endings: ['txt'],
  about: ['the content as plain text. On standard output, a line with a form', 'feed names each page'],
  hasText: true,
  extension: 'txt',
  writer: (parts) => ({
    page(source) {
      const { task, page, shown } = source;
      // Faster without decoding.
      if (parts.structured === undefined) return namedBytes(task, page.textBytes(shown.part));
      const text = `${textWithData(source)}\n`;
      return task.isOnly ? text : nameLine(task) + text.replaceAll(MARK, ' ');
    },
  }),
};
