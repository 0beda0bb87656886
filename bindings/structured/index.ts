/**
 * refrain/structured: text of a page that stands in its data only, and is not shown.
 *
 * @module refrain/structured
 */

import * as check from '../check.ts';
import type { CreateOptions } from '../core.ts';
import { Detector } from '../detector.ts';
import { InputError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { JsonReader } from './json.ts';
import { entityTexts, isLinkedData } from './linked-data.ts';
import { proseOf, stringsIn } from './strings.ts';
import { type DataText, type PlainText, plainTexts } from './texts.ts';
import { countWords, KnownTexts, wordsIn, wordsOf } from './words.ts';

/** Options of {@link StructuredReader}. */
export interface StructuredOptions {
  /** Maximum length of the strings of a page's data that are read, in UTF-16 code units; later ones are left out. Default: 1,000,000. */
  maxLength?: number;
}

/** A page that shows fewer words is the shell of an application, whose text is in data of any form. */
const SHELL_WORDS = 50;

/**
 * Reads text that a page has in its data only: posts, products and articles in JSON-LD, and prose in the data that an application
 * starts from. It is used where a page shows less than its data says.
 *
 * ```ts
 * const structured = await StructuredReader.create();
 * const page = detector.learn(html);
 * console.log(page.text('main'), structured.text(page));
 * ```
 */
export class StructuredReader {
  /** Parses HTML in strings, so that a page stays the current page of its own detector. */
  readonly #detector: Detector;
  readonly #maxLength: number;

  private constructor(detector: Detector, maxLength: number) {
    this.#detector = detector;
    this.#maxLength = maxLength;
  }

  /** @throws {OptionError} `OPTION_INVALID` */
  static async create(
    options: StructuredOptions = {},
    create: Pick<CreateOptions, 'wasm'> = {},
  ): Promise<StructuredReader> {
    const { maxLength = 1_000_000 } = check.object('a structured reader', options, ['maxLength']);
    check.whole('maxLength', maxLength, 1, 2 ** 30);
    const checked = check.object('create', create, ['wasm']);
    return new StructuredReader(await Detector.create({ evidence: 'repetition' }, checked), maxLength);
  }

  /**
   * The text of a page's data that the page does not show, in lines. It is empty unless it has as many words as `part` of the page
   * at least. Broken data is skipped.
   *
   * @throws {InputError} `INPUT_INVALID` for something else than a page
   * @throws {OptionError} `OPTION_INVALID` for an unknown part
   * @throws {UsageError} `PAGE_STALE` after the next page of its detector; `NO_MAIN` where no model decides
   */
  text(page: Pick<Page, 'embeddedData' | 'text'>, part: 'main' | 'content' = 'main'): string {
    check.oneOf('part', part, ['main', 'content']);
    const reader = new JsonReader();
    const data = dataOf(page).flatMap((text) => reader.read(text));
    if (data.length === 0) return '';
    const shownText = page.text(part);
    const texts = this.#texts(data, reader, countWords(shownText, SHELL_WORDS) < SHELL_WORDS);
    if (texts.length === 0) return '';
    const known = new KnownTexts(texts.map((text) => text.words));
    known.show(wordsIn(page.text('all')));
    const found = texts.filter((text) => known.take(text.words));
    const length = found.reduce((sum, text) => sum + (text.isName ? 0 : text.words.length), 0);
    if (length === 0 || length < countWords(shownText, length + 1)) return '';
    return found.map(({ text }) => text).join('\n');
  }

  /** Names first; then what has mark-up of its own, before JSON-LD, which often has the same text cut off and without lines. */
  #texts(data: readonly unknown[], reader: JsonReader, isShell: boolean): DataText[] {
    const plain = plainTexts(this.#detector, this.#maxLength);
    const entities = entitiesOf(data.filter(isLinkedData), plain);
    const others = isShell ? data.filter((json) => !isLinkedData(json)) : [];
    const prose = proseOf(
      others.flatMap((json) => [...stringsIn(json, reader)]),
      plain,
    );
    const bodies = entities.filter(({ isName }) => !isName);
    return [...entities.filter(({ isName }) => isName), ...prose, ...bodies];
  }

  /** Ends the use of the reader; its memory is freed with the last reference to it. */
  dispose(): void {
    this.#detector.dispose();
  }
}

function entitiesOf(data: readonly unknown[], plain: PlainText): DataText[] {
  const texts: DataText[] = [];
  for (const { text, isName } of data.flatMap((json) => [...entityTexts(json)])) {
    const read = plain(text);
    if (read === undefined) break;
    texts.push({ text: read, words: wordsOf(read), isName });
  }
  return texts;
}

/** @throws {InputError} `INPUT_INVALID` */
function dataOf(page: Pick<Page, 'embeddedData' | 'text'>): readonly string[] {
  try {
    const data: unknown = page.embeddedData;
    if (Array.isArray(data) && typeof page.text === 'function') return data;
  } catch (cause) {
    // Errors of pages have codes, PAGE_STALE for example. Other objects throw what they want.
    if (cause instanceof Error && 'code' in cause) throw cause;
  }
  throw new InputError(`text takes a page of a detector, not ${check.shown(page)}`);
}
