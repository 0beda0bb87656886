import { readFileSync } from 'node:fs';
import { IndexBuilder } from '@refrain/search';
import { Duplicates } from '@refrain/search/duplicates';
import { RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const URL_TEXT = 'https://a.example/1';
const model = readFileSync(new URL(import.meta.resolve('refrain/default.model')));

/** Invalid arguments, the code of the error, and parts of its message. */
type Case = readonly [call: () => unknown, code: string, ...parts: string[]];

async function expectErrors(cases: readonly Case[]): Promise<void> {
  for (const [call, code, ...parts] of cases) {
    try {
      await call();
    } catch (error) {
      assert.instance(error, RefrainError, `${call}: ${String(error)}`);
      if (!(error instanceof RefrainError)) continue;
      assert.is(error.code, code, `${call}: ${error.message}`);
      for (const part of parts) assert.ok(error.message.includes(part), `${call}: ${error.message} has no ${part}`);
      continue;
    }
    assert.unreachable(`${call}: no error`);
  }
}

test('IndexBuilder.create rejects invalid arguments and names option, range and value', async () => {
  const create =
    (...[options, how]: readonly unknown[]) =>
    () =>
      IndexBuilder.create(options as never, how as never);
  await expectErrors([
    [create('none'), 'OPTION_INVALID', 'object', '"none"'],
    [create(null), 'OPTION_INVALID', 'object', 'null'],
    [create({ templat: 'none' }), 'OPTION_INVALID', '"templat"', 'template'],
    [create({ template: 'best' }), 'OPTION_INVALID', 'two-stage, incremental, none', '"best"'],
    [create({ template: null }), 'OPTION_INVALID', 'template', 'null'],
    [create({ siteOf: 'host' }), 'OPTION_INVALID', 'siteOf', 'function', '"host"'],
    [create({ titles: 'yes' }), 'OPTION_INVALID', 'titles', 'true or false', '"yes"'],
    [create({ maxWords: 0 }), 'OPTION_INVALID', 'maxWords', '268435456', '0'],
    [create({ maxWords: '64M' }), 'OPTION_INVALID', 'maxWords', '"64M"'],
    [create({ styles: 'new' }), 'OPTION_INVALID', 'paper, classes', '"new"'],
    [create({ detector: 'paper' }), 'OPTION_INVALID', 'detector', '"paper"'],
    [create({ detector: { templateDf: 0 } }), 'OPTION_INVALID', 'templateDf', '255', '0'],
    [create({}, { modell: 1 }), 'OPTION_INVALID', '"modell"', 'wasm, model'],
    [create({}, { model: 'default.model' }), 'MODEL_INVALID', 'Uint8Array', '"default.model"'],
    [create({}, { model: model.subarray(9) }), 'MODEL_INVALID'],
    [create({}, { wasm: 'core.wasm' }), 'CORE_FAILED'],
  ]);
});

test('a builder and its index reject invalid arguments and remain usable', async () => {
  const builder = await IndexBuilder.create({ template: 'two-stage' });
  await expectErrors([
    [() => builder.add(7 as never, '<p>x'), 'URL_INVALID', 'URL', '7'],
    [() => builder.add(undefined as never, '<p>x'), 'URL_INVALID', 'undefined'],
    [() => builder.add('no url', '<p>x'), 'URL_INVALID', 'no url'],
    [() => builder.add(URL_TEXT, undefined as never), 'INPUT_INVALID', 'a page must be', 'undefined'],
    [() => builder.addText(URL_TEXT, 'text' as never), 'INPUT_INVALID', '{ text, title }', '"text"'],
    [() => builder.addText(URL_TEXT, null as never), 'INPUT_INVALID', 'null'],
    [() => builder.addText(URL_TEXT, {} as never), 'INPUT_INVALID', 'text', 'undefined'],
    [() => builder.addText(URL_TEXT, { text: 'a', title: 7 as never }), 'INPUT_INVALID', 'title', '7'],
  ]);
  builder.add(URL_TEXT, '<p>apples');
  const index = builder.build();
  await expectErrors([
    [() => index.isTemplate(1, 0), 'INPUT_INVALID', 'page', 'below 1'],
    [() => index.isTemplate('0' as never, 0), 'INPUT_INVALID', 'page', '"0"'],
    [() => index.isTemplate(0, 99), 'INPUT_INVALID', 'block', '99'],
    [() => index.isTemplate(0, 0.5), 'INPUT_INVALID', 'block', '0.5'],
    [() => index.search(7 as never), 'INPUT_INVALID', 'query', '7'],
    [() => index.search('a', 10 as never), 'OPTION_INVALID', 'search', '10'],
    [() => index.search('a', { ranks: 'bm25' } as never), 'OPTION_INVALID', '"ranks"', 'ranking, limit'],
    [() => index.search('a', { ranking: 'toString' as never }), 'OPTION_INVALID', 'bm25, pivoted', '"toString"'],
    [() => index.search('a', { limit: -1 }), 'OPTION_INVALID', 'limit', 'from 0', '-1'],
    [() => index.search('a', { limit: '3' as never }), 'OPTION_INVALID', 'limit', '"3"'],
    [() => index.df(undefined as never), 'INPUT_INVALID', 'word', 'undefined'],
    [() => index.df('two words'), 'INPUT_INVALID', 'one word', '"two words"'],
    [() => index.df(''), 'INPUT_INVALID', 'one word', '""'],
  ]);
  assert.is(index.df('apples'), 1);
  const other = (await IndexBuilder.create()).build();
  await expectErrors([[() => other.isTemplate(0, 0), 'OPTION_INVALID', 'two-stage']]);
});

test('Duplicates rejects invalid arguments and names option, range and value', async () => {
  const create = (options: unknown) => () => Duplicates.create(options as never);
  const duplicates = await Duplicates.create({ template: 'none' });
  await expectErrors([
    [create('none'), 'OPTION_INVALID', 'object', '"none"'],
    [create({ words: 6 }), 'OPTION_INVALID', '"words"', 'shingle'],
    [create({ template: 'best' }), 'OPTION_INVALID', 'incremental, none', '"best"'],
    [create({ siteOf: null }), 'OPTION_INVALID', 'siteOf', 'null'],
    [create({ shingle: 65 }), 'OPTION_INVALID', 'shingle', 'from 1 to 64', '65'],
    [create({ minima: 3 }), 'OPTION_INVALID', 'minima', 'from 4 to 1024', '3'],
    [create({ minima: '84' }), 'OPTION_INVALID', 'minima', '"84"'],
    [create({ resemblance: 0 }), 'OPTION_INVALID', 'resemblance', '0'],
    [create({ resemblance: '.5' }), 'OPTION_INVALID', 'resemblance', '".5"'],
    [create({ detector: 7, template: 'none' }), 'OPTION_INVALID', 'detector', '7'],
    [() => Duplicates.create({}, 'x' as never), 'OPTION_INVALID', 'create', '"x"'],
    [() => duplicates.add(7 as never, 'x'), 'URL_INVALID', '7'],
    [() => duplicates.add(URL_TEXT, 7 as never), 'INPUT_INVALID', '7'],
    [() => duplicates.addText({} as never), 'INPUT_INVALID', 'text'],
    [() => duplicates.resemblance(0, 1), 'INPUT_INVALID', 'one', 'below 0', '0'],
  ]);
  assert.is(duplicates.count, 0);
  assert.is(duplicates.add(URL_TEXT, '<p>one'), 0);
  await expectErrors([[() => duplicates.resemblance(0, '0' as never), 'INPUT_INVALID', 'other', '"0"']]);
});

test('accepts URL objects as it accepts strings', async () => {
  const builder = await IndexBuilder.create({ template: 'none' });
  builder.add(new URL(URL_TEXT), '<p>apples');
  builder.addText(new URL('https://b.example/2'), { text: 'pears' });
  assert.is(builder.stats.sites, 2);
  const index = builder.build();
  assert.is(index.search('apples')[0]?.url, URL_TEXT);
  assert.is(index.search('pears')[0]?.url, 'https://b.example/2');
  assert.is((await Duplicates.create()).add(new URL(URL_TEXT), '<p>apples'), 0);
});

test.run();
