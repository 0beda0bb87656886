import { isAscii as nodeIsAscii, isUtf8 as nodeIsUtf8 } from 'node:buffer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seeded } from '../../../../test/support/random.ts';
import { isAscii, isUtf8 } from '../../src/reading/utf8-web.ts';

test('agrees with Node on every lead byte at every alignment', () => {
  const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  for (let lead = 0; lead < 256; lead += 1) {
    for (const second of edges) {
      for (const third of [0x41, 0x80, 0xbf]) {
        const character = [lead, second, third, 0x80];
        for (let length = 1; length <= 4; length += 1) {
          const bytes = new Uint8Array(32).fill(0x61);
          bytes.set(character.slice(0, length), 13);
          for (const slice of [bytes.subarray(lead & 7), bytes.subarray(lead & 7, 13 + length)]) {
            assert.is(isUtf8(slice), nodeIsUtf8(slice), character.join(' '));
            assert.is(isAscii(slice), nodeIsAscii(slice), character.join(' '));
          }
        }
      }
    }
  }
});

test('agrees with Node on random texts, with and without a changed byte, at every alignment', () => {
  const random = seeded(8);
  const characters = ['a', ' words of ASCII ', 'é', 'я', 'ש', '今', '\ufffd', '\ud7ff', '\ue000', '😀', '\u{10ffff}'];
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: random.below(12) }, () => characters[random.below(characters.length)]).join('');
    const room = new Uint8Array(8 + text.length * 3);
    const start = random.below(8);
    const bytes = room.subarray(start, start + new TextEncoder().encodeInto(text, room.subarray(start)).written);
    assert.ok(isUtf8(bytes), text);
    assert.is(isAscii(bytes), nodeIsAscii(bytes), text);
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    assert.is(isUtf8(bytes), nodeIsUtf8(bytes), text);
  }
});

test.run();
