/** The tokenizer in the test build of the module, and html5lib's tests for it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instantiateSync } from '@assemblyscript/loader';
import { layout } from '../../bindings/core-exports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MODULE = join(root, 'build/html-test.wasm');
const SOURCE = join(root, 'test/html/module/tokens.ts');

export type Token = (string | boolean | null | Readonly<Record<string, string>>)[];

export interface TokenizerTest {
  readonly file: string;
  readonly description: string;
  readonly source: string;
  readonly states: readonly string[];
  readonly lastStartTag: string;
  readonly expected: readonly Token[];
  /** True if the tokens are coerced to an XML infoset. */
  readonly xml: boolean;
}

interface RawTest {
  readonly description: string;
  readonly input: string;
  readonly output: readonly Token[];
  readonly initialStates?: readonly string[];
  readonly lastStartTag?: string;
  readonly doubleEscaped?: boolean;
}

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const mapped = (token: Token, change: (text: string) => string): Token =>
  token.map((part) => {
    if (typeof part === 'string') return change(part);
    if (part === null || typeof part === 'boolean') return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [change(name), change(value)]));
  });

function readTest(file: string, test: RawTest, xml: boolean): TokenizerTest {
  const change = test.doubleEscaped ? unescaped : (text: string) => text;
  return {
    file,
    description: test.description,
    source: change(test.input),
    states: test.initialStates ?? ['Data state'],
    lastStartTag: test.lastStartTag ?? '',
    // Lone surrogates, which UTF-8 does not have, are the same as U+FFFD.
    expected: test.output.map((token) => mapped(token, (text) => change(text).toWellFormed())),
    xml,
  };
}

export function readTokenizerTests(folder: string): TokenizerTest[] {
  const directory = join(folder, 'tokenizer');
  const files = readdirSync(directory).filter((name) => name.endsWith('.test'));
  return files.sort().flatMap((file) => {
    const { tests = [], xmlViolationTests = [] } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
      tests?: RawTest[];
      xmlViolationTests?: RawTest[];
    };
    return [
      ...tests.map((test) => readTest(file, test, false)),
      ...xmlViolationTests.map((test) => readTest(file, test, true)),
    ];
  });
}

/** Writers of XML do "Coercing an HTML DOM into an infoset", not the parser. */
function coerced(token: Token): Token {
  const text = mapped(token, (part) => part.replaceAll('\uffff', '\ufffd').replaceAll('\f', ' '));
  return token[0] === 'Comment' ? mapped(text, (part) => part.replace(/-(?=-)/g, '- ')) : text;
}

type TokenizerExports = {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  dumpTokens(start: number, length: number, content: number, name: number, nameLength: number): number;
  dumpLength(): number;
};

/** Numbers for `dumpTokens`: those of `Content` in assembly/html/state.ts, and CDATA. */
const STATES: Readonly<Record<string, number>> = {
  'Data state': 0,
  'RCDATA state': 1,
  'RAWTEXT state': 2,
  'Script data state': 3,
  'PLAINTEXT state': 4,
  'CDATA section state': 6,
};

/** Labels by the number of a token's kind. */
const LABELS = ['', 'Character', 'StartTag', 'StartTag', 'EndTag', 'Comment', 'DOCTYPE', 'DOCTYPE'];
const MISSING = 0xffffffff;
const PADDING = 64;
const INPUT_BYTES = 1 << 20;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Builds the module unless it is current. */
function build(): void {
  const folder = join(root, 'assembly');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .concat(SOURCE);
  const built = existsSync(MODULE) ? statSync(MODULE).mtimeMs : 0;
  if (sources.every((source) => statSync(source).mtimeMs < built)) return;
  const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
  execFileSync(process.execPath, [compiler, SOURCE, '--target', 'conformance'], { cwd: root });
}

export class Tokenizer {
  readonly #core: TokenizerExports;
  readonly #input: number;

  private constructor(core: TokenizerExports) {
    this.#core = core;
    this.#input = core.allocate(INPUT_BYTES);
  }

  static load(): Tokenizer {
    build();
    return new Tokenizer(instantiateSync<TokenizerExports>(readFileSync(MODULE)).exports);
  }

  /** True if a test passes with all of its initial states. */
  passes(test: TokenizerTest): boolean {
    const expected = JSON.stringify(test.expected);
    return test.states.every((state) => JSON.stringify(this.tokens(test, state)) === expected);
  }

  tokens({ source, lastStartTag, xml }: TokenizerTest, state: string): Token[] {
    const tokens = this.#tokenize(Buffer.from(source.toWellFormed()), Buffer.from(lastStartTag), STATES[state] ?? 0);
    return xml ? tokens.map(coerced) : tokens;
  }

  #tokenize(source: Uint8Array, name: Uint8Array, state: number): Token[] {
    // The name follows the source and its padding.
    const nameAt = this.#input + source.length + PADDING;
    const bytes = new Uint8Array(this.#core.memory.buffer);
    bytes.set(source, this.#input);
    bytes.set(name, nameAt);
    let at = this.#core.dumpTokens(this.#input, source.length, state, nameAt, name.length);
    const view = new DataView(this.#core.memory.buffer);
    const end = at + this.#core.dumpLength();
    const tokens: Token[] = [];
    while (at < end) {
      const [kind, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      const token = this.#token(view, kind, at + 8, length);
      const last = tokens.at(-1);
      // The tests have one token for consecutive characters.
      if (kind === 1 && last?.[0] === 'Character') last[1] = `${last[1]}${token[1]}`;
      else if (kind !== 1 || token[1] !== '') tokens.push(token);
      at += 8 + length;
    }
    return tokens;
  }

  #token(view: DataView, kind: number, from: number, length: number): Token {
    const label = LABELS[kind] ?? '';
    const text = (start: number, bytes: number): string => decoder.decode(new Uint8Array(view.buffer, start, bytes));
    if (kind === 2 || kind === 3) {
      const nameLength = view.getUint32(from, true);
      const attributes = this.#attributes(view, from + 4 + nameLength, from + length);
      return [label, text(from + 4, nameLength), attributes, ...(kind === 3 ? [true] : [])];
    }
    if (kind < 6) return [label, text(from, length)];
    let next = from + 12;
    const texts = [0, 4, 8].map((word) => {
      const bytes = view.getUint32(from + word, true);
      if (bytes === MISSING) return null;
      next += bytes;
      return text(next - bytes, bytes);
    });
    return [label, ...texts, kind === 6];
  }

  #attributes(view: DataView, from: number, end: number): Record<string, string> {
    const head = layout.AttributeRecord.BYTES;
    const found = new Map<string, string>();
    for (let at = from; at < end; ) {
      const [name, value] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      const text = decoder.decode(new Uint8Array(view.buffer, at + head, name));
      if (!found.has(text)) found.set(text, decoder.decode(new Uint8Array(view.buffer, at + head + name, value)));
      at += head + name + value;
    }
    return Object.fromEntries(found);
  }
}
