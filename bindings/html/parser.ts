import * as check from '../check.ts';
import { Core, type CreateOptions, lowerCase } from '../core.ts';
import { htmlOf, readInput } from '../input.ts';
import { type DetectorOptions, resolveOptions } from '../options.ts';
import { loadCore } from '../wasm.ts';
import { NAMESPACES, type Namespace } from './names.ts';
import { HtmlTree } from './tree.ts';

const LIMITS = ['maxPageBytes', 'maxNodes', 'maxDepth', 'maxWork', 'maxMemory'] as const;

/** Options of a parser. Limits are those of a detector. */
export interface ParserOptions extends Pick<DetectorOptions, (typeof LIMITS)[number]> {
  /** True if scripts run: the contents of `noscript` elements are then text. Default: false. */
  scripting?: boolean;
}

/** The context of a fragment: the element that contains it. */
export interface FragmentOptions {
  /** Name of the context element, in upper or lower case. Default: `div`. */
  context?: string;
  /** Namespace of the context element. Default: `html`. */
  namespace?: Namespace;
}

/**
 * Parses HTML by the WHATWG standard. A parser is one instance of the module, with one tree at a time.
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
  static async create(options: ParserOptions = {}, create: Pick<CreateOptions, 'wasm'> = {}): Promise<HtmlParser> {
    const { scripting = false, ...limits } = check.object('a parser', options, ['scripting', ...LIMITS]);
    check.boolean('scripting', scripting);
    const resolved = resolveOptions(limits);
    const { wasm } = check.object('create', create, ['wasm']);
    return new HtmlParser(new Core(await loadCore(wasm), resolved), scripting, resolved.maxPageBytes);
  }

  /**
   * Parses a document: a string, or bytes of UTF-8. Invalid bytes become U+FFFD; a byte order mark is dropped. The tree
   * is a view, which is valid until the next call.
   *
   * @throws {InputError} `INPUT_INVALID` for another input
   * @throws {LimitError} `PAGE_TOO_LARGE`, `TOO_MANY_NODES`, `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
   */
  parse(html: string | Uint8Array): HtmlTree {
    return this.#parse(html, undefined);
  }

  /**
   * Parses the contents of an element, as `innerHTML` does. Throws as `parse` does.
   *
   * @throws {OptionError} `OPTION_INVALID`
   */
  parseFragment(html: string | Uint8Array, options: FragmentOptions = {}): HtmlTree {
    const { context = 'div', namespace = 'html' } = check.object('parseFragment', options, ['context', 'namespace']);
    if (typeof context !== 'string') throw check.optionError('context', 'the name of an element', context);
    const space = NAMESPACES.indexOf(check.oneOf('namespace', namespace, NAMESPACES));
    return this.#parse(html, this.#core.tag(lowerCase(context)).tag | (space << 8));
  }

  #parse(html: unknown, context: number | undefined): HtmlTree {
    const core = this.#core;
    const { source } = readInput(htmlOf(html), this.#maxPageBytes, (page) =>
      core.parseHtml(page, this.#scripting, context),
    );
    return new HtmlTree(core, source, context !== undefined);
  }
}
