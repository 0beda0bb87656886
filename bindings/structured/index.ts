/**
 * Text that is only in the data of a page (JSON-LD and other JSON), and not shown.
 *
 * @module refrain/structured
 */

import * as check from '../check.ts';
import type { CreateOptions } from '../core.ts';
import { Detector } from '../detector.ts';
import { InputError, RefrainError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { type DataText, entityTexts, isLinkedData, NAME, type PlainText, proseOf, stringsIn } from './data-texts.ts';
import { JsonReader } from './json.ts';
import { countWords, TextIndex, wordsIn } from './shingles.ts';

/** If a page shows fewer words, it is the shell of an application, and all of its data may be text. */
const SHELL_WORDS = 50;
/** Maximum UTF-16 units of all strings that are read of a page; later strings are ignored. */
const LENGTH_MAX = 1_000_000;

/** The members of a page that are read. */
type DataPage = Pick<Page, 'embeddedData' | 'text'>;

const isName = ({ data }: PlainText): boolean => data.member === NAME;

/**
 * Reads text that is only in the data of a page: posts, products and articles in JSON-LD, and prose in the data of an
 * application. For pages that show less than their data contain.
 *
 * ```ts
 * const structured = await StructuredReader.create();
 * const page = detector.learn(html);
 * console.log(page.text('main'), structured.text(page));
 * ```
 */
export class StructuredReader {
  /** A separate detector for HTML in strings, so that the page does not become stale. */
  readonly #detector: Detector;

  private constructor(detector: Detector) {
    this.#detector = detector;
  }

  /** @throws {OptionError} `OPTION_INVALID` */
  static async create(options: Pick<CreateOptions, 'wasm'> = {}): Promise<StructuredReader> {
    const checked = check.object('a structured reader', options, ['wasm']);
    return new StructuredReader(await Detector.create({ evidence: 'repetition' }, checked));
  }

  /**
   * Text in the data of a page that the page does not show, in lines. Empty if it has fewer words than `part` of the
   * page. Invalid data are skipped.
   *
   * @throws {InputError} `INPUT_INVALID` if the value is not a page
   * @throws {OptionError} `OPTION_INVALID` for an unknown part
   * @throws {UsageError} `PAGE_STALE` after the next page of its detector; `NO_MAIN` if no model decides
   */
  text(page: DataPage, part: 'main' | 'content' = 'main'): string {
    check.oneOf('part', part, ['main', 'content']);
    const reader = new JsonReader();
    const data = dataOf(page).map((text) => reader.read(text));
    if (data.length === 0) return '';
    const shownText = page.text(part);
    const entities = this.#plainTexts(data.filter(isLinkedData).flatMap((json) => [...entityTexts(json)]));
    const others = countWords(shownText, SHELL_WORDS) < SHELL_WORDS ? data.filter((json) => !isLinkedData(json)) : [];
    const strings = this.#plainTexts(others.flatMap((json) => [...stringsIn(json, reader)]));
    const bodies = entities.filter((text) => !isName(text));
    // Prose with markup is preferred to JSON-LD, which often has the same text truncated and without lines.
    const texts = [...entities.filter(isName), ...proseOf(strings), ...bodies];
    if (texts.length === 0) return '';
    const known = new TextIndex(texts.map(({ words }) => words));
    known.show(wordsIn(page.text('all')));
    const found = texts.filter(({ words }) => known.take(words));
    const length = found.reduce((sum, text) => sum + (isName(text) ? 0 : text.words.length), 0);
    if (length === 0 || length < countWords(shownText, length + 1)) return '';
    return found.map(({ text }) => text).join('\n');
  }

  /** Texts without markup, up to the limit. */
  #plainTexts(texts: readonly DataText[]): PlainText[] {
    let left = LENGTH_MAX;
    return texts.flatMap((data) => {
      left -= data.text.length;
      if (left < 0) return [];
      const text = this.#plainOf(data.text);
      return [{ data, text, words: [...wordsIn(text)] }];
    });
  }

  /** The text of a string, with collapsed white space in lines; empty if it exceeds the limits of a page. */
  #plainOf(text: string): string {
    if (!/<[a-z/!]|&[a-z#]/i.test(text)) {
      const lines = text.split(/[\r\n]+/).map((line) => line.replace(/\s+/g, ' ').trim());
      return lines.filter((line) => line !== '').join('\n');
    }
    try {
      return this.#detector.label(text).text('all');
    } catch (error) {
      if (error instanceof RefrainError && error.code !== 'DISPOSED') return '';
      throw error;
    }
  }

  /** Ends the use of the reader. Its memory is freed with the last reference to the reader. */
  dispose(): void {
    this.#detector.dispose();
  }
}

/** @throws {InputError} `INPUT_INVALID` */
function dataOf(page: DataPage): readonly string[] {
  try {
    const data: unknown = page.embeddedData;
    if (Array.isArray(data) && typeof page.text === 'function') return data;
  } catch (cause) {
    // Errors of pages have codes, such as PAGE_STALE.
    if (cause instanceof Error && 'code' in cause) throw cause;
  }
  throw new InputError(`text requires a page of a detector, not ${check.describe(page)}`);
}
