import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../../test/support/cpu.ts';
import { headLength, MAX_HEAD_BYTES, parseHttpHead, parseRecordHead } from '../../src/warc/head.ts';
import { bytesOf, failuresOf, html, members, messagesOf, pagesOf, read, response } from './build.ts';

const headOf = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
const fieldsOf = (...lines: readonly string[]): unknown => parseHttpHead(headOf('HTTP/1.1 200 OK', ...lines))?.headers;

test('the name and the value of a field are without the white space around them', () => {
  assert.equal(fieldsOf('a:b', 'c \t : \t d e \t', 'f:', 'g: :h: '), [
    ['a', 'b'],
    ['c', 'd e'],
    ['f', ''],
    ['g', ':h:'],
  ]);
});

test('folded lines belong to the preceding field', () => {
  assert.equal(fieldsOf(' none', 'a: b', '\tc', '  d  ', 'e:', ' f', ' ', '\tg: h'), [
    ['a', 'b c d'],
    ['e', 'f  g: h'],
  ]);
});

test('invalid header lines of a response are ignored', () => {
  assert.equal(fieldsOf('', 'words', ': a', 'a b: c', 'd: e\rf: g', 'j: k'), [['j', 'k']]);
});

test('a record with an invalid header line is refused', () => {
  const about = ['WARC-Type: response', 'Content-Length: 0'];
  assert.type(parseRecordHead(headOf('WARC/1.0', ...about)), 'object');
  for (const line of ['words', ': a', 'a b: c', ' folded']) {
    const head = parseRecordHead(headOf('WARC/1.0', line, ...about));
    assert.is(head, `a line of the record's head is not a field: ${line}`);
  }
});

test('a head ends at an empty line; lines end in a line feed, with or without a return', () => {
  for (const end of ['\n\n', '\r\n\r\n', '\n\r\n', '\r\n\n'])
    assert.is(headLength(Buffer.from(`a${end}b`)), 1 + end.length);
  for (const none of ['a\n', 'a\r\r', 'a\r\n\r', '']) assert.is(headLength(Buffer.from(none)), -1);
});

/** A regular expression for a line took seconds to hours for 1 MB of each. */
const LINES: Readonly<Record<string, (bytes: number) => string>> = {
  spaces: (bytes) => `a:${' '.repeat(bytes)}b`,
  'spaces before the colon': (bytes) => `a${' '.repeat(bytes)}:`,
  'spaces and no colon': (bytes) => `a${' '.repeat(bytes)}b`,
  'folded lines': (bytes) => `a: b${'\r\n c'.repeat(bytes / 4)}`,
  'empty folded lines': (bytes) => `a:${'\r\n '.repeat(bytes / 3)}`,
  'a long name': (bytes) => `${'a'.repeat(bytes)}: b`,
  colons: (bytes) => ':'.repeat(bytes),
  'fields without names': (bytes) => ':\r\n'.repeat(bytes / 3),
  fields: (bytes) => 'a:b\r\n'.repeat(bytes / 5),
  returns: (bytes) => `a:b${'\r'.repeat(bytes)}c`,
  NULs: (bytes) => `a:${'\0'.repeat(bytes)}`,
};

for (const [name, lineOf] of Object.entries(LINES)) {
  test(`reads a head in linear time: ${name}`, () =>
    assertLinear(name, 1e6, (bytes) => {
      const line = lineOf(bytes);
      const http = parseHttpHead(headOf('HTTP/1.1 200 OK', line, 'last: one'));
      parseRecordHead(headOf('WARC/1.0', line));
      assert.equal(http?.headers.at(-1), ['last', 'one']);
    }));
}

test('a head that is too long is refused by its size, and the next record is read', async () => {
  const long = 'a'.repeat(MAX_HEAD_BYTES);
  const [fits, two] = [response(html('fits'), { warc: { long: long.slice(1000) } }), response(html('two'))];
  const field = response(html('one'), { warc: { long } });
  const header = response(html('one'), { headers: { 'Content-Type': 'text/html', long } });
  const large = response(html('one').repeat(20_000), { headers: { 'Content-Type': 'text/html', long } });
  for (const bytes of [bytesOf(fits, field, header, large, two), members([fits, field, header, large, two])]) {
    const reading = await read(bytes);
    assert.equal(pagesOf(reading.items).length, 2);
    assert.equal(messagesOf(reading), [
      'the head of the record has more than 262144 bytes',
      'the head of the response has more than 262144 bytes',
      'the head of the response has more than 262144 bytes',
    ]);
    assert.equal([...new Set(failuresOf(reading).map((failure) => failure.split(' ')[1]))], ['INPUT_DAMAGED']);
  }
});

test.run();
