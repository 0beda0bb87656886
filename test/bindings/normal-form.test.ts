/** Long texts are divided: their normal forms equal the engine's, and take linear time. */
import { normalForm } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../support/cpu.ts';

const FORMS = ['NFC', 'NFKC', 'NFKD'] as const;

const TEXTS: Readonly<Record<string, string>> = {
  'Latin with marks': 'Cafe\u0301 et the\u0300se, ',
  'two marks out of order': 'a\u0301\u0327 e\u0327\u0301 ',
  Devanagari: 'क\u093cया ज\u093cरूरी है ',
  'Hangul in parts': '\u1112\u1161\u11ab\u1100\u1173\u11af ',
  'wide letters and ligatures': 'Ａｂｃ ﬁ ㍿ ',
  'kana with marks, and ideographs': 'か\u3099漢字ハ\u309a',
  'characters outside of the basic plane': '𝒜𝒷𠮷 ',
};

for (const [name, text] of Object.entries(TEXTS))
  test(`as the engine's: ${name}`, () => {
    for (let before = 0; before < 40; before += 1) {
      const long = 'x'.repeat(before) + text.repeat(200);
      for (const form of FORMS) assert.is(normalForm(long, form), long.normalize(form), `${form}, ${before}`);
    }
  });

test('a text without a boundary keeps its characters', () => {
  for (const unit of ['\u0301', '𝒜', 'か', '\ud800']) {
    const long = `a${unit.repeat(3000)}`;
    const most = [...long.normalize('NFKC')].length;
    assert.ok(Math.abs([...normalForm(long, 'NFKC')].length - most) <= 1, unit);
  }
});

/** Two marks that normalisation reorders, one that it divides into two, and vowels that it joins. */
for (const marks of ['\u0301\u0327', '\u0345\u0301', '\u0f73', '\u{113c2}', '\u{16d67}'])
  test(`time is linear: ${escape(marks)}`, async () => {
    await assertLinear(marks, 200_000, (size) => normalForm(`a${marks.repeat(size / marks.length)}`, 'NFKC').length);
  });

test.run();
