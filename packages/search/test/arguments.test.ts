import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Index, IndexBuilder } from '@refrain/search';
import { Duplicates } from '@refrain/search/duplicates';
import { OptionError, RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const folder = mkdtempSync(join(tmpdir(), 'refrain-search-arguments-'));
test.after(() => rmSync(folder, { recursive: true }));

const location = join(folder, 'site.index');
const URL_TEXT = 'https://a.example/1';
const core = readFileSync(new URL(import.meta.resolve('refrain/core.wasm')));

/** A call with invalid arguments, the code of its error, and the parts that its message must have. */
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
    (...[path, options, how]: readonly unknown[]) =>
    () =>
      IndexBuilder.create(path as never, options as never, how as never);
  await expectErrors([
    [create(undefined), 'INPUT_INVALID', 'location', 'undefined'],
    [create(''), 'INPUT_INVALID', 'path', '""'],
    [create('a\0b'), 'INPUT_INVALID', 'path'],
    [create(location, 'none'), 'OPTION_INVALID', 'object', '"none"'],
    [create(location, null), 'OPTION_INVALID', 'object', 'null'],
    [create(location, { templat: 'none' }), 'OPTION_INVALID', '"templat"', 'template'],
    [create(location, { template: 'best' }), 'OPTION_INVALID', 'two-stage, incremental, none', '"best"'],
    [create(location, { template: null }), 'OPTION_INVALID', 'template', 'null'],
    [create(location, { part: 'rest' }), 'OPTION_INVALID', 'part', 'main', '"rest"'],
    [create(location, { part: 'main', template: 'none' }), 'OPTION_INVALID', 'part', 'none', 'incremental'],
    [create(location, { part: 'main', detector: { preset: 'paper' } }), 'NO_MAIN', 'repetition'],
    [create(location, { siteOf: 'host' }), 'OPTION_INVALID', 'siteOf', 'function', '"host"'],
    [create(location, { titles: 'yes' }), 'OPTION_INVALID', 'titles', 'true or false', '"yes"'],
    [create(location, { maxMemory: 1024 }), 'OPTION_INVALID', 'maxMemory', '16777216', '2147483648', '1024'],
    [create(location, { maxMemory: '64MB' }), 'OPTION_INVALID', 'maxMemory', '"64MB"'],
    [create(location, { styles: 'new' }), 'OPTION_INVALID', 'paper, classes', '"new"'],
    [create(location, { detector: 'paper' }), 'OPTION_INVALID', 'detector', '"paper"'],
    [create(location, { detector: { templateDf: 0 } }), 'OPTION_INVALID', 'templateDf', '65535', '0'],
    [create(location, {}, { modell: 1 }), 'OPTION_INVALID', '"modell"', 'wasm, model, indexing'],
    [create(location, {}, { model: 'default.model' }), 'MODEL_INVALID', 'Uint8Array', '"default.model"'],
    [create(location, {}, { wasm: 'core.wasm' }), 'CORE_FAILED'],
    [create(location, {}, { indexing: 'indexing.wasm' }), 'CORE_FAILED'],
    [create(location, {}, { indexing: core }), 'CORE_FAILED', 'indexing.wasm'],
  ]);
});

test('IndexBuilder.add, addText, detect and build reject invalid arguments and the builder stays usable', async () => {
  const builder = await IndexBuilder.create(location, { template: 'two-stage' });
  await expectErrors([
    [() => builder.add(7 as never, '<p>x'), 'URL_INVALID', 'URL', '7'],
    [() => builder.add(undefined as never, '<p>x'), 'URL_INVALID', 'undefined'],
    [() => builder.add('no url', '<p>x'), 'URL_INVALID', 'no url'],
    [() => builder.add(URL_TEXT, undefined as never), 'INPUT_INVALID', 'a page must be', 'undefined'],
    [() => builder.addText(URL_TEXT, 'text' as never), 'INPUT_INVALID', '{ text, title }', '"text"'],
    [() => builder.addText(URL_TEXT, null as never), 'INPUT_INVALID', 'null'],
    [() => builder.addText(URL_TEXT, {} as never), 'INPUT_INVALID', 'text', 'undefined'],
    [() => builder.addText(URL_TEXT, { text: 'a', title: 7 as never }), 'INPUT_INVALID', 'title', '7'],
    [() => builder.build({ signal: 'stop' as never }), 'OPTION_INVALID', 'AbortSignal', '"stop"'],
    [() => builder.build({ singal: undefined } as never), 'OPTION_INVALID', '"singal"', 'signal'],
  ]);
  builder.add(URL_TEXT, '<p>apples');
  const verdicts = await builder.detect();
  await expectErrors([
    [() => verdicts.isTemplate(1, 0), 'INPUT_INVALID', 'page', 'below 1'],
    [() => verdicts.isTemplate('0' as never, 0), 'INPUT_INVALID', 'page', '"0"'],
    [() => verdicts.isTemplate(0, 99), 'INPUT_INVALID', 'block', '99'],
    [() => verdicts.isTemplate(0, 0.5), 'INPUT_INVALID', 'block', '0.5'],
  ]);
  using index = await builder.build();
  assert.is(index.df('apples'), 1);
});

test('detect rejects a builder without two-stage detection', async () => {
  using builder = await IndexBuilder.create(join(folder, 'other.index'));
  await expectErrors([[() => builder.detect(), 'OPTION_INVALID', 'two-stage', '"incremental"']]);
});

test('Index.open, search and df reject invalid arguments', async () => {
  using index = await (await IndexBuilder.create(location)).build();
  await expectErrors([
    [() => Index.open(undefined as never), 'INPUT_INVALID', 'path', 'undefined'],
    [() => Index.open({} as never), 'INPUT_INVALID', 'path'],
    [() => Index.open(location, { wasn: 1 } as never), 'OPTION_INVALID', '"wasn"'],
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
});

test('Duplicates rejects invalid arguments and names option, range and value', async () => {
  const create = (options: unknown) => () => Duplicates.create(options as never);
  const duplicates = await Duplicates.create({ template: 'none' });
  await expectErrors([
    [create('none'), 'OPTION_INVALID', 'object', '"none"'],
    [create({ words: 6 }), 'OPTION_INVALID', '"words"', 'shingle'],
    [create({ template: 'best' }), 'OPTION_INVALID', 'site-level', '"best"'],
    [create({ siteOf: null }), 'OPTION_INVALID', 'siteOf', 'null'],
    [create({ shingle: 65 }), 'OPTION_INVALID', 'shingle', 'from 1 to 64', '65'],
    [create({ minima: 83 }), 'OPTION_INVALID', 'multiple of 4', '83'],
    [create({ minima: '84' }), 'OPTION_INVALID', 'minima', '"84"'],
    [create({ resemblance: 0 }), 'OPTION_INVALID', 'resemblance', 'above 0', '0'],
    [create({ resemblance: '.5' }), 'OPTION_INVALID', 'resemblance', '".5"'],
    [create({ detector: 7, template: 'none' }), 'OPTION_INVALID', 'detector', '7'],
    [() => Duplicates.create({}, 'x' as never), 'OPTION_INVALID', 'create', '"x"'],
    [() => duplicates.add(7 as never, 'x'), 'URL_INVALID', '7'],
    [() => duplicates.add(URL_TEXT, 7 as never), 'INPUT_INVALID', '7'],
    [() => duplicates.addText({} as never), 'INPUT_INVALID', 'text'],
    [() => duplicates.survey(URL_TEXT, 'x'), 'OPTION_INVALID', 'site-level', '"none"'],
    [() => duplicates.resemblance(0, 1), 'INPUT_INVALID', 'one', 'below 0', '0'],
  ]);
  assert.is(duplicates.count, 0);
  assert.is(await duplicates.add(URL_TEXT, '<p>one'), 0);
  await expectErrors([[() => duplicates.resemblance(0, '0' as never), 'INPUT_INVALID', 'other', '"0"']]);
});

test('accepts URL objects as it accepts strings', async () => {
  const path = join(folder, 'urls.index');
  const builder = await IndexBuilder.create(path, { template: 'none' });
  builder.add(new URL(URL_TEXT), '<p>apples');
  builder.addText(new URL('https://b.example/2'), { text: 'pears' });
  assert.is(builder.stats.sites, 2);
  using index = await builder.build();
  assert.is(index.search('apples')[0]?.url, URL_TEXT);
  assert.is(index.search('pears')[0]?.url, 'https://b.example/2');
  const duplicates = await Duplicates.create({ template: 'site-level' });
  await duplicates.survey(new URL(URL_TEXT), '<p>apples');
  assert.is(await duplicates.add(new URL(URL_TEXT), '<p>apples'), 0);
});

test('an invalid option is an OptionError', async () => {
  try {
    await IndexBuilder.create(location, { maxMemory: 1 });
    assert.unreachable('maxMemory of one byte');
  } catch (error) {
    assert.instance(error, OptionError);
  }
});

test.run();
