/** Formulas in tables, for any separator that a spreadsheet may use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLinear } from '../../../test/support/cpu.ts';
import { csvRow } from '../src/write/formats/csv.ts';
import { refrain, withFolder } from './command.ts';

/** The cells of a table as in RFC 4180, for a separator that may differ from the writer's. */
function cellsOf(table: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < table.length; at += 1) {
    const character = table[at] ?? '';
    const isFirst = cells.at(-1) === '';
    if (character === '"' && isQuoted && table[at + 1] === '"') at += 1;
    else if (character === '"' && (isQuoted || isFirst)) {
      isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted && (character === separator || character === '\n' || character === '\r')) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
const BEFORE = ['', ' ', '\t', '\r', '\n', '\u00a0', '\u200b', '\ufeff', '\u0000', '"', '""', ' "\t'];
const MARKS = [';', '\t', '|', '\n', '\r\n', ';;', '; ', ';"'];

test('no cell of a table is a formula, whatever the separator', () => {
  const texts = SIGNS.flatMap((sign) => [
    ...BEFORE.map((before) => `${before}${sign}1+1`),
    ...MARKS.flatMap((mark) => BEFORE.map((before) => `foo${mark}${before}${sign}1+1`)),
  ]);
  for (const text of [...texts, '\tfoo', '\rfoo', '\nfoo']) {
    const row = csvRow([text, ['a', text], { text }, text]);
    for (const separator of [',', ';', '\t', '|'])
      for (const cell of cellsOf(row, separator)) {
        assert.not.match(cell, /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u, JSON.stringify([text, separator, row]));
        if (separator === ',') assert.not.match(cell, /^[\t\r\n]/);
      }
  }
});

test('leaves numbers and other signs as they are', () => {
  const row = csvRow([-1.5, 'a-b', 'a; b', 'x = y', 'a, -5', "it's", 'https://a.example/?a=b', true, undefined]);
  assert.is(row, `-1.5,a-b,a; b,x = y,"a, -5",it's,https://a.example/?a=b,true,\n`);
  assert.is(csvRow(['foo;=HYPERLINK(1)', '＝1+1']), "foo;'=HYPERLINK(1),'＝1+1\n");
});

test('reads every character once', async () => {
  for (const part of ['\n', ';', '; ', '\n"', '\t=', ' '])
    await assertLinear(JSON.stringify(part), 2_000_000, (size) => csvRow([part.repeat(size / part.length)]));
});

test(
  'the index of a folder has no formula either, and its ids are read unchanged',
  withFolder(
    {
      'pages.ndjson': `${JSON.stringify({ url: 'https://a.example/', id: '=1+1', site: '@a;-b', html: '<p>A story' })}\n`,
    },
    async (folder) => {
      for (let run = 0; run < 2; run += 1) {
        assert.is((await refrain(folder, 'pages.ndjson', '--md', '--out', 'out/')).code, 0);
        const index = readFileSync(join(folder, 'out/index.tsv'), 'utf8');
        assert.match(index, /^id\tfile\tsite\treason\n\\=1\+1\t[^\t]+\.md\t\\@a;\\-b\t\n$/);
      }
    },
  ),
);

test.run();
