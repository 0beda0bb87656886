/** All outputs of the command for stress pages: their length is bounded, their time is linear, and no page is lost. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outputStressPages, platformStressPages, stressPages } from '../../../bench/stress-pages/pages.ts';
import { assertLinear, sizesOf } from '../../../test/support/cpu.ts';
import { testSample } from '../../../test/support/effort.ts';
import { COMMAND_OUTPUTS, callsOf, NO_COMMAND_OUTPUTS } from '../../../test/support/outputs.ts';
import { COMMANDS } from '../src/run-command.ts';
import { FORMATS } from '../src/write/formats/index.ts';
import { type Outcome, page, refrain, withFolder } from './command.ts';

const LARGE = 80_000;
/** Bytes of output for each byte of the pages, and in addition for each page. */
const BYTES_PER_BYTE = 64;
const BYTES_PER_PAGE = 1 << 16;

const all = testSample(Object.values({ ...stressPages, ...outputStressPages }), 6);

const pagesOf = (folder: string, bytes: number): Record<string, string> => ({
  ...Object.fromEntries(all.map((make, at) => [`${folder}/page${at}.html`, make(bytes)])),
  [`${folder}/good.html`]: page('A story of a good page next to stress pages.'),
});
const files = Object.assign({}, ...sizesOf(LARGE).map((size) => pagesOf(`pages${size}`, size))) as Record<
  string,
  string
>;
/** Outputs with searchable text. Not listed: a compressed WARC, outputs of a part of the pages, and files. */
const WITH_STORY = ['ndjson', 'text', 'markdown', 'html', 'chunks', 'bulk', 'minisearch', 'fields', 'cells with text'];

const sizeOf = (path: string): number =>
  statSync(path).isFile()
    ? statSync(path).size
    : readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);

test('every format and every command with its own output is in the list of outputs', () => {
  const listed = [...COMMAND_OUTPUTS, ...NO_COMMAND_OUTPUTS];
  // The command without a name has the formats.
  const names = [...FORMATS, ...COMMANDS].map(({ name }) => name).filter((name) => name !== '');
  assert.equal(
    names.filter((name) => !listed.includes(name)),
    [],
  );
});

for (const name of COMMAND_OUTPUTS) {
  test(
    `${name}: bounded and linear output, which has the valid page`,
    withFolder(files, async (folder) => {
      const run = async (size: number): Promise<Outcome & { readonly out: string }> => {
        const [pages, out] = [`pages${size}`, `${size}.out`];
        let last: Outcome | undefined;
        for (const words of callsOf(name, { pages, out })) {
          last = await refrain(folder, ...words);
          assert.ok(last.code === 0 || last.code === 1, last.stderr);
          // A refused page has a line with the code of its error.
          for (const line of last.stderr.split('\n'))
            assert.match(line, /^$|^refrain: .* \([A-Z_]+\)$|^refrain: rules from/);
        }
        return { ...(last as Outcome), out: join(folder, out) };
      };
      const { stdout, out } = await assertLinear(name, LARGE, run);
      const bytes = stdout.length + (existsSync(out) ? sizeOf(out) : 0);
      const most = BYTES_PER_BYTE * sizeOf(join(folder, `pages${sizesOf(LARGE)[0]}`)) + BYTES_PER_PAGE * all.length;
      assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
      if (WITH_STORY.includes(name)) assert.match(stdout, 'A story of a good page');
    }),
  );
}

/** Outputs that JavaScript computes, for pages that make calls of the platform slow. */
const SLOW = ['structured', 'chunks', 'fields', 'rules', 'rows'];
const LONG = 400_000;
const slowFiles = Object.fromEntries(
  testSample(Object.values(platformStressPages), 2).flatMap((make, at) =>
    sizesOf(LONG).map((size) => [`pages${size}/${at}.html`, make(size)]),
  ),
) as Record<string, string>;

for (const name of SLOW) {
  test(
    `${name}: linear for pages that make calls of the platform slow`,
    withFolder(slowFiles, async (folder) => {
      await assertLinear(name, LONG, async (size) => {
        for (const words of callsOf(name, { pages: `pages${size}`, out: `${size}.out` })) {
          const { code, stderr } = await refrain(folder, ...words);
          assert.ok(code === 0 || code === 1 || stderr.includes('TOO_FEW_PAGES'), stderr);
        }
      });
    }),
  );
}

test.run();
