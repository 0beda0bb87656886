/** The text of each page below a line that names the page. */
import { knownUrl, type Task } from '../../read/task.ts';
import { structuredText } from '../fields.ts';
import { escaped } from '../file-name.ts';
import { defineFormat } from './format.ts';

/** No line of a page begins with a form feed. */
const MARK = '\f';
const [MARK_BYTE, SPACE_BYTE, LINE_FEED] = [0x0c, 0x20, 0x0a];

const encoder = new TextEncoder();

/** The line that names a page; a page that is the only input has none. */
const nameLine = (task: Task): string => (task.isOnly ? '' : `${MARK}==> ${escaped(knownUrl(task) ?? task.id)} <==\n`);

/** A page of text or Markdown below its name. */
export const namedPage = (task: Task, text: string): string =>
  task.isOnly ? text : `${nameLine(task)}${text.replaceAll(MARK, ' ')}`;

/** The same for a page whose text is written in UTF-8, in `room` where it fits; with a line end behind it. */
function namedBytes(
  task: Task,
  write: (room: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  room: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(nameLine(task));
  const text = write(room.subarray(head.length));
  const end = head.length + text.length;
  const isInRoom = text.buffer === room.buffer && end < room.length;
  const whole = isInRoom ? room.subarray(0, end + 1) : new Uint8Array(end + 1);
  whole.set(head);
  if (!isInRoom) whole.set(text, head.length);
  whole[end] = LINE_FEED;
  const marks = whole.subarray(head.length);
  for (let at = task.isOnly ? -1 : marks.indexOf(MARK_BYTE); at >= 0; at = marks.indexOf(MARK_BYTE, at + 1))
    marks[at] = SPACE_BYTE;
  return whole;
}

export const text = defineFormat({
  name: 'text',
  endings: ['txt'],
  about: ['the content as plain text. On standard output, a line with a form', 'feed names each page'],
  hasText: true,
  extension: 'txt',
  writer: (parts) => ({
    page(task, page, { part, room }) {
      const { structured } = parts;
      if (structured === undefined) return namedBytes(task, (free) => page.textBytes(part, { room: free }), room);
      const texts = [page.text(part), structuredText(page, parts)].filter((one) => one);
      return namedPage(task, `${texts.join('\n')}\n`);
    },
  }),
});
