/** When a crawl requests a host. integration/crawl checks the rest. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Pace } from '../src/read/crawl/pace.ts';
import { FetchError, statusError } from '../src/read/fetch.ts';

const NOW = Date.UTC(2026, 0, 5, 10, 0, 0);
const secondsOf = (value: string | undefined, status = 503): number | undefined =>
  statusError({ status, headers: { 'retry-after': value } }, 'the server', NOW).retryAfter;

test('a delay is read from seconds and dates', () => {
  assert.is(secondsOf('7'), 7);
  assert.is(secondsOf(' 120 ', 429), 120);
  assert.is(secondsOf('Mon, 05 Jan 2026 10:01:30 GMT'), 90);
  assert.is(secondsOf('Monday, 05-Jan-26 10:01:30 GMT'), 90);
  assert.is(secondsOf('Mon Jan  5 10:01:30 2026'), 90);
  // In the past.
  assert.is(secondsOf('Mon, 05 Jan 2026 09:00:00 GMT'), 0);
});

test('other values are not delays', () => {
  for (const value of [undefined, '', 'soon', 'Mon, 99 Jan 2026 10:01:30 GMT']) assert.is(secondsOf(value), undefined);
  assert.is(secondsOf('7', 500), undefined);
  assert.is(secondsOf('7', 404), undefined);
  assert.is(secondsOf('9'.repeat(400)), Number.POSITIVE_INFINITY);
});

test('a host that repeatedly requests a delay is skipped, and no other', async () => {
  const { now } = performance;
  let at = 1000;
  performance.now = () => at;
  try {
    const pace = new Pace(1, new AbortController().signal);
    const [url, other] = ['https://busy.example/a', 'https://other.example/'];
    const busy = new FetchError('HTTP_STATUS', 'busy', 503, 3600);
    const ask = async (): Promise<unknown> => pace.turn(url, 0).catch(({ code }: FetchError) => code);
    for (let wait = 0; wait < 5; wait += 1) {
      // Answers to concurrent requests cause one wait.
      for (let each = 0; each < 64; each += 1) pace.answered(url, busy);
      at += 121_000;
      assert.is(await ask(), undefined);
    }
    pace.answered(url);
    for (let wait = 0; wait < 6; wait += 1) {
      pace.answered(url, busy);
      at += 121_000;
    }
    assert.is(await ask(), 'HOST_BUSY');
    assert.is(await pace.turn(other, 0).catch(({ code }: FetchError) => code), undefined);
  } finally {
    performance.now = now;
  }
});

test.run();
