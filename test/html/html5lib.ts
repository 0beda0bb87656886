/**
 * The folder of html5lib's tests: HTML5LIB_TESTS, or the checked-in archive, unpacked once to
 * `build/html5lib-tests-HASH`.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HtmlParser, Namespace } from 'refrain/html';
import { extract } from 'tar';
import { serialize } from './serialize.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ARCHIVE = join(root, 'test/fixtures/html5lib/html5lib-tests.tar.gz');

export function html5libFolder(): string {
  const own = process.env['HTML5LIB_TESTS'];
  if (own) return own;
  // A changed archive gets another folder.
  const hash = createHash('sha256').update(readFileSync(ARCHIVE)).digest('hex').slice(0, 8);
  const folder = join(root, `build/html5lib-tests-${hash}`);
  if (!existsSync(folder)) unpack(folder);
  return folder;
}

/** Unpacks to a neighbouring folder and renames it: concurrent test files must not see an incomplete one. */
function unpack(folder: string): void {
  mkdirSync(join(root, 'build'), { recursive: true });
  const own = mkdtempSync(`${folder}-`);
  extract({ file: ARCHIVE, cwd: own, sync: true, strict: true });
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

export interface TreeTest {
  readonly file: string;
  readonly number: number;
  readonly data: string;
  readonly document: string;
  readonly context: { readonly context: string; readonly namespace: Namespace } | undefined;
  /** The scripting flag of the test, or both. */
  readonly scripting: readonly boolean[];
}

const PREFIXES: Readonly<Record<string, Namespace>> = { 'svg ': 'svg', 'math ': 'mathml' };

const contextOf = (line: string): TreeTest['context'] => {
  const [, prefix = '', context = ''] = /^(svg |math )?(.*)$/.exec(line) ?? [];
  return { context, namespace: PREFIXES[prefix] ?? 'html' };
};

function sectionsOf(test: string): Map<string, string> {
  const sections = new Map<string, string>();
  let section = 'data';
  let lines: string[] = [];
  for (const line of `${test}\n#end`.split('\n')) {
    if (/^#(errors|new-errors|document-fragment|document|script-on|script-off|end)$/.test(line)) {
      sections.set(section, lines.join('\n'));
      section = line.slice(1);
      lines = [];
    } else {
      lines.push(line);
    }
  }
  return sections;
}

/** The tests in `tree-construction`, in the order of their files. */
export function readTreeTests(folder: string): TreeTest[] {
  const directory = join(folder, 'tree-construction');
  const files = readdirSync(directory).filter((name) => name.endsWith('.dat'));
  return files.sort().flatMap((file) => {
    const tests = readFileSync(join(directory, file), 'utf8').split(/(?:^|\n\n)#data\n/);
    return tests.slice(1).map((test, index) => {
      const sections = sectionsOf(test);
      const context = sections.get('document-fragment');
      return {
        file,
        number: index + 1,
        data: sections.get('data') ?? '',
        document: (sections.get('document') ?? '').replace(/\n+$/, ''),
        context: context === undefined ? undefined : contextOf(context),
        scripting: sections.has('script-on') ? [true] : sections.has('script-off') ? [false] : [false, true],
      };
    });
  });
}

export interface Parsers {
  readonly on: HtmlParser;
  readonly off: HtmlParser;
}

export function treeOf({ data, context }: TreeTest, scripting: boolean, { on, off }: Parsers): string {
  const parser = scripting ? on : off;
  return serialize(context === undefined ? parser.parse(data) : parser.parseFragment(data, context));
}
