/** Dates of pages: certain forms only, as ISO 8601. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dateIn } from '../../bindings/metadata/dates.ts';

const NOW = Date.parse('2026-06-01');

const CASES: readonly (readonly [text: string, date: string | undefined])[] = [
  ['2024-05-03', '2024-05-03'],
  ['20240503', '2024-05-03'],
  ['2024-05-03T10:20:30+02:00', '2024-05-03T10:20:30+02:00'],
  ['2024-05-03T10:20:30.123Z', '2024-05-03T10:20:30Z'],
  ['2024-05-03 10:20 +0200', '2024-05-03T10:20+02:00'],
  ['2024-05-03T10:20', '2024-05-03T10:20'],
  ['Fri, 03 May 2024 10:20:30 GMT', '2024-05-03T10:20:30Z'],
  ['Posted on May 3rd, 2024', '2024-05-03'],
  ['3 de mayo de 2024', '2024-05-03'],
  ['3. Mai 2024', '2024-05-03'],
  ['1er août 2023', '2023-08-01'],
  ['3 мая 2024 г.', '2024-05-03'],
  ['15 czerwca 2024', '2024-06-15'],
  ['15 février 2024', '2024-02-15'],
  ['2024年5月3日', '2024-05-03'],
  ['2024년 5월 3일', '2024-05-03'],
  ['2024/5/3', '2024-05-03'],
  ['2024.05.03', '2024-05-03'],
  ['25/12/2024', '2024-12-25'],
  ['12/25/2024', '2024-12-25'],
  ['25.12.2024', '2024-12-25'],
  ['5/5/2024', '2024-05-05'],
  ['3.5.2024', '2024-05-03'],
  ['3. 5. 2024', '2024-05-03'],
  // The day could be the month.
  ['03/05/2024', undefined],
  // This day does not exist.
  ['2024-02-30', undefined],
  ['31 April 2024', undefined],
  ['2024-13-01', undefined],
  // In the far future, or a program's empty value.
  ['2031-01-01', undefined],
  ['1970-01-01T00:00:00Z', undefined],
  ['0001-01-01', undefined],
  ['Version 2.0.2024', undefined],
  ['May 2024', undefined],
  ['', undefined],
];

for (const [text, date] of CASES) {
  test(`reads ${JSON.stringify(text)} as ${date ?? 'no date'}`, () => {
    assert.is(dateIn(text, undefined, NOW), date);
  });
}

test('reads the day before the month, or after it, as the language does', () => {
  assert.is(
    dateIn('03/05/2024', () => true, NOW),
    '2024-05-03',
  );
  assert.is(
    dateIn('3.5.2024', () => false, NOW),
    undefined,
  );
});

test.run();
