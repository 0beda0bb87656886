/** Lines of the code blocks of a parsed page. */
import { type Element, hasClass, isElement, isText, type Node } from './dom.ts';

const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table', 'tbody', 'pre']);

/** The text of a code block, exactly, with a line for each element that is one. */
export function codeText(code: Element): string {
  let text = '';
  const endLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const read = (node: Node, before: Element | undefined): void => {
    if (isText(node)) {
      text += node.value;
      return;
    }
    if (!isElement(node)) return;
    if (node.tagName === 'br') {
      text += '\n';
      return;
    }
    const isLine =
      LINES.has(node.tagName) || (hasClass(node, 'line') && before !== undefined && hasClass(before, 'line'));
    if (isLine) endLine();
    const start = text.length;
    readAll(node);
    // An element for an empty line is a line too.
    if (LINES.has(node.tagName) && text.length === start && /^(div|p|li|tr)$/.test(node.tagName)) text += '\n';
    else if (LINES.has(node.tagName)) endLine();
  };
  const readAll = (element: Element): void => {
    let before: Element | undefined;
    for (const child of element.childNodes) {
      // White space between elements of a table or a box of lines is no part of the code.
      if (isText(child) && /^(table|tbody|tr|ol|ul)$/.test(element.tagName)) continue;
      if (isText(child) && hasClass(element, 'fragment') && child.value.trim() === '') continue;
      read(child, before);
      before = isElement(child) ? child : undefined;
    }
  };
  readAll(code);
  return text;
}

/** The lines that are not blank, exactly as they stand. */
export const codeLines = (code: Element): string[] =>
  codeText(code)
    .split('\n')
    .filter((line) => line.trim() !== '');
