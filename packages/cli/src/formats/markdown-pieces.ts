/** Divides the Markdown of `page.markdown` into headings and the pieces between them. */

/** A heading, or a piece that should not be cut. */
export type Piece =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly text: string }
  | { readonly kind: 'text' | 'code' | 'table'; readonly text: string };

const HEADING = /^(#{1,6}) (.*)$/;
/** A fence at the start of a line, a list item or a quote. */
export const FENCE = /[ >]*(?:(?:[-*+]|\d+[.)]) +)*(`{3,})/y;
const TABLE = /^\|.*\n\|(?: :?-+:? \|)+(?:\n|$)/;

/**
 * Calls `visit` with the start and end of each line. Copies of the lines would need many times the memory of the text.
 */
export function eachLine(text: string, visit: (start: number, end: number) => void): void {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    visit(start, end);
    start = end + 1;
  }
}

export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** The pieces of a document in order. The pieces, joined by blank lines, are the document. */
export function piecesOf(document: string): Piece[] {
  const markdown = document.endsWith('\n') ? document.slice(0, -1) : document;
  const pieces: Piece[] = [];
  /** Start of the current piece, or -1. */
  let first = -1;
  let last = 0;
  let fence: string | undefined;
  const flush = (): void => {
    if (first >= 0) pieces.push(pieceOf(markdown.slice(first, last)));
    first = -1;
  };
  eachLine(markdown, (start, end) => {
    if (fence === undefined) {
      if (start === end) {
        flush();
        return;
      }
      fence = matchAt(FENCE, markdown, start)?.[1];
    } else if (isFenceEnd(markdown.slice(start, end), fence)) fence = undefined;
    if (first < 0) first = start;
    last = end;
  });
  flush();
  return pieces;
}

/** True if a line contains only backticks, and not fewer than the fence. */
function isFenceEnd(line: string, fence: string): boolean {
  const text = line.replace(/^[ >]*/, '').trimEnd();
  return text.length >= fence.length && /^`+$/.test(text);
}

function pieceOf(text: string): Piece {
  const [, marks, title] = HEADING.exec(text) ?? [];
  if (marks !== undefined && title !== undefined) {
    return { kind: 'heading', level: marks.length, title: cut(plain(title)), text };
  }
  if (/^`{3}/.test(text)) return { kind: 'code', text };
  return { kind: TABLE.test(text) ? 'table' : 'text', text };
}

/** Maximum UTF-16 units of a heading that are read, and maximum that each chunk repeats. */
const READ_MAX = 4096;
const HEADING_MAX = 256;

const cut = (title: string): string =>
  title.length <= HEADING_MAX ? title : `${title.slice(0, HEADING_MAX - 1).toWellFormed()}…`;

/** The visible text of a heading. Brackets in texts are escaped, so the next unescaped bracket ends a link. */
const plain = (title: string): string =>
  title
    .slice(0, READ_MAX)
    .replace(/\\.|!\[((?:[^[\]\\]|\\.)*)\]\((?:[^()]|\([^()]*\))*\)/g, (whole, text?: string) => text ?? whole)
    .replace(/\\.|\[((?:[^[\]\\]|\\.)*)\]\((?:[^()]|\([^()]*\))*\)/g, (whole, text?: string) => text ?? whole)
    .replace(/<\/?(?:strong|em|del|sub|sup)>/g, '')
    .replace(/(?<!\\)(?:\*+|~~|`+)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
