/** Fenced code blocks of a Markdown document, with the comments that control their check. */
import { readFileSync } from 'node:fs';

export interface Block {
  /** Path relative to the root of the repository. */
  readonly document: string;
  /** Line number of its first line of code, from 1. */
  readonly line: number;
  readonly lineCount: number;
  readonly language: string;
  readonly code: string;
  /** After `<!-- run -->`: the code is executed. */
  readonly runs: boolean;
  /** The reason in a `<!-- skip: … -->` before a block that is not checked. */
  readonly skip: string | undefined;
  /** After `<!-- output -->`: the output of the last executed block. */
  readonly isOutput: boolean;
}

const FENCE = /^( *)(`{3,})([a-z]*)\s*$/;
const COMMENT = /<!--\s*(run|output|skip:)\s*(.*?)\s*-->/gs;

function fail(document: string, line: number, message: string): never {
  throw new Error(`${document}:${line}: ${message}`);
}

export function readBlocks(document: string): Block[] {
  const lines = readFileSync(document, 'utf8').split('\n');
  const blocks: Block[] = [];
  let proseFrom = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent, ticks, language] = FENCE.exec(lines[at] ?? '') ?? [];
    if (ticks === undefined || indent === undefined || language === undefined) continue;
    const end = lines.findIndex((line, below) => below > at && line.trim() === ticks);
    if (end < 0) fail(document, at + 1, 'the block is not closed');
    if (language === '') fail(document, at + 1, 'the block has no language; use text where no other fits');
    // Comments have no effect if prose is between them and the block.
    const prose = lines.slice(proseFrom, at).join('\n');
    const above = /(?:<!--(?:(?!-->).)*-->\s*)+$/s.exec(prose)?.[0] ?? '';
    const marks = new Map([...above.matchAll(COMMENT)].map(([, name = '', text = '']) => [name, text]));
    blocks.push({
      ...{ document, line: at + 2, lineCount: end - at - 1, language },
      code: lines
        .slice(at + 1, end)
        .map((line) => line.slice(indent.length))
        .join('\n'),
      runs: marks.has('run'),
      skip: marks.get('skip:'),
      isOutput: marks.has('output'),
    });
    at = end;
    proseFrom = end + 1;
  }
  return blocks;
}

export const trimLines = (text: string): string => text.replace(/[ \t]+$/gm, '').trimEnd();

/** True if an output equals that of the document. There, a line `…` matches any lines. */
export function matchesOutput(output: Block, actual: string): boolean {
  const parts = trimLines(output.code).split(/^…$/m);
  const expected = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*');
  return new RegExp(`^${expected}$`).test(trimLines(actual));
}

/** The expected output of a program, if present. */
export function outputOf(block: Block, blocks: readonly Block[]): Block | undefined {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.isOutput && next.document === block.document ? next : undefined;
}
