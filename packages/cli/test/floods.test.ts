/** Every output of the command for every flood: as long as it may be for the pages, in time that grows as they do, and no page is lost. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { floods, outputFloods } from '../../../bench/floods/pages.ts';
import { assertLinear } from '../../../test/support/cpu.ts';
import { sampled } from '../../../test/support/effort.ts';
import { FORMATS } from '../src/pages/formats/index.ts';
import { COMMANDS } from '../src/run-command.ts';
import { type Outcome, page, refrain, withFolder } from './command.ts';

const LARGE = 20_000;
/** Bytes of output for each byte of the pages, and for each page beside them. */
const BYTES_PER_BYTE = 64;
const BYTES_PER_PAGE = 1 << 16;

const all = sampled(Object.values({ ...floods, ...outputFloods }), 6);

const pagesOf = (folder: string, bytes: number): Record<string, string> => ({
  ...Object.fromEntries(all.map((make, at) => [`${folder}/flood${at}.html`, make(bytes)])),
  [`${folder}/good.html`]: page('A story of a good page beside the floods.'),
});
const files = { ...pagesOf(`pages${LARGE}`, LARGE), ...pagesOf(`pages${LARGE / 4}`, LARGE / 4) };

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
      const pages = `pages${LARGE}`;
      const run = (folderOfPages: string): Promise<Outcome> =>
        refrain(folder, ...words.map((word) => (word === 'out' ? `${folderOfPages}.out` : word)), folderOfPages);
      const { code, stdout, stderr } = await run(pages);
      assert.ok(code === 0 || code === 1, stderr);
      // A page that is refused has a line with the code of its error.
      for (const line of stderr.split('\n')) assert.match(line, /^$|^refrain: .* \([A-Z_]+\)$|^refrain: rules from/);
      const bytes = stdout.length + (words.includes('out') ? sizeOf(join(folder, `${pages}.out`)) : 0);
      const most = BYTES_PER_BYTE * sizeOf(join(folder, pages)) + BYTES_PER_PAGE * all.length;
      assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
      // A WARC is compressed.
      if (name !== 'warc' && FORMATS.some((format) => format.name === name))
        assert.match(stdout, 'A story of a good page');
      await assertLinear(name, LARGE, (size) => run(`pages${size}`));
    }),
  );
}

test.run();
