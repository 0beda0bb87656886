/** The pages of a crawl on disk: writes survive a killed process, and replaced values are removed. */
import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PageLog } from '../src/read/crawl/page-log.ts';
import { withFolder } from './command.ts';

interface Value {
  readonly number: number;
}

const textOf = (log: PageLog<Value>, name: string): string => Buffer.from(log.bytes(name)).toString();

function contentOf(path: string): string {
  const log = PageLog.open<Value>(path);
  const lines = [...log.entries()].map(([name, { number }]) => `${name}=${number}:${textOf(log, name)}`);
  log.close();
  return lines.join(' ');
}

const STEPS: readonly [write: (log: PageLog<Value>) => void, content: string][] = [
  [(log) => log.set('b', { number: 1 }, Buffer.from('first\nline')), 'b=1:first\nline'],
  [(log) => log.set('a', { number: 2 }, Buffer.from('ä')), 'a=2:ä b=1:first\nline'],
  [(log) => log.set('b', { number: 3 }), 'a=2:ä b=3:first\nline'],
  [(log) => log.delete('a'), 'b=3:first\nline'],
  [(log) => log.set('b', { number: 4 }, Buffer.from('')), 'b=4:'],
  [(log) => log.set('a', { number: 5 }), 'a=5: b=4:'],
];

test(
  'a log that ends in the middle of a change has all changes before it, and can be continued',
  withFolder({}, async (folder) => {
    const path = join(folder, 'log');
    const ends: [bytes: number, content: string][] = [[0, '']];
    for (const [write, content] of STEPS) {
      const log = PageLog.open<Value>(path);
      write(log);
      log.close();
      assert.is(contentOf(path), content);
      ends.push([statSync(path).size, content]);
    }
    const { length } = readFileSync(path);
    const copy = join(folder, 'copy');
    for (let bytes = 0; bytes <= length; bytes += 1) {
      copyFileSync(path, copy);
      truncateSync(copy, bytes);
      const expected = ends.findLast(([end]) => end <= bytes)?.[1] ?? '';
      assert.is(contentOf(copy), expected, `${bytes} bytes`);
      const log = PageLog.open<Value>(copy);
      log.set('c', { number: 9 }, Buffer.from('more'));
      log.close();
      assert.is(contentOf(copy), `${expected} c=9:more`.trim());
    }
  }),
);

test(
  'a log is rewritten if little of it is used',
  withFolder({}, async (folder) => {
    const path = join(folder, 'log');
    const log = PageLog.open<Value>(path);
    const page = Buffer.alloc(2 ** 20, 'x');
    for (let number = 0; number < 20; number += 1) log.set('a', { number }, page);
    log.set('long', { number: 1 }, Buffer.from('y'));
    log.close();
    const content = contentOf(path);
    assert.ok(statSync(path).size < 2 * page.length, `${statSync(path).size} bytes`);
    assert.is(content, `a=19:${page.toString()} long=1:y`);
    assert.is(contentOf(path), content);
  }),
);

test.run();
