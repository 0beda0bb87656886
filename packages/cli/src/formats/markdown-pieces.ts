/** Markdown as `page.markdown` writes it → headings and the pieces between them, which blank lines separate. */

/** A heading, or a piece that should not be cut. */
export type Piece =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly text: string }
  | { readonly kind: 'text' | 'code' | 'table'; readonly text: string };

const HEADING = /^(#{1,6}) (.*)$/;
/** A fence, in a list or a quote too. */
const FENCE = /^[ >]*(?:(?:[-*+]|\d+[.)]) +)*(`{3,})/;
const TABLE = /^\|.*\n\|(?: :?-+:? \|)+(?:\n|$)/;

/** The pieces of a document in their order. Joined by blank lines, they are the document. */
export function piecesOf(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const flush = (): void => {
    if (lines.length > 0) pieces.push(pieceOf(lines.join('\n')));
    lines = [];
  };
  for (const line of markdown.replace(/\n$/, '').split('\n')) {
    if (fence === undefined) {
      if (line === '') {
        flush();
        continue;
      }
      fence = FENCE.exec(line)?.[1];
    } else if (isFenceEnd(line, fence)) fence = undefined;
    lines.push(line);
  }
  flush();
  return pieces;
}

/** Whether a line has nothing but backticks, as many at least as the fence has. */
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

/** Maximum UTF-16 units of a heading that are read, and that are given: each piece below it repeats them. */
const READ_MAX = 4096;
const HEADING_MAX = 256;

const cut = (title: string): string =>
  title.length <= HEADING_MAX ? title : `${title.slice(0, HEADING_MAX - 1).toWellFormed()}…`;

/** What a reader sees of a heading. Brackets in texts are escaped, so a search for a link ends at the next one. */
const plain = (title: string): string =>
  title
    .slice(0, READ_MAX)
    .replace(/!\[((?:[^[\]\\]|\\.)*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/\[((?:[^[\]\\]|\\.)*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/<\/?(?:strong|em|del|sub|sup)>/g, '')
    .replace(/(?<!\\)(?:\*+|~~|`+)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();
