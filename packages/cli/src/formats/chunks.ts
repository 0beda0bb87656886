/** Chunks of a page for retrieval: Markdown divided by headings and cut to a number of words. */
import { createHash } from 'node:crypto';
import { LimitError } from 'refrain';
import { check } from 'refrain/engine';
import { type Piece, piecesOf } from './markdown-pieces.ts';
import { dividePiece, packParts } from './piece-parts.ts';

/** The page of chunks. */
export interface ChunkSource {
  readonly id: string;
  readonly url?: string;
  readonly site?: string;
  readonly title: string;
}

/** A part of a page for retrieval. */
export interface Chunk {
  /** 32 hexadecimal digits: a hash of page id, headings and text. The same in every run. */
  readonly id: string;
  readonly pageId: string;
  readonly url?: string;
  readonly site?: string;
  readonly title: string;
  /** Number of the chunk on its page, from 0. */
  readonly index: number;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  readonly words: number;
}

const DEFAULT_WORDS = 300;
const WORDS_MAX = 100_000;
const ID_DIGITS = 32;

interface Section {
  readonly headings: readonly string[];
  readonly pieces: Piece[];
}

/**
 * Limits of the UTF-16 units of all chunks of a page, including what each repeats (title, headings, URL): a multiple of
 * the Markdown's length, but at least a fixed number.
 */
const UNITS_PER_UNIT = 32;
const UNITS_MIN = 1 << 16;

/**
 * Divides the Markdown of a page, as written by `page.markdown`. Every chunk is below one path of headings. It contains
 * whole paragraphs, list items, code blocks and tables if they fit. A longer paragraph is cut between sentences, a list
 * between items, a code block or table between lines, with its fence or header repeated.
 *
 * ```ts
 * const chunks = chunksOf(page.markdown(), { id: url, url, title: page.title });
 * ```
 *
 * @throws {OptionError} `OPTION_INVALID`
 * @throws {LimitError} `PAGE_TOO_COMPLEX` if the chunks repeat much more than the page contains
 */
export function chunksOf(
  markdown: string,
  source: ChunkSource,
  options: {
    /** Maximum number of words of a chunk. Only a line that cannot be cut may have more. Default: 300. */
    readonly maxWords?: number | undefined;
  } = {},
): Chunk[] {
  const { maxWords = DEFAULT_WORDS } = check.object('chunksOf', options, ['maxWords']);
  check.number('maxWords', maxWords, 1, WORDS_MAX);
  check.string('markdown', markdown);
  const { id: pageId, url, site, title } = check.object('the source of chunks', source);
  for (const [name, value] of Object.entries({ id: pageId, url: url ?? '', site: site ?? '', title })) {
    check.string(name, value);
  }
  const seen = new Map<string, number>();
  const texts = sectionsOf(markdown).flatMap(({ headings, pieces }) =>
    packParts(
      pieces.flatMap((piece) => dividePiece(piece, maxWords)),
      '\n\n',
      maxWords,
    ).map((one) => ({ headings, ...one })),
  );
  let left = UNITS_PER_UNIT * markdown.length + UNITS_MIN;
  const shared = pageId.length + title.length + (url?.length ?? 0) + (site?.length ?? 0);
  return texts.map(({ headings, text, words }, index) => {
    left -= shared + text.length + headings.reduce((sum, { length }) => sum + length, 0);
    if (left < 0) throw new LimitError('PAGE_TOO_COMPLEX', 'the pieces would be too long for a page of this size');
    const key = JSON.stringify([pageId, headings, text]);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return {
      ...{ id: idOf(`${key}${occurrence}`), pageId },
      ...(url === undefined ? {} : { url }),
      ...(site === undefined ? {} : { site }),
      ...{ title, index, headings, text, words },
    };
  });
}

const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, ID_DIGITS);

/**
 * Groups pieces by the headings above them. Headings without text belong to the next text below them; at the end of a
 * page, they form a section.
 */
function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  const open: { readonly level: number; readonly text: string }[] = [];
  let current: Section = { headings: [], pieces: [] };
  let isBare = true;
  for (const piece of piecesOf(markdown)) {
    if (piece.kind === 'heading') {
      while ((open.at(-1)?.level ?? 0) >= piece.level) open.pop();
      open.push({ level: piece.level, text: piece.title });
      if (isBare) sections.pop();
      current = { headings: open.map(({ text }) => text), pieces: isBare ? current.pieces : [] };
      isBare = true;
      sections.push(current);
    } else {
      if (current.pieces.length === 0) sections.push(current);
      isBare = false;
    }
    current.pieces.push(piece);
  }
  return sections;
}
