/**
 * Other parsers of HTML, alone: what each of them does with a page before a method could begin. Those in Rust that are no
 * dependencies are timed where they are installed beside the project (`npm install --no-save @swc/html domparser-rs`): their
 * binaries are published for some systems only.
 */
import { HTMLRewriter } from 'html-rewriter-wasm';
import { parse as parseNode } from 'node-html-parser';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { Problem } from '../problem.ts';
import type { Contender } from './contender.ts';
import type { BenchPage } from './pages.ts';

interface Parser {
  readonly name: string;
  readonly meaning: string;
  /** Parses a page; a number above 0, so that the work cannot be optimised away. */
  readonly parse: (page: BenchPage) => number | Promise<number>;
  /** Number of elements that the parser finds, to check that it reads the page. */
  readonly elements: (page: BenchPage) => number | Promise<number>;
  readonly isAsync?: true;
}

async function countByRewriter({ bytes }: BenchPage): Promise<number> {
  let found = 0;
  const rewriter = new HTMLRewriter(() => {});
  rewriter.on('*', {
    element: () => {
      found += 1;
    },
  });
  try {
    await rewriter.write(bytes);
    await rewriter.end();
  } finally {
    rewriter.free();
  }
  return found;
}

const INSTALLED: readonly Parser[] = [
  {
    name: 'node-html-parser parse',
    meaning: 'node-html-parser alone: string to tree',
    parse: ({ html }) => parseNode(html).childNodes.length,
    elements: ({ html }) => parseNode(html).querySelectorAll('*').length,
  },
  {
    name: 'html-rewriter-wasm parse',
    meaning: 'lol-html (Rust, WebAssembly) alone: bytes to a callback for each element, and the bytes again',
    ...{ parse: countByRewriter, elements: countByRewriter, isAsync: true },
  },
];

/** The functions that are used of packages that may be missing. */
interface SwcHtml {
  minifySync(html: string, options: object): { readonly code: string };
}

interface DomParserRs {
  readonly DOMParser: new () => {
    parseFromString(
      html: string,
      type: string,
    ): { readonly childNodes: ArrayLike<unknown>; querySelectorAll(all: string): ArrayLike<unknown> };
  };
}

const SWC_KEEPS_ALL = {
  ...{ collapseWhitespaces: 'none', removeEmptyMetadataElements: false, removeComments: false },
  ...{ minifyConditionalComments: false, removeEmptyAttributes: false, removeRedundantAttributes: 'none' },
  ...{ collapseBooleanAttributes: false, normalizeAttributes: false, minifyJson: false, minifyJs: false },
  ...{ minifyCss: false, sortSpaceSeparatedAttributeValues: false, sortAttributes: false, tagOmission: false },
};

function swcParser({ minifySync }: SwcHtml): Parser {
  const codeOf = (html: string): string => minifySync(html, SWC_KEEPS_ALL).code;
  return {
    name: '@swc/html parse',
    meaning: '@swc/html (Rust, native) alone: string to tree to string, since it has no function that only parses',
    parse: ({ html }) => codeOf(html).length,
    elements: ({ html }) => elementsIn(codeOf(html)),
  };
}

function domParser({ DOMParser }: DomParserRs): Parser {
  const parser = new DOMParser();
  return {
    name: 'domparser-rs parse',
    meaning: 'domparser-rs (Rust, native) alone: string to tree',
    parse: ({ html }) => parser.parseFromString(html, 'text/html').childNodes.length,
    elements: ({ html }) => parser.parseFromString(html, 'text/html').querySelectorAll('*').length,
  };
}

/** Elements of the tree of the standard. */
function elementsIn(html: string): number {
  let found = 0;
  const stack: Tree.ParentNode[] = [parse(html)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      found += 1;
      stack.push('content' in child ? child.content : child);
    }
  }
  return found;
}

/** The package, if it is installed and has a binary for this system. */
async function installed<T>(name: string): Promise<T | undefined> {
  try {
    const module: unknown = await import(name);
    return (typeof module === 'object' && module !== null && 'default' in module ? module.default : module) as T;
  } catch {
    return undefined;
  }
}

async function parsersHere(): Promise<Parser[]> {
  const [swc, dom] = [await installed<SwcHtml>('@swc/html'), await installed<DomParserRs>('domparser-rs')];
  return [...INSTALLED, ...(swc === undefined ? [] : [swcParser(swc)]), ...(dom === undefined ? [] : [domParser(dom)])];
}

export interface OtherParser {
  readonly contender: Contender;
  /** Elements that it finds over those of the standard. A parser that repairs less finds fewer. */
  readonly elements: number;
}

/** Least share of the elements that a parser must find to be timed. */
const ELEMENTS_MIN = 0.5;

/** @throws {Problem} where a parser does not read the pages */
export async function otherParsers(pages: readonly BenchPage[]): Promise<OtherParser[]> {
  const expected = pages.reduce((sum, { html }) => sum + elementsIn(html), 0);
  const found: OtherParser[] = [];
  for (const parser of await parsersHere()) {
    const { name, meaning, isAsync } = parser;
    let elements = 0;
    for (const page of pages) elements += await parser.elements(page);
    if (elements < ELEMENTS_MIN * expected) {
      throw new Problem(`${name} found ${elements} of ${expected} elements; nothing was timed`);
    }
    const contender: Contender = {
      ...{ name, meaning, ...(isAsync && { isAsync }) },
      prepare: async () =>
        isAsync
          ? async () => {
              let sum = 0;
              for (const page of pages) sum += await parser.parse(page);
              return { found: sum };
            }
          : () => {
              let sum = 0;
              for (const page of pages) sum += Number(parser.parse(page));
              return { found: sum };
            },
    };
    found.push({ contender, elements: elements / expected });
  }
  return found;
}
