/** Warnings of a run about pages, and the flags that limit removal: `--relabel`, `--keep-one`, `--max-removed`. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BY_REPETITION } from '../../../test/support/repetition.ts';
import { LINES, pageLines, refrain, site, withFolder } from './command.ts';

test(
  'the menu is template in the line of every page: the first pages are judged together',
  withFolder(site, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'site', ...LINES, ...BY_REPETITION);
    const pages = pageLines(stdout);
    assert.is(code, 0);
    assert.equal(
      pages.map(({ id }) => id),
      Object.keys(site).map((name) => name.replace('site/', '')),
    );
    assert.equal(
      pages.map(({ blocks, page: number, counted }) => [blocks[0]?.verdict, number, counted]),
      pages.map((_, at) => ['template', at + 1, true]),
    );
    const last = pages[7];
    assert.equal(
      { ...last, blocks: last?.blocks[1] },
      {
        ...{ id: '8.html', site: 'site', page: 8, counted: true, text: 'Story of day 8' },
        templateShare: last?.['templateShare' as 'page'],
        blocks: {
          ...{
            verdict: 'content',
            ratio: 0,
            length: 14,
            templateLength: 0,
            path: 'html/body/div',
            start: 41,
            end: 84,
            text: 'Story of day 8',
          },
        },
      },
    );
    assert.match(
      stderr,
      /^refrain: 8 pages of 1 site, 0 failed; 56\.\d % of the text is template\nrefrain: .* pages\/s, .* kB\/s, .* MB of memory\n$/,
    );
  }),
);

const kinds = (stdout: string): string[] => pageLines(stdout).map(({ blocks }) => blocks[0]?.verdict ?? '');

test(
  '--relabel without a state reads the input twice and labels every page by the whole site',
  withFolder(site, async (folder) => {
    const { code, stdout, stderr } = await refrain(folder, 'site', '--relabel', ...LINES);
    assert.is(code, 0);
    assert.equal(kinds(stdout), Array(8).fill('template'));
    assert.ok(pageLines(stdout).every(({ page: number, counted }) => number === 8 && !counted));
    assert.match(stderr, /^refrain: 8 pages of 1 site, 0 failed/);
    const both = await refrain(folder, 'site', '--relabel', '--jobs', '2', ...LINES);
    assert.is(both.stdout, stdout);
  }),
);

test(
  '--relabel with a state labels by it and counts no page; a failed page is reported once',
  withFolder({ ...site, 'site/x.html': 'x'.repeat(3000) }, async (folder) => {
    const words = ['--max-page-bytes', '2999', '--state', 's'];
    await refrain(folder, 'site', ...words);
    const { stdout, stderr } = await refrain(folder, 'site', ...words, '--relabel', ...LINES);
    assert.equal(kinds(stdout), Array(8).fill('template'));
    assert.is(stderr.split('PAGE_TOO_LARGE').length, 2);
    const twice = await refrain(folder, 'site', '--max-page-bytes', '2999', '--relabel');
    assert.is(twice.code, 1);
    assert.is(twice.stderr.split('PAGE_TOO_LARGE').length, 2);
    assert.match(twice.stderr, /8 pages of 1 site, 1 failed/);
  }),
);

test(
  '--keep-one keeps the first copy of a template block',
  withFolder(site, async (folder) => {
    const text = async (...words: string[]): Promise<string[]> =>
      (await refrain(folder, 'site', '--format', 'text', ...BY_REPETITION, ...words)).stdout.split('\f').slice(1);
    const menus = (texts: readonly string[]): number => texts.filter((one) => one.includes('Home News')).length;
    assert.is(menus(await text('--settle', '0')), 4);
    assert.is(menus(await text('--settle', '0', '--keep-one')), 5);
    const { stdout } = await refrain(folder, 'site', '--relabel', '--keep-one', ...LINES, ...BY_REPETITION);
    assert.equal(
      pageLines(stdout).map(({ blocks }) => [blocks[0]?.verdict, blocks[0]?.kept]),
      [['template', true], ...Array(7).fill(['template', undefined])],
    );
  }),
);

test.run();
