/** Strings from the module's memory, whichever characters they have. */
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Core } from '../../bindings/core.ts';
import { loadCore } from '../../bindings/wasm.ts';
import { seededRandom } from '../support/random.ts';

/** Characters of one to four bytes, at the limits of each length, with a byte order mark. */
const GROUPS = [
  'ab \0\x7f',
  'a \x80éÀÿ',
  'a дЯ\u0100\u07ff',
  'a 日。\u0800\ud7ff\ue000\uffff\ufeff',
  'a ÿ日🎉\u{10000}\u{10ffff}',
];

test('texts of characters of all lengths remain equal', async () => {
  const core = new Core(await loadCore(undefined), resolveOptions({}));
  const random = seededRandom(5);
  const textOf = (characters: readonly string[]): string => {
    const runs = Array.from({ length: random.below(12) }, () => random.below(characters.length));
    return runs.map((index) => characters[index]?.repeat(1 + random.below(20)) ?? '').join('');
  };
  for (let round = 0; round < 4000; round += 1) {
    const text = textOf([...(GROUPS[round % GROUPS.length] ?? '')]);
    // The bytes that follow in memory do not belong to the text.
    core.writeText(`${text}${textOf(['a', 'é', '日', '🎉'])}`);
    assert.is(core.inputText(0, Buffer.byteLength(text)), text);
  }
});

test.run();
