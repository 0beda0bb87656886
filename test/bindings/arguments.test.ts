/** Wrong arguments of public functions, from callers without TypeScript. */
import {
  type CreateOptions,
  contentSimilarity,
  Detector,
  InputError,
  ModelError,
  OptionError,
  RefrainError,
  resolveOptions,
} from 'refrain';
import { HtmlParser } from 'refrain/html';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Calls, detachedArray, shrunkArray, testWrongValues } from '../support/wrong-values.ts';

const HTML = '<ul><li>Home</ul><p>A story of its own.';

const wrong = (value: unknown): never => value as never;

type ErrorClass = new (...parameters: never[]) => RefrainError;

async function rejects(type: ErrorClass, message: RegExp, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    assert.instance(error, type, String(error));
    assert.match((error as Error).message, message);
    return;
  }
  assert.unreachable(`no error for ${message}`);
}

test('create names the option, its value and what is allowed', async () => {
  await rejects(OptionError, /must be an object, not "x"/, () => Detector.create(wrong('x')));
  await rejects(OptionError, /no option "templateDF"; its options are preset, templateDf/, () =>
    Detector.create(wrong({ templateDF: 3 })),
  );
  await rejects(OptionError, /templateDf must be a whole number from 1 to 255, not 0/, () =>
    Detector.create({ templateDf: 0 }),
  );
  await rejects(OptionError, /create has no option "wsam"; its options are wasm, model/, () =>
    Detector.create({}, wrong({ wsam: 1 })),
  );
  await rejects(ModelError, /must be a Uint8Array, not "file"/, () => Detector.create({}, wrong({ model: 'file' })));
});

test('a module that cannot be instantiated is CORE_FAILED', async () => {
  for (const wasm of [wrong('core.wasm'), new Uint8Array([1, 2, 3])] as CreateOptions['wasm'][]) {
    await Detector.create({}, wasm === undefined ? {} : { wasm }).then(
      () => assert.unreachable(),
      ({ code }: RefrainError) => assert.is(code, 'CORE_FAILED'),
    );
  }
});

test('restore accepts only bytes', async () => {
  for (const value of ['file', undefined, null, [1], new ArrayBuffer(8)]) {
    await rejects(InputError, /a snapshot must be a Uint8Array, not/, () => Detector.restore(wrong(value)));
  }
});

test('learn, learnStream, learnTree and labelTree refuse unknown options and wrong values', async () => {
  const detector = await Detector.create();
  await rejects(OptionError, /learn has no option "ID"; its options are id, contentType, guessEncoding/, () =>
    detector.learn(HTML, wrong({ ID: 'a' })),
  );
  await rejects(OptionError, /options of learn must be an object, not "a"/, () => detector.learn(HTML, wrong('a')));
  await rejects(InputError, /a page id must be a string, not 7/, () => detector.learn(HTML, wrong({ id: 7 })));
  await rejects(InputError, /a page id must have no lone surrogates/, () => detector.learn(HTML, { id: 'a\ud800' }));
  await rejects(InputError, /a page must be a string, bytes, a Document or an Element, not a value of type URL/, () =>
    detector.learn(wrong(new URL('https://a.example/'))),
  );
  await rejects(OptionError, /learnStream has no option "url"/, () =>
    detector.learnStream([HTML], wrong({ url: 'a' })),
  );
  await rejects(InputError, /a chunk of a page must be/, () => detector.learnStream(wrong([7])));
  await rejects(OptionError, /learnTree has no option "adaptor"/, () => detector.learnTree({}, wrong({ adaptor: {} })));
  await rejects(OptionError, /adapter must be an object/, () => detector.labelTree({}, wrong({ adapter: 'dom' })));
  await rejects(InputError, /the tree must be of a browser/, () => detector.learnTree(wrong('<p>')));
  assert.is(detector.stats.pages, 0);
});

test('text and html refuse unknown parts', async () => {
  const page = (await Detector.create()).label(HTML);
  await rejects(
    OptionError,
    /part must be one of main, main\+comments, content, comments, template, all, not "contents"/,
    () => page.text(wrong('contents')),
  );
  await rejects(OptionError, /part must be a part of a page; options follow it/, () =>
    page.text(wrong(['main', 'comments'])),
  );
  await rejects(OptionError, /part must be a part of a page; options follow it/, () =>
    page.html(wrong({ keep: 'main' })),
  );
  await rejects(OptionError, /mode must be one of clean, cut, not "x"/, () => page.html('main', wrong({ mode: 'x' })));
  await rejects(OptionError, /page.html has no option "keep"/, () => page.html('main', wrong({ keep: 'main' })));
  await rejects(OptionError, /must be an object, not null/, () => page.html('main', wrong(null)));
});

test('the parser refuses unknown options', async () => {
  await rejects(OptionError, /a parser has no option "script"/, () => HtmlParser.create(wrong({ script: true })));
  await rejects(OptionError, /scripting must be true or false, not 1/, () =>
    HtmlParser.create(wrong({ scripting: 1 })),
  );
});

test('bytes whose buffer was transferred are refused, not read as an empty page', async () => {
  const detachedArray = (): Uint8Array => {
    const bytes = new Uint8Array(8);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    return bytes;
  };
  const detector = await Detector.create();
  const message = /whose buffer was transferred/;
  await rejects(InputError, message, () => detector.learn(detachedArray()));
  await rejects(InputError, message, () => detector.label(detachedArray()));
  await rejects(InputError, message, () => detector.learnStream([detachedArray()]));
  await rejects(InputError, message, () => Detector.restore(detachedArray()));
  await rejects(ModelError, /buffer was transferred/, () => Detector.create({}, { model: detachedArray() }));
  assert.is(detector.learn(new Uint8Array()).number, 1);
});

test('learnStream accepts only iterables of chunks', async () => {
  const detector = await Detector.create();
  for (const chunks of [undefined, null, 5, {}, new Uint8Array(3)]) {
    await rejects(InputError, /the chunks of a page must be iterable, not/, () => detector.learnStream(wrong(chunks)));
  }
});

test('an adapter that returns wrong types is refused', async () => {
  const detector = await Detector.create();
  const adapter = (change: object): never =>
    wrong({
      ...{ kind: ({ length }: string) => (length > 1 ? 'element' : 'text'), name: (node: string) => node },
      ...{
        attributes: () => [],
        text: (node: string) => node,
        children: ({ length }: string) => (length > 1 ? ['x'] : []),
      },
      ...change,
    });
  assert.is(detector.labelTree('div', { adapter: adapter({}) }).blocks.length, 1);
  for (const [name, values] of Object.entries({
    name: [undefined, 5],
    text: [null, 5],
  })) {
    for (const value of values) {
      await rejects(InputError, new RegExp(`${name} of a tree's adapter must return text`), () =>
        detector.labelTree('div', { adapter: adapter({ [name]: () => value }) }),
      );
    }
  }
  const attributes = () => [{ name: 'id', value: 5 }];
  await rejects(InputError, /attributes of a tree's adapter must return text/, () =>
    detector.labelTree('div', { adapter: adapter({ attributes }) }),
  );
  for (const value of [undefined, 5, {}]) {
    await rejects(InputError, /children of a tree's adapter must return a list of nodes/, () =>
      detector.labelTree('div', { adapter: adapter({ children: () => value }) }),
    );
  }
});

test('messages show shortened values, and never the contents of objects', async () => {
  const shown: readonly [unknown, RegExp][] = [
    ['x'.repeat(40), /not "x{40}"$/],
    ['x'.repeat(41), /not "x{40}…"$/],
    [() => 1, /not a function$/],
    [null, /not null$/],
    [Number.NaN, /not NaN$/],
    [true, /not true$/],
    [['secret'], /not an array$/],
    [new Map([['secret', 1]]), /not a value of type Map$/],
    [Object.create(null), /not a value of type object$/],
    [{ secret: 1 }, /not a value of type Object$/],
  ];
  for (const [value, pattern] of shown) {
    await rejects(OptionError, pattern, () => Detector.create({ templateDf: wrong(value) }));
  }
});

test('an adapter that is not one is refused', async () => {
  const detector = await Detector.create();
  for (const adapter of [null, 5, 'x', {}, { children: 1 }]) {
    await rejects(OptionError, /adapter must be an object with the functions of a TreeAdapter/, () =>
      detector.labelTree({}, wrong({ adapter })),
    );
  }
});

test('numbers are accepted up to their bounds and refused beyond them', async () => {
  const bounds: readonly [string, number, number][] = [
    ['templateDf', 1, 255],
    ['templateRatio', 0, 1],
    ['lifetimeGrowth', 1, 16_384],
    ['recall', 0.1, 10],
    ['maxPageBytes', 1, 512 * 2 ** 20],
    ['maxNodes', 16, 64 * 2 ** 20],
    ['maxDepth', 0, 65_536],
    ['maxTableBytes', 4096, 2 ** 30],
    ['maxMemory', 2 ** 20, 4095 * 2 ** 20],
  ];
  for (const [name, min, max] of bounds) {
    for (const value of [min, max]) assert.is(Reflect.get(resolveOptions({ [name]: value }), name), value, name);
    const step = ['templateRatio', 'lifetimeGrowth', 'recall'].includes(name) ? 0.001 : 1;
    for (const value of [min - step, max + step, `${min}`, Number.NaN]) {
      await rejects(OptionError, new RegExp(`^${name} must be (?:a|one) `), () =>
        resolveOptions(wrong({ [name]: value })),
      );
    }
    if (step === 1) {
      await rejects(OptionError, /must be a whole number/, () => resolveOptions({ [name]: min + 0.5 }));
    }
  }
  await rejects(OptionError, /baseLifetime must be a number/, () => resolveOptions({ baseLifetime: 0 }));
  assert.is(resolveOptions({ baseLifetime: Number.POSITIVE_INFINITY }).baseLifetime, Number.POSITIVE_INFINITY);
  assert.is(resolveOptions({ baseLifetime: 1024, lifetimeGrowth: 16 }).baseLifetime, 1024);
  await rejects(OptionError, /must be at most 16384 pages/, () =>
    resolveOptions({ baseLifetime: 1024.01, lifetimeGrowth: 16 }),
  );
});

// Every public function with wrong values in every argument throws a `RefrainError`, or succeeds.

const detector = await Detector.create();
const parser = await HtmlParser.create();
const structured = await StructuredReader.create();
const PAGE = '<title>t</title><p>one<p>two';

/** Functions with the number of their arguments, and valid arguments. */
const FUNCTIONS: Calls = {
  resolveOptions: [(...values) => resolveOptions(...(values as [])), [{}]],
  'Detector.create': [(...values) => Detector.create(...(values as [])), [{}, {}]],
  'Detector.restore': [(...values) => Detector.restore(...(values as unknown as [never])), [detector.snapshot(), {}]],
  learn: [(...values) => detector.learn(...(values as unknown as [never])), [PAGE, {}]],
  label: [(...values) => detector.label(...(values as unknown as [never])), [PAGE]],
  learnStream: [(...values) => detector.learnStream(...(values as unknown as [never])), [[PAGE], {}]],
  'a chunk of learnStream': [(value) => detector.learnStream([value] as never), [PAGE]],
  learnTree: [
    (...values) => detector.learnTree(...(values as unknown as [never])),
    [{ nodeType: 9, childNodes: [] }, {}],
  ],
  labelTree: [
    (...values) => detector.labelTree(...(values as unknown as [never])),
    [{ nodeType: 9, childNodes: [] }, {}],
  ],
  'page.text': [(...values) => detector.label(PAGE).text(...(values as [])), ['content']],
  'page.html': [(...values) => detector.label(PAGE).html(...(values as [])), ['content', { mode: 'cut' }]],
  'page.textBytes': [(...values) => detector.label(PAGE).textBytes(...(values as [])), ['content']],
  'page.markdown': [(...values) => detector.label(PAGE).markdown(...(values as [])), ['content', {}]],
  'url of page.markdown': [(url) => detector.label(PAGE).markdown('all', { url }), ['https://a.example/']],
  'page.metadata': [(...values) => detector.label(PAGE).metadata(...(values as [])), [{}]],
  'url of page.metadata': [(url) => detector.label(PAGE).metadata({ url }), ['https://a.example/']],
  contentSimilarity: [(...values) => contentSimilarity(...(values as unknown as [never, never])), ['0', '0']],
  'page.keep': [(value) => detector.label(PAGE).keep(value), [detector.label(PAGE).blocks[0]]],
  'StructuredReader.create': [(...values) => StructuredReader.create(...(values as [])), [{}, {}]],
  'text of structured data': [
    (...values) => structured.text(...(values as unknown as [never])),
    [detector.label(PAGE), 'content'],
  ],
  'HtmlParser.create': [(...values) => HtmlParser.create(...(values as [])), [{}, {}]],
  parse: [(...values) => parser.parse(...(values as unknown as [never])), [PAGE]],
  parseFragment: [(...values) => parser.parseFragment(...(values as unknown as [never])), [PAGE, {}]],
  'context of parseFragment': [(context) => parser.parseFragment(PAGE, { context }), ['div']],
  'namespace of parseFragment': [(namespace) => parser.parseFragment(PAGE, { namespace }), ['svg']],
  attribute: [(value) => parser.parse(PAGE).cursor().attribute(value), ['x']],
  'options of learn': [(id) => detector.learn(PAGE, { id }), ['x']],
  'adapter of learnTree': [(adapter) => detector.learnTree({}, { adapter }), [undefined]],
  'model of create': [(model) => Detector.create({}, { model }), [undefined]],
  'wasm of create': [(wasm) => Detector.create({}, { wasm }), [undefined]],
  ...Object.fromEntries(
    Object.entries(detector.options).map(([name, value]): [string, Calls[string]] => [
      `option ${name}`,
      [(given) => Detector.create({ [name]: given }), [value]],
    ]),
  ),
};

testWrongValues(FUNCTIONS);

test('the detector works after wrong values', () => {
  assert.ok(detector.label(PAGE).blocks.length > 0);
});

test('a detached page is refused, and a page of shared memory is read', async () => {
  const fresh = await Detector.create();
  const isInvalid = (error: unknown): boolean => error instanceof RefrainError && error.code === 'INPUT_INVALID';
  assert.throws(() => fresh.learn(detachedArray()), isInvalid);
  assert.throws(() => parser.parse(shrunkArray()), isInvalid);
  assert.is(fresh.stats.pages, 0);
  const shared = new Uint8Array(new SharedArrayBuffer(PAGE.length));
  shared.set(new TextEncoder().encode(PAGE));
  const page = fresh.learn(shared);
  // Later changes by another thread are not part of the page.
  shared.fill(0x20);
  assert.is(page.text('all'), 'one\ntwo');
  assert.is(page.html('template', { mode: 'cut' }).includes('\0'), false);
});

test.run();
