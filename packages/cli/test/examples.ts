/** Reads the examples of `cases/*.md`, whose form `cases/README.md` describes. */
import { readdirSync, readFileSync } from 'node:fs';

/** A call of the command, and its expected result. */
export interface Example {
  readonly name: string;
  /** Files of the working folder, by path. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly words: readonly string[];
  readonly stdin: string;
  readonly stdout: string;
  /** Texts in standard error, in any order. An empty list means no text, undefined means any. */
  readonly stderr: readonly string[] | undefined;
  readonly code: number;
  /** Files that the command writes. */
  readonly written: ReadonlyMap<string, Buffer>;
}

const FOLDER = new URL('cases/', import.meta.url);

const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** The text before the first example, and the examples, each with its name. */
function partsOf(text: string): readonly [preamble: string, ...examples: string[]] {
  const [preamble = '', ...examples] = text.split(/^## /m);
  return [preamble, ...examples];
}

/** `⟨0C⟩` is the character of this code, `⟨80×x⟩` a repeated text. */
const visible = (text: string): string =>
  text
    .replace(/⟨([0-9A-F]+)⟩/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/⟨(\d+)×(.+?)⟩/g, (_, times: string, repeated: string) => repeated.repeat(Number(times)));

interface Block {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^(`{3,})(\w+) ?(.*)\n([\s\S]*?)^\1$/gm)].map(([, , kind = '', path = '', body = '']) => ({
    kind,
    path,
    text: body,
  }));

/**
 * The bytes of the blocks of a kind, by path. In `bytes`, a character is a byte and the last line end does not count.
 */
function filesIn(blocks: readonly Block[], ...kinds: readonly string[]): Map<string, Buffer> {
  return new Map(
    blocks
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, path, text }) => [
        path,
        kind === 'bytes' ? Buffer.from(visible(text.slice(0, -1)), 'latin1') : Buffer.from(visible(text)),
      ]),
  );
}

/** Files before the first example of a document, and those of linked documents. */
export function sharedFiles(document: string): ReadonlyMap<string, Buffer> {
  const [preamble] = partsOf(read(document));
  const links = [...preamble.matchAll(/\]\((\w+\.md)\)/g)].map(([, name = '']) => name);
  return new Map([...links.flatMap((name) => [...sharedFiles(name)]), ...filesIn(blocksOf(preamble), 'file', 'bytes')]);
}

function exampleOf(text: string, shared: ReadonlyMap<string, Buffer>): Example {
  const [name = ''] = text.split('\n', 1);
  const blocks = blocksOf(text);
  const own = filesIn(blocks, 'file', 'bytes');
  const [call = '', ...lines] = (blocks.find(({ kind }) => kind === 'console')?.text ?? '').split('\n');
  const [program, ...words] = call.split(/\s+/).slice(1);
  if (program !== 'refrain') throw new Error(`${name}: a console block must begin with $ refrain`);
  const marked = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length).trim());
  const stderr = marked('!');
  return {
    name,
    files: own.size > 0 ? own : shared,
    words,
    stdin: visible(blocks.find(({ kind }) => kind === 'stdin')?.text ?? ''),
    stdout: visible(lines.filter((line) => !/^[!?]/.test(line)).join('\n')),
    stderr: stderr.length > 0 ? stderr : undefined,
    code: Number(marked('?')[0] ?? 0),
    written: filesIn(blocks, 'written'),
  };
}

export function examplesIn(document: string): Example[] {
  const [, ...examples] = partsOf(read(document));
  return examples.map((text) => exampleOf(text, sharedFiles(document)));
}

export const documents = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();

/** True if an output is the expected one. `…` matches any text. Lines that begin with it may appear anywhere later. */
export function isLike(output: string, expected: string): boolean {
  const parts = expected.replaceAll('…\n…', '…').split('…');
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[\\s\\S]*?');
  return new RegExp(`^${pattern}$`).test(output);
}
