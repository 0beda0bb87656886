/** Wrong arguments of the public functions, as a caller without TypeScript may pass them. */
import { PageLevelDetector, smoothTree } from '@refrain/page-level';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectedCode, thrownCode } from '../../../test/support/errors.ts';
import { type Calls, testWrongValues } from '../../../test/support/wrong-values.ts';

const detector = await PageLevelDetector.create();

/** Functions with the number of their arguments, and arguments that are right. */
const FUNCTIONS: Calls = {
  'PageLevelDetector.create': [(...values) => PageLevelDetector.create(...(values as [])), [{}, {}]],
  'regression of PageLevelDetector.create': [
    (regression) => PageLevelDetector.create({}, { regression }),
    [detector.save()],
  ],
  'PageLevelDetector.learn': [(...values) => detector.learn(...(values as unknown as [never])), ['<p>one', {}]],
  smoothTree: [(...values) => smoothTree(...(values as unknown as [never, never])), [{ parents: [0], scores: [1] }, 1]],
  'lists of smoothTree': [(parents, scores, weights) => smoothTree({ parents, scores, weights }, 1), [[0], [1], [1]]],
};

testWrongValues(FUNCTIONS);

test('detector and smoother refuse unknown options and wrong values', async () => {
  assert.is(await rejectedCode(() => PageLevelDetector.create({ penality: 1 } as never)), 'OPTION_INVALID');
  assert.is(await rejectedCode(() => PageLevelDetector.create({ penalty: -1 })), 'OPTION_INVALID');
  assert.is(
    thrownCode(() => smoothTree(7 as never, 1)),
    'OPTION_INVALID',
  );
  assert.is(
    thrownCode(() => smoothTree({ parents: [0], scores: [] }, 1)),
    'INPUT_INVALID',
  );
  assert.is(
    thrownCode(() => smoothTree({ parents: [0], scores: [1] }, '1' as never)),
    'INPUT_INVALID',
  );
});

test.run();
