/** The answer for a page, its optional fields, and a missing SDK. */

import { spawnSync } from 'node:child_process';
import { Detector, type Page, type PageFields } from 'refrain';
import { recordOf } from 'refrain/engine';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { samplePage } from '../../../test/support/crawl.ts';
import { thrownCode } from '../../../test/support/errors.ts';
import { refusalOf } from '../src/errors.ts';
import { checkAnswer } from '../src/messages.ts';

const SOURCE = { url: 'https://a.example/1', site: 'a.example' };

function answer(page: Page, request: object): Partial<PageFields> {
  const { fields, part } = checkAnswer(request, true);
  return recordOf(page, fields, { ...SOURCE, part });
}

test('an answer has the text of the requested part', async () => {
  const page = (await Detector.create()).learn(samplePage(1, 1).html);
  const text = (request: object): unknown => answer(page, request).text;
  assert.is(text({}), undefined);
  assert.is(text({ part: 'main' }), undefined);
  assert.is(text({ fields: ['text'] }), page.text());
  assert.is(text({ fields: ['text'], part: 'main+comments' }), page.text('main+comments'));
  const { kind, kindConfidence, lengths } = answer(page, { fields: ['blocks', 'reason'] });
  assert.equal([kind, kindConfidence, lengths], [page.kind, page.kindConfidence, page.lengths]);
});

test('an answer has the requested fields, and unknown ones are refused', async () => {
  const page = (await Detector.create()).learn(samplePage(1, 1).html, { id: 'one' });
  const { id, url, site, markdown, text, ...usual } = answer(page, {
    fields: ['id', 'url', 'site', 'markdown', 'text'],
    part: 'main',
  });
  assert.equal(Object.keys(usual), ['page', 'counted', 'lengths', 'templateShare', 'kind', 'kindConfidence']);
  assert.equal(
    { id, url, site, markdown, text },
    {
      ...{ id: 'one', url: 'https://a.example/1', site: 'a.example' },
      ...{ markdown: page.markdown('main', { url: 'https://a.example/1' }), text: page.text('main') },
    },
  );
  for (const wrong of ['title', [], ['titel'], [7]])
    assert.is(
      thrownCode(() => checkAnswer({ fields: wrong }, true)),
      'INPUT_INVALID',
    );
});

test('an unknown part, and main content without a model, are invalid requests', () => {
  for (const part of ['rest', 7, {}, [], ['main', 'comments'], true]) {
    assert.is(
      thrownCode(() => checkAnswer({ part }, true)),
      'INPUT_INVALID',
    );
  }
  assert.is(
    thrownCode(() => checkAnswer({ part: 'main' }, false)),
    'NO_MAIN',
  );
  assert.equal(checkAnswer({ part: 'template' }, false).part, 'template');
  try {
    checkAnswer({ part: 'comments' }, false);
    assert.unreachable();
  } catch (error) {
    assert.is(refusalOf(error)?.code, 'NO_MAIN', 'Restate does not retry it');
  }
});

/** Loader hooks without the SDK. */
const hooks = `
export async function resolve(name, context, next) {
  if (name !== '@restatedev/restate-sdk') return next(name, context);
  throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
}`;

const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

test('names the package to install if the SDK of Restate is missing', () => {
  const register = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`);
  const program = `
    import('@refrain/restate').then(
      () => console.log('imported'),
      (error) => console.log(error.name, error.code, error.message),
    );`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', register, '-e', program], { encoding: 'utf8' });
  assert.is(
    stdout.trim(),
    'PackageError PACKAGE_MISSING @refrain/restate needs the package @restatedev/restate-sdk, which is not installed: ' +
      'npm install @restatedev/restate-sdk',
    stderr,
  );
});

test.run();
