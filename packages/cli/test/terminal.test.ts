/** Control characters of pages on terminals. */
import { Writable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { forPersons } from '../src/write/terminal.ts';

function written(isTTY: boolean, ...parts: (string | Uint8Array)[]): string {
  const chunks: Buffer[] = [];
  const write = (chunk: Buffer, _: BufferEncoding, done: () => void): void => {
    chunks.push(chunk);
    done();
  };
  const stream = forPersons(Object.assign(new Writable({ write }), { isTTY }));
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

test('a character that two writes divide is one', () => {
  const bytes = Buffer.from('é\u001b');
  assert.is(written(true, bytes.subarray(0, 1), bytes.subarray(1)), 'é␛');
});

test('the progress line stays, and a message cannot end it', () => {
  assert.is(written(true, '\r3 pages\u001b[K'), '\r3 pages\u001b[K');
  assert.is(written(true, '\r\u001b[K'), '\r\u001b[K');
  assert.is(written(true, 'refrain: a\u001b[K\n', 'b\u001b[K'), 'refrain: a␛[K\nb␛[K');
});

test.run();
