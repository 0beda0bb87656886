/** The progress line and the summary; control characters of pages on terminals. */

import { Writable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tallyOf } from '../src/judge/batch.ts';
import { Progress, type ProgressState, progressLine } from '../src/write/progress.ts';
import { runSummary } from '../src/write/summary.ts';
import { withoutControls } from '../src/write/terminal.ts';

const state: ProgressState = {
  done: 1234,
  total: 5000,
  isEstimate: false,
  pass: { number: 1, of: 1 },
  failed: 0,
  seconds: 10,
};

test('the line shows the count before the total, with thousands separators', () => {
  assert.is(progressLine(state, 120), '1,234 of 5,000 pages  0:30 left  123 pages/s');
  assert.is(progressLine({ ...state, total: undefined, failed: 2 }, 120), '1,234 pages  2 failed  123 pages/s');
  assert.match(progressLine({ ...state, pass: { number: 2, of: 2 } }, 120), /^pass 2 of 2: 1,234 of 5,000 pages {2}/);
});

test('the line is shorter than the terminal, however narrow', () => {
  const large = { ...state, done: 12_345_678, total: 98_765_432, failed: 1_234_567, seconds: 100_000 };
  for (let columns = 1; columns <= 200; columns += 1) {
    const { length } = progressLine(large, columns);
    assert.ok(length < Math.max(2, columns), `${length} characters in ${columns} columns`);
  }
  assert.is(progressLine(state, 25), '1,234 of 5,000 pages');
});

test('shows no more pages than the estimate of an archive', () => {
  assert.match(progressLine({ ...state, total: 1000 }, 80), /^1,234 of 1,234 pages/);
  assert.match(progressLine({ ...state, isEstimate: true }, 80), /^1,234 of about 5,000 pages {2}/);
});

class Terminal extends Writable {
  readonly isTTY = true;
  columns = 60;
  written = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.written += chunk.toString();
    done();
  }

  /** The text after the last line feed, as a terminal shows it. */
  get lastLine(): string {
    let line = '';
    for (const part of (this.written.split('\n').at(-1) ?? '').split('\r')) {
      line = part.endsWith('\u001b[K') ? part.slice(0, -3) : part + line.slice(part.length);
    }
    return line;
  }
}

function start(quiet = false) {
  const stream = new Terminal();
  const interruption = new AbortController();
  const total = () => 4000;
  const progress = new Progress({ stream, quiet, total, passes: 1, interrupted: interruption.signal });
  return { stream, interruption, progress };
}

test('a terminal that does not report its width has 80 columns', () => {
  const { stream, progress } = start();
  stream.columns = 0;
  progress.batch({ ...tallyOf(), pages: 3 });
  assert.match(stream.lastLine, /^3 of 4,000 pages/);
});

test('leaves a clean line and no cursor change after an interruption', () => {
  const { stream, interruption, progress } = start();
  progress.batch({ ...tallyOf(), pages: 3 });
  assert.match(stream.lastLine, /^3 of 4,000 pages/);
  interruption.abort();
  assert.is(stream.lastLine, '');
  assert.match(stream.written, /refrain: interrupted: .*\n$/);
  const before = stream.written;
  progress.batch({ ...tallyOf(), pages: 1 });
  assert.is(stream.written, before);
  progress.stop();
  assert.is(stream.lastLine, '');
  assert.not.match(stream.written.replaceAll('\u001b[K', ''), '\u001b');
});

test('prints a failure on a line of its own', () => {
  const { stream, progress } = start();
  progress.batch({ ...tallyOf(), pages: 3 });
  progress.failure({ source: 'a.html', error: new Error('unreadable') });
  assert.ok(stream.written.endsWith('\r\u001b[Krefrain: a.html: unreadable (Error)\n'), stream.written);
  progress.batch({ ...tallyOf(), pages: 1 });
  assert.match(stream.lastLine, /^4 of 4,000 pages {2}1 failed/);
});

test('a quiet run prints only errors', () => {
  const { stream, progress } = start(true);
  progress.batch({ ...tallyOf(), pages: 3 });
  progress.failure({ source: 'a.html', error: new Error('unreadable') });
  progress.stop();
  progress.summarise(['8 pages']);
  assert.is(stream.written, 'refrain: a.html: unreadable (Error)\n');
});

test('the summary has pages, sites, failures, share of template, and the paths of results, state and report', () => {
  const totals = {
    ...{
      pages: 1234,
      counted: 1000,
      failed: 2,
      known: 0,
      unchanged: 1,
      short: 0,
      bytes: 5_000_000,
      template: 1,
      content: 3,
      seconds: 2,
    },
  };
  const end = {
    interrupted: false,
    out: 'clean/',
    state: 's',
    isReadOnly: false,
    report: 'r/',
    sites: 3,
    known: Number.POSITIVE_INFINITY,
    memoryBytes: 1_000_000,
  };
  assert.equal(runSummary(totals, end), [
    '1,234 pages (1,000 counted), 2 failed; 25.0 % of the text is template; 1 page kept whole (--max-removed)',
    'results in clean/, state in s (3 sites), report in r/index.html; 2.0 s, 617 pages/s, 2.5 MB/s, 1.0 MB of memory',
  ]);
  const { out: _, state: __, report: ___, ...bare } = end;
  const nothing = { out: undefined, state: undefined, report: undefined };
  assert.equal(
    runSummary({ ...totals, pages: 0, template: 0, content: 0 }, { ...bare, ...nothing, interrupted: true }),
    [
      '0 pages of 3 sites (1,000 counted), 2 failed; 1 page kept whole (--max-removed)',
      'interrupted; nothing that was learned was kept, because there is no --state',
    ],
  );
});

function written(isTTY: boolean, ...parts: (string | Uint8Array)[]): string {
  const chunks: Buffer[] = [];
  const write = (chunk: Buffer, _: BufferEncoding, done: () => void): void => {
    chunks.push(chunk);
    done();
  };
  const stream = withoutControls(Object.assign(new Writable({ write }), { isTTY }));
  for (const part of parts) stream.write(part);
  return Buffer.concat(chunks).toString();
}

const CLIPBOARD = '\u001b]52;c;cm0gLXJm\u0007 \u009b2J a\rb\tc\n';

test('a terminal shows escape sequences of a page, and other streams get them as they are', () => {
  const expected = '␛]52;c;cm0gLXJm␇ \ufffd2J a␍b\tc\n';
  assert.is(written(true, CLIPBOARD), expected);
  assert.is(written(true, Buffer.from(CLIPBOARD)), expected);
  assert.is(written(false, CLIPBOARD), CLIPBOARD);
});

test('a terminal shows no control characters of direction', () => {
  assert.is(written(true, 'a\u202egpj.exe\u2066\u200f'), 'a\ufffdgpj.exe\ufffd\ufffd');
});

test('a character that two writes divide is joined', () => {
  const bytes = Buffer.from('é\u001b');
  assert.is(written(true, bytes.subarray(0, 1), bytes.subarray(1)), 'é␛');
});

test('a message cannot end the progress line', () => {
  assert.is(written(true, '\r3 pages\u001b[K'), '\r3 pages\u001b[K');
  assert.is(written(true, '\r\u001b[K'), '\r\u001b[K');
  assert.is(written(true, 'refrain: a\u001b[K\n', 'b\u001b[K'), 'refrain: a␛[K\nb␛[K');
});

test.run();
