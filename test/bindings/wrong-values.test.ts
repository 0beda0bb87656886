/** Every public function, with values of every wrong kind in every argument: each throws a `RefrainError`, or does its work. */
import { Detector, RefrainError, resolveOptions } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { PageLevelDetector } from 'refrain/page-level';
import { TreeSmoother } from 'refrain/smoothing';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const throwing = (target: object): object =>
  new Proxy(target, {
    get: () => {
      throw new TypeError('from a proxy');
    },
    ownKeys: () => {
      throw new TypeError('from a proxy');
    },
    has: () => {
      throw new TypeError('from a proxy');
    },
    getOwnPropertyDescriptor: () => {
      throw new TypeError('from a proxy');
    },
  });

const detached = (): Uint8Array => {
  const bytes = new Uint8Array(100);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
};

/** A view of the end of a buffer that shrank below it. */
const shrunk = (): Uint8Array => {
  const buffer = new (ArrayBuffer as unknown as new (size: number, options: object) => ArrayBuffer)(100, {
    maxByteLength: 100,
  });
  const bytes = new Uint8Array(buffer, 50, 50);
  (buffer as unknown as { resize(size: number): void }).resize(10);
  return bytes;
};

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const WRONG: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  'a number': () => 7,
  NaN: () => Number.NaN,
  'a big integer': () => 7n,
  'a symbol': () => Symbol('s'),
  'a boolean': () => true,
  'a string': () => 'x',
  'an empty string': () => '',
  'a function': () => () => {},
  'an array': () => [1, null, Symbol('s')],
  'an empty object': () => ({}),
  'an object without a prototype': () => Object.create(null) as unknown,
  'a date': () => new Date(0),
  'an object of lists of symbols': () => ({ parents: [Symbol('s')], scores: [Symbol('s')] }),
  'an object of big integers': () => ({ parents: [0n], scores: [1n], id: 1n, separators: [1n], model: 1n, wasm: 1n }),
  'a circular object': () => {
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    return circle;
  },
  'a detached array': detached,
  'an array of a buffer that shrank': shrunk,
  'an array of shared memory': () => new Uint8Array(new SharedArrayBuffer(10)),
  'an array buffer': () => new ArrayBuffer(8),
  'a view of words': () => new Uint16Array(4),
  'a proxy of bytes': () => new Proxy(new Uint8Array(4), {}),
  'a proxy that throws': () => throwing({}),
  'a proxy of a list that throws': () => throwing([]),
  'a proxy of bytes that throws': () => throwing(new Uint8Array(4)),
  'a revoked proxy': revoked,
  'an object whose getters throw': () =>
    Object.defineProperty({}, 'id', {
      enumerable: true,
      get: () => {
        throw new TypeError('from a getter');
      },
    }),
  'an array of text nodes': () => ({ nodeType: 9, childNodes: [{ nodeType: 3 }, null, 7] }),
  'a tree of nothing': () => ({ type: 'root', children: [null, undefined, 3] }),
};

type Call = (...values: never[]) => unknown;

const detector = await Detector.create();
const parser = await HtmlParser.create();
const smoother = await TreeSmoother.create();
const pageLevel = await PageLevelDetector.create();
const structured = await StructuredReader.create();
const HTML = '<title>t</title><p>one<p>two';

/** Functions with the number of their arguments, and arguments that are right. */
const FUNCTIONS: Readonly<Record<string, readonly [Call, readonly unknown[]]>> = {
  resolveOptions: [(...values) => resolveOptions(...(values as [])), [{}]],
  'Detector.create': [(...values) => Detector.create(...(values as [])), [{}, {}]],
  'Detector.restore': [(...values) => Detector.restore(...(values as unknown as [never])), [detector.snapshot(), {}]],
  learn: [(...values) => detector.learn(...(values as unknown as [never])), [HTML, {}]],
  label: [(...values) => detector.label(...(values as unknown as [never])), [HTML]],
  learnStream: [(...values) => detector.learnStream(...(values as unknown as [never])), [[HTML], {}]],
  'a chunk of learnStream': [(value) => detector.learnStream([value] as never), [HTML]],
  learnTree: [
    (...values) => detector.learnTree(...(values as unknown as [never])),
    [{ nodeType: 9, childNodes: [] }, {}],
  ],
  labelTree: [
    (...values) => detector.labelTree(...(values as unknown as [never])),
    [{ nodeType: 9, childNodes: [] }, {}],
  ],
  'page.text': [(...values) => detector.label(HTML).text(...(values as [])), ['content']],
  'keep of page.html': [(keep) => detector.label(HTML).html({ keep }), [['main']]],
  'page.html': [(...values) => detector.label(HTML).html(...(values as unknown as [never])), [{ remove: 'content' }]],
  'page.keep': [(value) => detector.label(HTML).keep(value), [detector.label(HTML).blocks[0]]],
  'page.toLine': [(...values) => detector.label(HTML).toLine(...(values as unknown as [never])), [{ id: 1 }, 'main']],
  'StructuredReader.create': [(...values) => StructuredReader.create(...(values as [])), [{}, {}]],
  'text of structured data': [
    (...values) => structured.text(...(values as unknown as [never])),
    [detector.label(HTML), 'content'],
  ],
  'HtmlParser.create': [(...values) => HtmlParser.create(...(values as [])), [{}, {}]],
  parse: [(...values) => parser.parse(...(values as unknown as [never])), [HTML]],
  parseFragment: [(...values) => parser.parseFragment(...(values as unknown as [never])), [HTML, {}]],
  'context of parseFragment': [(context) => parser.parseFragment(HTML, { context }), ['div']],
  'namespace of parseFragment': [(namespace) => parser.parseFragment(HTML, { namespace }), ['svg']],
  attribute: [(value) => parser.parse(HTML).cursor().attribute(value), ['x']],
  'TreeSmoother.create': [(...values) => TreeSmoother.create(...(values as [])), [{}]],
  smooth: [
    (...values) => smoother.smooth(...(values as unknown as [never, never])),
    [{ parents: [0], scores: [1] }, 1],
  ],
  'lists of smooth': [(parents, scores, weights) => smoother.smooth({ parents, scores, weights }, 1), [[0], [1], [1]]],
  'PageLevelDetector.create': [(...values) => PageLevelDetector.create(...(values as [])), [{}, {}]],
  'regression of PageLevelDetector.create': [
    (regression) => PageLevelDetector.create({}, { regression }),
    [pageLevel.save()],
  ],
  'PageLevelDetector.learn': [(...values) => pageLevel.learn(...(values as unknown as [never])), [HTML, {}]],
  'options of learn': [(id) => detector.learn(HTML, { id }), ['x']],
  'adapter of learnTree': [(adapter) => detector.learnTree({}, { adapter }), [undefined]],
  'model of create': [(model) => Detector.create({}, { model }), [undefined]],
  'wasm of create': [(wasm) => Detector.create({}, { wasm }), [undefined]],
  ...Object.fromEntries(
    Object.entries(detector.options).map(([name, value]): [string, readonly [Call, readonly unknown[]]] => [
      `option ${name}`,
      [(given) => Detector.create({ [name]: given }), [value]],
    ]),
  ),
};

for (const [name, [run, right]] of Object.entries(FUNCTIONS)) {
  test(`${name}: wrong values give typed errors`, async () => {
    for (let at = 0; at < right.length; at += 1) {
      for (const [kind, make] of Object.entries(WRONG)) {
        const values = right.map((value, index) => (index === at ? make() : value)) as never[];
        try {
          await run(...values);
        } catch (error) {
          // A stream throws what it wants, and a chunk is awaited as a part of it.
          if (name.includes('learnStream') && kind.includes('proxy')) continue;
          assert.ok(error instanceof RefrainError, `argument ${at + 1}, ${kind}: ${String(error)}`);
          if (!/wasm|create|restore/.test(name)) assert.is.not(error.code, 'CORE_FAILED', kind);
        }
      }
    }
    assert.ok(detector.label(HTML).blocks.length > 0);
  });
}

test('a detached page is refused, and a page of shared memory is read', async () => {
  const fresh = await Detector.create();
  const isInvalid = (error: unknown): boolean => error instanceof RefrainError && error.code === 'INPUT_INVALID';
  assert.throws(() => fresh.learn(detached()), isInvalid);
  assert.throws(() => parser.parse(shrunk()), isInvalid);
  assert.is(fresh.stats.pages, 0);
  const shared = new Uint8Array(new SharedArrayBuffer(HTML.length));
  shared.set(new TextEncoder().encode(HTML));
  const page = fresh.learn(shared);
  // What another thread writes afterwards is no part of the page.
  shared.fill(0x20);
  assert.is(page.text('all'), 'one\ntwo');
  assert.is(page.html({ remove: 'content' }).includes('\0'), false);
});

test.run();
