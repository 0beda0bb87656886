/** Every output of the command for every flood: as long as it may be for the pages, in time that grows as they do, and no page is lost. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { floods, outputFloods } from '../../../bench/floods/pages.ts';
import { cpuTime } from '../../../test/support/cpu.ts';
import { sampled } from '../../../test/support/effort.ts';
import { FORMATS } from '../src/pages/formats/index.ts';
import { COMMANDS } from '../src/run-command.ts';
import { page, refrain, withFolder } from './command.ts';

const LARGE = 20_000;
/** Bytes of output for each byte of the pages, and for each page beside them. */
const BYTES_PER_BYTE = 64;
const BYTES_PER_PAGE = 1 << 16;
/** Milliseconds below which growth cannot be measured. */
const SHORT = 2000;

const all = sampled(Object.values({ ...floods, ...outputFloods }), 6);

const pagesOf = (folder: string, bytes: number): Record<string, string> => ({
  ...Object.fromEntries(all.map((make, at) => [`${folder}/flood${at}.html`, make(bytes)])),
  [`${folder}/good.html`]: page('A story of a good page beside the floods.'),
});
const files = { ...pagesOf('large', LARGE), ...pagesOf('small', LARGE / 4) };

/** Bytes of a file, or of the files below a folder. */
const sizeOf = (path: string): number =>
  statSync(path).isFile()
    ? statSync(path).size
    : readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);

/** The words of each way to an output. A file or folder named `out` is part of it. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(FORMATS.map(({ name }) => [name, ['--format', name, '-q']])),
  csv: ['--format', 'csv', '--fields', 'id,content', '-q'],
  rules: ['rules', '-q'],
  report: ['report', '--out', 'out', '-q'],
  index: ['index', '--out', 'out', '-q'],
};
/** Commands whose output is made of pages by another one, or of none. */
const OTHERS: readonly string[] = ['', 'diff', 'changed', 'search', 'state', 'mcp', 'help'];

test('every command is in the list of outputs, or has none of its own', () => {
  const listed = [...OTHERS, ...Object.keys(OUTPUTS)];
  assert.equal(
    COMMANDS.map(({ name }) => name).filter((name) => !listed.includes(name)),
    [],
  );
});

for (const [name, words] of Object.entries(OUTPUTS)) {
  test(
    `${name}: bounded, linear, and the good page is there`,
    withFolder(files, async (folder) => {
      const measure = async (pages: string): Promise<{ time: number; bytes: number; output: string }> => {
        let bytes = 0;
        let output = '';
        const time = await cpuTime(async () => {
          const { code, stdout, stderr } = await refrain(
            folder,
            ...words.map((word) => (word === 'out' ? `${pages}.out` : word)),
            pages,
          );
          // A page that is refused has a line with the code of its error.
          const lines = stderr.split('\n').filter((line) => line !== '');
          assert.ok(code === 0 || code === 1, stderr);
          for (const line of lines) assert.match(line, /^refrain: .* \([A-Z_]+\)$|^refrain: rules from/);
          output = stdout;
          bytes = stdout.length + (words.includes('out') ? sizeOf(join(folder, `${pages}.out`)) : 0);
        });
        return { time, bytes, output };
      };
      const large = await measure('large');
      const most = BYTES_PER_BYTE * sizeOf(join(folder, 'large')) + BYTES_PER_PAGE * all.length;
      assert.ok(large.bytes > 0 && large.bytes <= most, `${large.bytes} bytes`);
      // A WARC is compressed.
      if (name !== 'warc' && FORMATS.some((format) => format.name === name))
        assert.match(large.output, 'A story of a good page');
      if (large.time < SHORT) return;
      const small = await measure('small');
      assert.ok(large.time < small.time * 8, `${small.time} ms, ${large.time} ms`);
    }),
  );
}

test.run();
