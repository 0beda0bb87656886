import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lines, type PageLine, page, refrain, site, withFiles } from './command.ts';

const monday = Object.fromEntries(Object.entries(site).slice(0, 4));
const tuesday = Object.fromEntries(Object.entries(site).map(([name, html]) => [name.replace('site', 'tuesday'), html]));

const firstKinds = (pages: readonly PageLine[]): string[] => pages.map(({ blocks }) => blocks[0]?.kind ?? '');

test(
  'a run goes on where the one before ended, as if it had been one',
  withFiles(site, async (folder) => {
    const whole = await refrain(folder, 'site', '--state', 'whole');
    const halves = [
      await refrain(folder, ...['1', '2', '3'].map((name) => `site/${name}.html`), '--state', 'halves'),
      await refrain(folder, ...['4', '5', '6', '7', '8'].map((name) => `site/${name}.html`), '--state', 'halves'),
    ];
    assert.is(halves.map(({ stdout }) => stdout).join(''), whole.stdout);
    assert.equal(readFileSync(join(folder, 'halves')), readFileSync(join(folder, 'whole')));
    assert.equal(readdirSync(folder).sort(), ['halves', 'site', 'whole']);
  }),
);

test(
  'pages that the state has seen lately are labelled, not counted',
  withFiles(site, async (folder) => {
    await refrain(folder, 'site', '--state', 's');
    const before = readFileSync(join(folder, 's'));
    const { stdout, stderr } = await refrain(folder, 'site', '--state', 's');
    const pages = lines(stdout);
    assert.equal(firstKinds(pages), Array(8).fill('template'));
    assert.ok(pages.every(({ counted, page: number }) => !counted && number === 8));
    assert.match(stderr, /site: 8 pages \(0 counted\), 0 failed/);
    assert.equal(readFileSync(join(folder, 's')), before);
  }),
);

test(
  '--label-only tells by the state, and leaves it alone',
  withFiles({ ...site, ...tuesday }, async (folder) => {
    await refrain(folder, 'site', '--state', 's');
    const before = readFileSync(join(folder, 's'));
    const { code, stdout } = await refrain(folder, 'tuesday', '--state', 's', '--label-only');
    assert.is(code, 0);
    assert.equal(firstKinds(lines(stdout)), Array(8).fill('template'));
    assert.equal(readFileSync(join(folder, 's')), before);

    const none = await refrain(folder, 'tuesday', '--state', 'missing', '--label-only');
    assert.is(none.code, 2);
    assert.match(none.stderr, /missing: there is no such state file/);
    assert.not(existsSync(join(folder, 'missing')));
  }),
);

test(
  'flags that contradict the state are refused by name; those that agree are not',
  withFiles(monday, async (folder) => {
    const run = (...words: string[]) => refrain(folder, 'site', '-q', '--state', 's', ...words);
    await run('--template-df', '3', '--separators', 'div,nav');
    const before = readFileSync(join(folder, 's'));
    for (const [words, message] of [
      [['--template-df', '4'], /s was made with other options than --template-df 4 \(it has 3\)\n/],
      [['--separators', 'nav'], /--separators nav \(it has div,nav\)\n/],
      [['--preset', 'paper'], /--preset paper: --template-df 5 \(it has 3\), --separators div,table/],
      [['--template-df', 'x'], /--template-df must be a whole number/],
    ] as const) {
      const { code, stdout, stderr } = await run(...words);
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.match(stderr, message);
    }
    assert.equal(readFileSync(join(folder, 's')), before);
    assert.is((await run()).code, 0);
    assert.is((await run('--template-df', '3', '--separators', 'nav,div', '--path', 'tags')).code, 0);
  }),
);

test(
  'a lifetime is judged with the growth that the state has, not with the default one',
  withFiles(monday, async (folder) => {
    const words = ['site', '-q', '--state', 's', '--base-lifetime', '4000'];
    assert.is((await refrain(folder, ...words)).code, 2);
    assert.is((await refrain(folder, ...words, '--lifetime-growth', '2')).code, 0);
    assert.is((await refrain(folder, ...words)).code, 0);
  }),
);

test(
  'a damaged state is refused and left as it is',
  withFiles(monday, async (folder) => {
    await refrain(folder, 'site', '--state', 's');
    const whole = readFileSync(join(folder, 's'));
    const flipped = Uint8Array.from(whole, (byte, index) => (index === 60 ? byte ^ 1 : byte));
    for (const damaged of [whole.subarray(0, -1), flipped, new Uint8Array(), page('no state')]) {
      writeFileSync(join(folder, 's'), damaged);
      const { code, stdout, stderr } = await refrain(folder, 'site', '--state', 's');
      assert.is(code, 2);
      assert.is(stdout, '');
      assert.match(stderr, /^refrain: s: the snapshot .* \(SNAPSHOT_DAMAGED\); the file was left as it is\n$/);
      assert.equal(readFileSync(join(folder, 's')), Buffer.from(damaged));
    }
  }),
);

test(
  'a place for the state that can not be written to is refused before any page is read',
  withFiles(monday, async (folder) => {
    for (const state of ['nowhere/s', 'site/1.html/s', 'site']) {
      const { code, stdout } = await refrain(folder, 'site', '--state', state);
      assert.is(code, 2);
      assert.is(stdout, '');
    }
  }),
);

test(
  'a state behind a link is written where the link leads',
  withFiles(monday, async (folder) => {
    mkdirSync(join(folder, 'states'));
    await refrain(folder, 'site', '--state', 'states/s');
    symlinkSync('states/s', join(folder, 'link'));
    const before = readFileSync(join(folder, 'states/s'));
    writeFileSync(join(folder, 'site/5.html'), page('new'));
    assert.is((await refrain(folder, 'site', '--state', 'link')).code, 0);
    assert.not.equal(readFileSync(join(folder, 'states/s')), before);
    assert.equal(readdirSync(join(folder, 'states')), ['s']);
  }),
);

test.run();
