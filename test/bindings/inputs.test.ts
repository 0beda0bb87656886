/** Pages in every form, and documents that no later call makes stale. */
import { parseHTML } from 'linkedom';
import { Detector, type DocumentOptions, extract, InputError, type PageInput } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectedCode, thrownCode } from '../support/errors.ts';

const url = 'https://river.example/bridge';
const BODY = `<title>The bridge opens again</title><nav><a href=/>Home</a> <a href=/town>Town</a></nav><article>
<h1>The bridge opens again</h1><p>After eleven weeks of repair the old bridge is open to cars and bicycles, as the mayor said.</p>
<p>The engineers replaced forty-two beams and painted the railings grün, and the work cost less than feared.</p></article>`;
const STORY = `<!doctype html><html lang=en>${BODY}`;
const bytes = new TextEncoder().encode(STORY);
const latin1 = Uint8Array.from(STORY, (character) => character.charCodeAt(0));

const respond = (body: BodyInit | null, type: string): Response =>
  new Response(body, { headers: { 'content-type': type } });

test('extract accepts text, bytes, buffers, responses, documents and elements', async () => {
  const expected = await extract(STORY, { url });
  assert.match(expected.text, /grün/);
  const { document } = parseHTML(STORY);
  const forms: readonly (readonly [name: string, form: PageInput | Response, options?: object])[] = [
    ['bytes', bytes],
    ['a buffer of Node', Buffer.from(STORY)],
    ['an ArrayBuffer', bytes.buffer],
    ['bytes of Latin-1', latin1],
    ['bytes of a named character set', latin1, { contentType: 'text/html; charset=iso-8859-1' }],
    ['a Response', respond(STORY, 'text/html; charset=utf-8')],
    ['a Response in Latin-1', respond(latin1, 'text/html; charset=iso-8859-1')],
    ['a Document', document],
    ['an Element', document.documentElement],
  ];
  for (const [name, form, options] of forms) {
    const { encoding: _, ...found } = await extract(form, { url, ...options });
    assert.equal(found, expected, name);
  }
});

test('a document has the encoding of its bytes', async () => {
  const { encoding } = await extract(respond(latin1, 'text/html;charset=latin1'));
  assert.equal(encoding, { name: 'windows-1252', source: 'header' });
  assert.is((await extract(STORY)).encoding, undefined);
});

test('documents of one detector may be requested at the same time', async () => {
  using detector = await Detector.create();
  const found = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      detector.document(STORY.replaceAll('bridge', `bridge${at}`), { url: `${url}/${at}` }),
    ),
  );
  assert.equal(
    found.map(({ title }) => title),
    Array.from({ length: 8 }, (_, at) => `The bridge${at} opens again`),
  );
  assert.is(detector.stats.pages, 8);
  await detector.document(STORY, { url: `${url}/3` });
  assert.is(detector.stats.pages, 8, 'its URL is its id');
});

for (const [name, page, options] of [
  ['a PDF file', '%PDF-1.7\n'],
  ['a PNG image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['a WebAssembly module', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
  ['JSON', '{"a": 1}'],
  ['its content type is application/pdf', 'text', { contentType: 'application/pdf' }],
] as const) {
  test(`input other than HTML is refused and not counted: ${name}`, async () => {
    using detector = await Detector.create();
    const refused = async (call: () => unknown): Promise<void> => {
      try {
        await call();
        assert.unreachable();
      } catch (error) {
        assert.instance(error, InputError);
        assert.is((error as InputError).code, 'NOT_HTML');
        assert.match((error as InputError).message, name);
      }
    };
    await refused(() => detector.learn(page, options));
    await refused(() => detector.document(page, options));
    await refused(() => detector.learnStream([page], options));
    await refused(() => extract(page, options));
    assert.is(detector.stats.pages, 0);
  });
}

test('HTML with a generic content type is accepted', async () => {
  for (const contentType of ['text/plain', 'application/octet-stream', '', 'application/json']) {
    assert.match((await extract(STORY, { contentType })).text, /grün/, contentType);
  }
});

test('a response is read once, and no further than maxPageBytes', async () => {
  using detector = await Detector.create({ maxPageBytes: 100 });
  assert.is(await rejectedCode(() => detector.document(respond(STORY, 'text/html'))), 'PAGE_TOO_LARGE');
  const response = respond(STORY, 'text/html');
  await response.text();
  assert.is(await rejectedCode(() => extract(response)), 'INPUT_INVALID');
});

test('errors of wrong calls explain the solution', async () => {
  using detector = await Detector.create();
  const wrong = (value: unknown): never => value as never;
  const messages: readonly (readonly [part: RegExp, call: () => unknown])[] = [
    [/await Detector\.create/, () => Reflect.construct(Detector, [])],
    [/await it first/, () => detector.learn(wrong(Promise.resolve(STORY)))],
    [/give it to document\(\)/, () => detector.learn(wrong(respond(STORY, 'text/html')))],
    [
      /url must be a string or a URL/,
      () => detector.learn(STORY).document({ url: wrong(5) } satisfies DocumentOptions),
    ],
    [/guessEncoding must be a function/, () => detector.learn(STORY, { guessEncoding: wrong('gbk') })],
  ];
  for (const [part, call] of messages) assert.throws(call, part);
  assert.is(detector.learn(STORY).document({ url: new URL(url) }).url, url);
});

test('the error of a stale page names the call that made it stale', async () => {
  const detector = await Detector.create();
  const page = detector.learn(STORY);
  detector.learn(STORY, { id: url });
  assert.throws(() => page.text(), /ended with learn\(\) of "https:\/\/river\.example\/bridge".*document\(\)/);
  const last = detector.learn(STORY);
  detector.dispose();
  assert.throws(() => last.text(), /ended with dispose\(\)/);
  assert.is(
    thrownCode(() => last.text()),
    'PAGE_STALE',
  );
});

test.run();
