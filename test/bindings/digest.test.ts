/** Digests: keys, errors, and bytes that are no digests. The results of good ones: test/differential/digest.test.ts. */
import { Detector, Digester } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeOf, rejectedCode, thrownCode } from '../support/errors.ts';
import { hashBytes, type Seed } from '../support/keys.ts';
import { seeded } from '../support/random.ts';
import { siteNamed } from '../support/real-sites.ts';

const SEED: Seed = [7n, 0n];
const PAGE = '<title>River Post | News</title><nav><a href=/>Home</a></nav><h1>Page 12</h1><p>Some text, 5 lines.</p>';
const SEAL_BYTES = 8;

const pair = async (options = {}): Promise<[Detector, Digester]> => {
  const detector = await Detector.create({ seed: 7, ...options });
  return [detector, await Digester.create(detector.digestKey())];
};

/** The bytes with the seal of whoever knows the seed. */
const sealed = (bytes: Uint8Array): Uint8Array => {
  const end = bytes.length - SEAL_BYTES;
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(end, hashBytes(SEED, bytes.subarray(0, end)), true);
  return bytes;
};

test('a page of a digester has the verdicts of its detector', async () => {
  const [detector, digester] = await pair();
  for (let page = 1; page < 4; page += 1) {
    const judged = digester.apply(detector.learnDigest(digester.digest(PAGE)));
    assert.is(judged.number, page);
    assert.is(judged.title, 'River Post | News');
  }
  assert.is(detector.stats.pages, 3);
  assert.is(detector.label(PAGE).number, 3);
});

test('a detector makes the digest that a digester makes, and its page stays out of its table', async () => {
  const [detector, digester] = await pair();
  const worker = await Detector.restore(detector.digestKey());
  const digest = worker.digest(PAGE);
  assert.equal(digest, digester.digest(PAGE));
  assert.is(worker.stats.pages, 0);
  assert.is(digester.apply(detector.learnDigest(digest)).number, 1);
  assert.is(
    thrownCode(() => worker.digest(PAGE, { name: 'x' } as never)),
    'OPTION_INVALID',
  );
});

test('a snapshot is a key, and a key has no entries', async () => {
  const [detector, digester] = await pair();
  detector.learn(PAGE);
  const digest = digester.digest(PAGE);
  const other = await Digester.create(detector.snapshot());
  assert.equal(other.digest(PAGE), digest);
  assert.equal((await Detector.restore(detector.digestKey())).stats.entries, 0);
});

test('a digest of the same page is the same bytes, so its page can be read again for a late answer', async () => {
  const [detector, digester] = await pair();
  const pages = [PAGE, `${PAGE}<p>More.`, `${PAGE}<p>Less.`];
  const answers = pages.map((html) => detector.learnDigest(digester.digest(html)));
  const texts = pages.map((html, at) => {
    digester.digest(html);
    return digester.apply(answers[at] as Uint8Array).text('all');
  });
  assert.equal(
    texts.map((text) => text.split('\n').at(-1)),
    ['Some text, 5 lines.', 'More.', 'Less.'],
  );
});

test('an id is counted once', async () => {
  const [detector, digester] = await pair();
  const how = { id: 'https://example.org/' };
  assert.ok(digester.apply(detector.learnDigest(digester.digest(PAGE, how), how)).counted);
  assert.not.ok(digester.apply(detector.learnDigest(digester.digest(PAGE, how), how)).counted);
  assert.is(detector.stats.pages, 1);
});

test('a digest of another seed, of other options or of another format is refused', async () => {
  const [detector] = await pair();
  for (const options of [{ seed: 8 }, { path: 'indexed' as const }, { maxWork: 2000 }]) {
    const [, stranger] = await pair(options);
    assert.is(
      thrownCode(() => detector.learnDigest(stranger.digest('<p>a'))),
      'DIGEST_MISMATCH',
    );
  }
  const [, digester] = await pair({ maxPageBytes: 1000, maxMemory: 2 ** 24 });
  const digest = digester.digest(PAGE);
  detector.learnDigest(digest);
  digest[0] = 9;
  assert.is(
    thrownCode(() => detector.learnDigest(digest)),
    'DIGEST_VERSION',
  );
  assert.is(
    thrownCode(() => detector.learnDigest(new Uint8Array(3))),
    'DIGEST_DAMAGED',
  );
  assert.is(
    thrownCode(() => detector.learnDigest('text' as unknown as Uint8Array)),
    'INPUT_INVALID',
  );
  assert.is(await rejectedCode(() => Digester.create(new Uint8Array(9))), 'SNAPSHOT_DAMAGED');
});

test('an answer to another digest is refused, and the page can still be judged', async () => {
  const [detector, digester] = await pair();
  const other = detector.learnDigest(digester.digest('<p>another page'));
  const answer = detector.learnDigest(digester.digest(PAGE));
  assert.is(
    thrownCode(() => digester.apply(other)),
    'DIGEST_MISMATCH',
  );
  const damaged = answer.slice();
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  assert.is(
    thrownCode(() => digester.apply(damaged)),
    'DIGEST_DAMAGED',
  );
  assert.is(digester.apply(answer).number, 2);
  assert.is(
    thrownCode(() => digester.apply(answer)),
    'DIGEST_MISMATCH',
  );
});

test('a page that a digester refuses leaves no page to judge', async () => {
  const [detector, digester] = await pair({ maxPageBytes: 200 });
  const answer = detector.learnDigest(digester.digest(PAGE));
  assert.is(
    thrownCode(() => digester.digest('x'.repeat(201))),
    'PAGE_TOO_LARGE',
  );
  assert.is(
    thrownCode(() => digester.apply(answer)),
    'DIGEST_MISMATCH',
  );
});

test('a page takes the same work by its digest, and is refused at the same limit', async () => {
  const html = '<p>text 1'.repeat(40);
  const { work } = (await Detector.create()).learn(html);
  const [enough, digester] = await pair({ maxWork: work });
  assert.is(digester.apply(enough.learnDigest(digester.digest(html))).work, work);
  const [short, other] = await pair({ maxWork: work - 1 });
  const before = short.snapshot();
  assert.is(
    thrownCode(() => short.learnDigest(other.digest(html))),
    'PAGE_TOO_COMPLEX',
  );
  assert.equal(short.snapshot(), before);
});

/** One of a few changes that damage makes, or somebody who knows the seed. */
const mutate = (bytes: Uint8Array, random: ReturnType<typeof seeded>): Uint8Array => {
  const at = 9 + random.below(bytes.length - 9 - SEAL_BYTES);
  const kind = random.below(4);
  const copy = bytes.slice();
  if (kind === 0) copy[at] = random.below(256);
  else if (kind === 1) copy.fill([0, 0x7f, 0x80, 0xff][random.below(4)] ?? 0, at, at + 1 + random.below(9));
  else if (kind === 2) return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1 + random.below(30)));
  else return Uint8Array.of(...bytes.subarray(0, at), random.below(256), ...bytes.subarray(at));
  return copy;
};

/** The codes of all errors of a digest or an answer; the module's own failure is none of them. */
const REFUSED = new Set(['DIGEST_DAMAGED', 'OUT_OF_MEMORY', 'PAGE_TOO_COMPLEX', 'DIGEST_MISMATCH']);

for (const options of [{}, { preset: 'paper' as const }]) {
  test(`mutated digests are refused, or give an answer: ${JSON.stringify(options)}`, async () => {
    const random = seeded(19);
    const [detector, digester] = await pair({ ...options, maxMemory: 2 ** 26 });
    const digests = siteNamed('admin-lte')
      .pages.slice(0, 3)
      .map(({ html }) => digester.digest(html.slice(0, 4000)));
    digests.push(digester.digest(PAGE));
    const clean = detector.snapshot();
    let refused = 0;
    for (let round = 0; round < 12_000; round += 1) {
      const mutated = mutate(digests[round % digests.length] as Uint8Array, random);
      // Damage without the seed is always found.
      if (round % 3 === 0) {
        const intact = digests.some((digest) => Buffer.compare(digest, mutated) === 0);
        if (!intact)
          assert.is(
            thrownCode(() => detector.labelDigest(mutated)),
            'DIGEST_DAMAGED',
          );
        continue;
      }
      try {
        detector.labelDigest(sealed(mutated));
      } catch (error) {
        assert.ok(REFUSED.has(codeOf(error)), String(error));
        refused += 1;
      }
    }
    assert.ok(refused > 4000, `${refused} were refused`);
    assert.equal(detector.snapshot(), clean);
    assert.ok(digester.apply(detector.learnDigest(digester.digest(PAGE))).counted);
  });
}

test('mutated answers are refused, or give a page', async () => {
  const random = seeded(20);
  const [detector, digester] = await pair();
  const html = siteNamed('brpc').pages[0]?.html.slice(0, 4000) ?? '';
  for (let page = 0; page < 3; page += 1) detector.learn(html);
  const digest = digester.digest(html);
  const answer = detector.labelDigest(digest);
  for (let round = 0; round < 4000; round += 1) {
    try {
      digester.apply(sealed(mutate(answer, random))).text('all');
      digester.digest(html);
    } catch (error) {
      assert.ok(REFUSED.has(codeOf(error)), String(error));
    }
  }
  digester.digest(html);
  assert.equal(digester.apply(answer).toJSON(), detector.label(html).toJSON());
});

test.run();
