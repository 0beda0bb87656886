/** The pages of a large archive are judged by a thread of their own: the output is that of the same pages on standard input. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { members, warcRecord } from '../../../test/support/warc.ts';
import { outcome, refrain, refrainWithInput, start, withFolder } from './command.ts';

/** Bytes of random text in a page, which gzip makes a quarter smaller; and pages, so that the file is large enough. */
const TEXT_BYTES = 90_000;
const PAGES = 100;
/** A page that is larger than a group of pages, and a damaged member. */
const LARGE = 40;
const DAMAGED = 60;

const textOf = (bytes: number): string => randomBytes(bytes).toString('base64');

const pages = Array.from({ length: PAGES }, (_, number) => {
  const body = `<title>${number}</title><nav>Home</nav><p>${textOf(number === LARGE ? 800_000 : TEXT_BYTES)}</p>`;
  const member = members([warcRecord({ url: `https://site${number % 3}.example/${number}`, body })]);
  if (number === DAMAGED) member.fill(0, 2000, 4000);
  return member;
});
const other = members([warcRecord({ type: 'request', url: 'https://site0.example/', body: 'GET / HTTP/1.1\r\n\r\n' })]);
const archive = Buffer.concat([...pages, other]);
const files = { 'crawl.warc.gz': archive };

for (const words of [[], ['--format', 'html', '--quiet']]) {
  test(
    `gives the same output and messages for a large file as for standard input: ${words.join(' ')}`,
    withFolder(files, async (folder) => {
      const expected = await refrainWithInput(folder, archive, '-', ...words);
      const actual = await refrain(folder, 'crawl.warc.gz', ...words);
      assert.is(actual.code, 1);
      assert.ok(actual.stdout === expected.stdout);
      const [failure = ''] = actual.stderr.split('\n');
      assert.match(failure, /^refrain: crawl\.warc\.gz:\d+: broken gzip: .* \(INPUT_DAMAGED\)$/);
      assert.is(failure.replace('crawl.warc.gz', 'stdin'), expected.stderr.split('\n')[0]);
    }),
  );
}

test(
  'ends after an interruption while the thread waits, and the output has whole lines',
  withFolder(files, async (folder) => {
    const child = start(folder, ['crawl.warc.gz', '--quiet']);
    const { stdout } = child;
    const ended = outcome(child);
    await once(stdout as NonNullable<typeof stdout>, 'data');
    child.kill('SIGINT');
    const { stdout: text, code, stderr } = await ended;
    assert.is(code, 130, stderr);
    assert.is(text.at(-1), '\n');
    for (const line of text.trimEnd().split('\n')) JSON.parse(line);
  }),
);

test.run();
