/** The files of html5lib's tree construction tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Namespace } from 'refrain/html';

export interface TreeTest {
  readonly file: string;
  /** Place in its file, from 1. */
  readonly number: number;
  readonly data: string;
  /** The tree, in the format of the tests. */
  readonly document: string;
  /** Context element of a fragment. */
  readonly context: { readonly context: string; readonly namespace: Namespace } | undefined;
  /** The scripting flags to test with: one, or both where the test does not say. */
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

/** The tests in `tree-construction` below the folder, in the order of their files. */
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
