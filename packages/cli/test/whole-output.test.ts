/** `--out FILE` is complete or unchanged: a killed, refused or interrupted run keeps the earlier file. */
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outcome, page, refrain, start, withFolder } from './command.ts';

const FLAGS = ['--seed', '1', '--fields', 'id,text'];
const SITE = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`site/${at}.html`, page(`Story ${at}`)]));
const LINE = `${JSON.stringify({ url: 'https://a.example/1', html: page('many words '.repeat(9000)) })}\n`;

/** Unfinished files of a folder. */
const partials = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('.refrain-'));

test(
  'a kill does not change the earlier file, and the repeated command writes the same bytes',
  withFolder({}, async (folder) => {
    writeFileSync(join(folder, 'all.ndjson'), LINE.repeat(40));
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out/pages.ndjson'), 'earlier\n');
    const words = (input: string): string[] => [input, ...FLAGS, '--settle', '0', '--out', 'out/pages.ndjson'];
    const child = start(folder, words('-'));
    const ended = outcome(child);
    // A killed process does not continue reading.
    child.stdin?.on('error', () => undefined).write(LINE.repeat(40));
    // Waits until a part of the endless input is written.
    const isWritten = (): boolean =>
      partials(join(folder, 'out')).some((name) => statSync(join(folder, 'out', name)).size > 0);
    while (!isWritten()) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await ended;
    assert.is(readFileSync(join(folder, 'out/pages.ndjson'), 'utf8'), 'earlier\n');
    assert.is((await refrain(folder, ...words('all.ndjson'))).code, 0);
    const { stdout } = await refrain(folder, 'all.ndjson', ...FLAGS, '--settle', '0');
    assert.is(readFileSync(join(folder, 'out/pages.ndjson'), 'utf8'), stdout);
    assert.equal(readdirSync(join(folder, 'out')), ['pages.ndjson']);
  }),
);

test(
  'the output of an interrupted run is next to the earlier file, and the next complete run removes it',
  withFolder({}, async (folder) => {
    writeFileSync(join(folder, 'pages.ndjson'), 'earlier\n');
    const words = [...FLAGS, '--settle', '0', '--out', 'pages.ndjson'];
    const child = start(folder, ['-', ...words]);
    const ended = outcome(child);
    child.stdin?.write(LINE);
    while (partials(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    assert.is(code, 143);
    assert.match(stderr, 'pages.ndjson.partial');
    assert.is(readFileSync(join(folder, 'pages.ndjson'), 'utf8'), 'earlier\n');
    assert.equal(readdirSync(folder).sort(), ['pages.ndjson', 'pages.ndjson.partial']);
    writeFileSync(join(folder, 'one.ndjson'), LINE);
    assert.is((await refrain(folder, 'one.ndjson', ...words)).code, 0);
    assert.equal(readdirSync(folder).sort(), ['one.ndjson', 'pages.ndjson']);
  }),
);

test(
  'two concurrent runs of one command write one complete file',
  withFolder(SITE, async (folder) => {
    const words = ['site', ...FLAGS, '-q'];
    const { stdout } = await refrain(folder, ...words);
    const runs = [0, 1].map(() => outcome(start(folder, [...words, '--out', 'out/pages.ndjson'])));
    for (const { code } of await Promise.all(runs)) assert.is(code, 0);
    assert.is(readFileSync(join(folder, 'out/pages.ndjson'), 'utf8'), stdout);
    assert.equal(readdirSync(join(folder, 'out')), ['pages.ndjson']);
  }),
);

test(
  'a refused run keeps the earlier file and adds no other',
  withFolder(SITE, async (folder) => {
    writeFileSync(join(folder, 'pages.csv'), 'earlier\n');
    writeFileSync(join(folder, 'model'), 'none');
    for (const words of [
      ['--model', 'model'],
      ['--state', 'pages.csv'],
      ['--templates', 'site/t.ndjson'],
    ]) {
      assert.is((await refrain(folder, 'site', '--out', 'pages.csv', ...words)).code, 2);
      assert.is(readFileSync(join(folder, 'pages.csv'), 'utf8'), 'earlier\n');
      assert.equal(partials(folder), []);
    }
  }),
);

test(
  'a replaced file keeps its mode, a link remains, and a device is written to',
  withFolder(SITE, async (folder) => {
    mkdirSync(join(folder, 'disk'));
    writeFileSync(join(folder, 'disk/pages.txt'), '');
    chmodSync(join(folder, 'disk/pages.txt'), 0o640);
    symlinkSync('disk/pages.txt', join(folder, 'pages.txt'));
    assert.is((await refrain(folder, 'site', '--out', 'pages.txt')).code, 0);
    assert.ok(lstatSync(join(folder, 'pages.txt')).isSymbolicLink());
    assert.match(readFileSync(join(folder, 'disk/pages.txt'), 'utf8'), 'Story 7');
    assert.is(statSync(join(folder, 'disk/pages.txt')).mode & 0o777, 0o640);
    if (!existsSync('/dev/null')) return;
    assert.is((await refrain(folder, 'site', '--format', 'text', '--out', '/dev/null')).code, 0);
    assert.ok(statSync('/dev/null').isCharacterDevice());
  }),
);

test(
  'a state is used by one run at a time, and the error of the other names the remedy',
  withFolder(SITE, async (folder) => {
    const child = start(folder, ['-', ...FLAGS, '--settle', '0', '--state', 'state']);
    const ended = outcome(child);
    child.stdin?.write(LINE);
    await once(child.stdout ?? child, 'data');
    const { code, stderr } = await refrain(folder, 'site', '--state', 'state', '--shard', '1/2');
    child.stdin?.end();
    assert.is((await ended).code, 0);
    assert.is(code, 2);
    assert.match(
      stderr,
      /STORE_LOCKED.*each process needs a separate folder|each process needs a separate folder.*STORE_LOCKED/,
    );
  }),
);

test.run();
