/** The line that names a page of text on standard output. */
import { escaped } from './files/escaped.ts';
import { textPart } from './output-buffer.ts';
import { knownUrl, type Task } from './task.ts';

/** No line of a page begins with a form feed. */
const MARK = '\f';

const MARK_BYTE = 0x0c;
const SPACE_BYTE = 0x20;

/** A page of text or Markdown below its name. A page that is the only input has none. */
export const namedPage = (task: Task, text: string): string =>
  task.isOnly ? text : `${nameLine(task)}${text.replaceAll(MARK, ' ')}`;

/** The same for text in UTF-8, which is changed. A line end is added. */
export function namedText(task: Task, text: Uint8Array): Uint8Array<ArrayBuffer> {
  if (task.isOnly) return textPart('', text);
  for (let at = text.indexOf(MARK_BYTE); at >= 0; at = text.indexOf(MARK_BYTE, at + 1)) text[at] = SPACE_BYTE;
  return textPart(nameLine(task), text);
}

const nameLine = (task: Task): string => `${MARK}==> ${escaped(knownUrl(task) ?? task.id)} <==\n`;
