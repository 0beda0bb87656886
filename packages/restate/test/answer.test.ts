/** The answer for a page, and what a request may ask of it. */
import { Detector } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { madePage } from '../../../test/support/crawl.ts';
import { thrownCode } from '../../../test/support/errors.ts';
import { answerOf } from '../src/answer.ts';
import { refusalOf } from '../src/errors.ts';
import { checkAnswer } from '../src/request.ts';

const SOURCE = { url: 'https://a.example/1', site: 'a.example', name: 'one' };

test('the text of an answer is that of the part that the request names', async () => {
  const page = (await Detector.create()).learn(madePage(1, 1).html);
  const answer = (request: object): unknown => answerOf(page, SOURCE, checkAnswer(request, true)).content;
  assert.is(answer({}), undefined);
  assert.is(answer({ part: 'main' }), undefined, 'without content there is no text');
  assert.is(answer({ content: true }), page.text('content'));
  assert.is(answer({ content: true, part: 'main' }), page.text('main'));
  assert.is(answer({ content: true, part: ['main', 'comments'] }), page.text(['main', 'comments']));
  const { kind, kindConfidence } = answerOf(page, SOURCE, {});
  assert.equal([kind, kindConfidence], [page.kind, page.kindConfidence]);
});

test('an answer has the fields that the request names, which are checked as parts are', async () => {
  const page = (await Detector.create()).learn(madePage(1, 1).html);
  const { fields } = answerOf(
    page,
    SOURCE,
    checkAnswer({ fields: ['id', 'url', 'site', 'markdown', 'main'], part: 'main' }, true),
  );
  assert.equal(fields, {
    ...{ id: 'one', url: 'https://a.example/1', site: 'a.example' },
    ...{ markdown: page.markdown('main', { url: 'https://a.example/1' }), main: page.text('main') },
  });
  for (const wrong of ['title', [], ['titel'], [7]])
    assert.is(
      thrownCode(() => checkAnswer({ fields: wrong }, true)),
      'INPUT_INVALID',
    );
  assert.is(
    thrownCode(() => checkAnswer({ fields: ['comments'] }, false)),
    'NO_MAIN',
  );
});

test('an unknown part, and main content where no model decides, are refused as a request', () => {
  for (const part of ['rest', 7, {}, [], ['content'], true]) {
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
    checkAnswer({ part: ['comments'] }, false);
    assert.unreachable();
  } catch (error) {
    assert.is(refusalOf(error)?.code, 'NO_MAIN', 'Restate does not retry it');
  }
});

test.run();
