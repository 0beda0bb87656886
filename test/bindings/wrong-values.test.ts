/** Every public function, with values of every wrong kind in every argument: each throws a `RefrainError`, or does its work. */
import { contentSimilarity, Detector, RefrainError, resolveOptions } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Calls, detached, shrunk, testWrongValues } from '../support/wrong-values.ts';

const detector = await Detector.create();
const parser = await HtmlParser.create();
const structured = await StructuredReader.create();
const HTML = '<title>t</title><p>one<p>two';

/** Functions with the number of their arguments, and arguments that are right. */
const FUNCTIONS: Calls = {
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
  'page.textBytes': [(...values) => detector.label(HTML).textBytes(...(values as [])), ['content', {}]],
  'page.markdown': [(...values) => detector.label(HTML).markdown(...(values as [])), ['content', {}]],
  'url of page.markdown': [(url) => detector.label(HTML).markdown('all', { url }), ['https://a.example/']],
  'page.metadata': [(...values) => detector.label(HTML).metadata(...(values as [])), [{}]],
  'url of page.metadata': [(url) => detector.label(HTML).metadata({ url }), ['https://a.example/']],
  contentSimilarity: [(...values) => contentSimilarity(...(values as unknown as [never, never])), ['0', '0']],
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
  'options of learn': [(id) => detector.learn(HTML, { id }), ['x']],
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
  assert.ok(detector.label(HTML).blocks.length > 0);
});

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
