/** The line that names a page of text on standard output. */
import { escaped } from './files/escaped.ts';
import { knownUrl, type Task } from './task.ts';

/** No line of a page begins with a form feed. */
const MARK = '\f';

/** A page of text or Markdown below its name. A page that is the only input has none. */
export function namedPage(task: Task, text: string): string {
  if (task.isOnly) return text;
  return `${MARK}==> ${escaped(knownUrl(task) ?? task.id)} <==\n${text.replaceAll(MARK, ' ')}`;
}
