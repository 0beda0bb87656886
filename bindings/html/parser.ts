import { InputError } from '../errors.ts';
import { readInput } from '../input.ts';
import { loadCore } from '../load.ts';
import { Core, lowerCase } from '../memory.ts';
import type { CreateOptions } from '../open.ts';
import type { Namespace } from './names.ts';
import { type ParserOptions, resolveParserOptions } from './options.ts';
import { HtmlTree } from './tree.ts';

/** What a fragment is parsed as the contents of. */
export interface FragmentOptions {
  /** Name of the context element, in any case; `div` by default. */
  context?: string;
  /** Namespace of the context element; `html` by default. */
  namespace?: Namespace;
}

/** By the numbers that the module has for them. */
const NAMESPACES: readonly Namespace[] = ['html', 'svg', 'mathml'];

/**
 * Parses HTML as the standard has it. One parser is one instance of the module and holds one tree at a time.
 *
 * ```ts
 * const parser = await HtmlParser.create();
 * const cursor = parser.parse('<!DOCTYPE html><p>Hello').cursor();
 * while (cursor.lastChild());
 * console.log(cursor.text); // Hello
 * ```
 */
export class HtmlParser {
  readonly #core: Core;
  readonly #scripting: boolean;
  readonly #maxPageBytes: number;

  private constructor(core: Core, scripting: boolean, maxPageBytes: number) {
    this.#core = core;
    this.#scripting = scripting;
    this.#maxPageBytes = maxPageBytes;
  }

  /** @throws {OptionError} `OPTION_INVALID` */
  static async create(options: ParserOptions = {}, { wasm }: Pick<CreateOptions, 'wasm'> = {}): Promise<HtmlParser> {
    const { scripting, core } = resolveParserOptions(options);
    return new HtmlParser(new Core(await loadCore(wasm), core), scripting, core.maxPageBytes);
  }

  /**
   * Parses a document: a string, or bytes of UTF-8, where U+FFFD takes the place of what is none. A byte order mark is
   * dropped. The tree is a view that holds until the next call.
   *
   * @throws {InputError} `INPUT_INVALID` where it is neither
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `OUT_OF_MEMORY`
   */
  parse(html: string | Uint8Array): HtmlTree {
    return this.#parse(html, undefined);
  }

  /** Parses what stands, or is to stand, in an element: what `innerHTML` does. Throws as `parse` does. */
  parseFragment(html: string | Uint8Array, { context = 'div', namespace = 'html' }: FragmentOptions = {}): HtmlTree {
    const space = NAMESPACES.indexOf(namespace);
    if (typeof context !== 'string') throw new InputError('a context is the name of an element');
    if (space < 0) throw new InputError(`a namespace is one of ${NAMESPACES.join(', ')}`);
    return this.#parse(html, { name: lowerCase(context), space });
  }

  #parse(html: unknown, context: { name: string; space: number } | undefined): HtmlTree {
    const core = this.#core;
    const how = { scripting: this.#scripting, context };
    const source = readInput(html, this.#maxPageBytes, (page) => core.parse(page, how));
    return new HtmlTree(core, source, context !== undefined);
  }
}
