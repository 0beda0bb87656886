/** The line that names a page of text on standard output. */

import { knownUrl, type Task } from '../job/task.ts';
import { escaped } from '../output/escaped.ts';

/** No line of a page begins with a form feed. */
const MARK = '\f';

const MARK_BYTE = 0x0c;
const SPACE_BYTE = 0x20;
const LINE_FEED = 0x0a;

const encoder = new TextEncoder();

/** A page of text or Markdown below its name. A page that is the only input has none. */
export const namedPage = (task: Task, text: string): string =>
  task.isOnly ? text : `${nameLine(task)}${text.replaceAll(MARK, ' ')}`;

/** The same for a page whose text is written in UTF-8, in `room` where it fits; with a line end behind it. */
export function namedText(
  task: Task,
  write: (room: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  room: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(task.isOnly ? '' : nameLine(task));
  const text = write(room.subarray(head.length));
  const end = head.length + text.length;
  const isInRoom = text.buffer === room.buffer && end < room.length;
  const whole = isInRoom ? room.subarray(0, end + 1) : new Uint8Array(end + 1);
  whole.set(head);
  if (!isInRoom) whole.set(text, head.length);
  whole[end] = LINE_FEED;
  if (!task.isOnly) replaceMarks(whole.subarray(head.length));
  return whole;
}

function replaceMarks(text: Uint8Array): void {
  for (let at = text.indexOf(MARK_BYTE); at >= 0; at = text.indexOf(MARK_BYTE, at + 1)) text[at] = SPACE_BYTE;
}

const nameLine = (task: Task): string => `${MARK}==> ${escaped(knownUrl(task) ?? task.id)} <==\n`;
