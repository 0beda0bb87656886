/** Every invalid argument is refused with a code, and a message that names it. */
import { KeepOne, limitRemoved, Sites, siteFinder } from '@refrain/crawl';
import { readFolder, readInputs, readNdjson, readWarc } from '@refrain/crawl/input';
import { MemoryLevel } from 'memory-level';
import { Detector, RefrainError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importPackage } from '../../src/errors.ts';

/** Values that the types exclude. */
const wrong = (value: unknown): never => value as never;

/** A generator throws errors of its arguments only when it is read. */
async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

const sites = await Sites.open({ store: new MemoryLevel() });
const page = (await Detector.create()).learn('<p>text</p>');
const URL_TEXT = 'https://a.example/';

const calls: readonly (readonly [name: string, message: string, call: () => unknown])[] = [
  ['Sites.open without options', 'Sites.open({ location: "FOLDER" })', () => Sites.open(wrong(undefined))],
  ['Sites.open without a store', 'needs either location or store', () => Sites.open({})],
  ['an empty location', 'location must be a string that is not empty, not ""', () => Sites.open({ location: '' })],
  ['a location that is a number', 'not 5', () => Sites.open({ location: wrong(5) })],
  ['a store that is not a database', 'abstract-level database', () => Sites.open({ store: wrong({}) })],
  ['an unknown option', 'unknown', () => open({ unknown: 1 })],
  ['flushEvery of 0', 'flushEvery.pages must be a number above 0, not 0', () => open({ flushEvery: { pages: 0 } })],
  ['flushEvery by page', 'flushEvery has no option "page"; its options are', () => open({ flushEvery: { page: 1 } })],
  ['a siteOf', 'siteOf must be host, domain', () => open({ siteOf: 'page' })],
  ['siteFinder without an argument', 'siteOf must be host, domain', () => siteFinder(wrong(undefined))],
  [
    'options of learn',
    'learn has no option "ID"; its options are',
    () => sites.learn(URL_TEXT, '<p>', wrong({ ID: 'x' })),
  ],
  ['options of label', 'label must be an object, not null', () => sites.label(URL_TEXT, '<p>', wrong(null))],
  ['options of relabel', 'relabel has no option "x"', () => sites.relabel(URL_TEXT, '<p>', wrong({ x: 1 }))],
  ['an id', 'page id', () => sites.learn(URL_TEXT, '<p>', { id: wrong(7) })],
  ['an empty id', 'id of a page', () => sites.learn(URL_TEXT, '<p>', { id: '' })],
  ['an id with a lone surrogate', 'lone surrogates', () => sites.learn(URL_TEXT, '<p>', { id: 'a\ud800' })],
  ['a URL with a lone surrogate', 'lone surrogates', () => sites.learn(`${URL_TEXT}\udc00`, '<p>')],
  [
    'a contentType',
    'contentType must be a string, not 7',
    () => sites.learn(URL_TEXT, '<p>', wrong({ contentType: 7 })),
  ],
  ['a URL', 'a URL must be a string or a URL object, not 7', () => sites.learn(wrong(7), '<p>')],
  ['a page', 'a page', () => sites.learn(URL_TEXT, wrong(undefined))],
  ['a snapshot', 'a snapshot must be a Uint8Array, not "x"', () => sites.restore('a', wrong('x'))],
  ['a site', 'the name of a site', () => sites.forget(wrong(undefined))],
  ['options of KeepOne', 'KeepOne has no option "most"', () => new KeepOne(wrong({ most: 5 }))],
  ['a limit of KeepOne', 'maxBlocks must be a whole number from 2', () => new KeepOne({ maxBlocks: wrong('5') })],
  ['a page of KeepOne', 'a page must be a Page', () => new KeepOne().apply('a', wrong('<p>'))],
  ['a site of KeepOne', 'the name of a site', () => new KeepOne().apply(wrong(undefined), page)],
  ['a page of limitRemoved', 'a page must be a Page', () => limitRemoved(wrong(undefined), 0.5)],
  ['a ratio', 'ratio must be a number from 0 to 1, not "0.5"', () => limitRemoved(page, wrong('0.5'))],
  ['inputs', 'readInputs must be an array of strings, not "site"', () => drain(readInputs(wrong('site')))],
  ['options of readInputs', 'no option "maxBytes"', () => drain(readInputs([], wrong({ maxBytes: 1 })))],
  ['a size', 'maxPageBytes must be a whole number', () => drain(readInputs([], { maxPageBytes: -1 }))],
  ['a listener', 'onFailure must be a function', () => drain(readFolder('.', wrong({ onFailure: 'x' })))],
  ['a folder', 'readFolder must be a string', () => drain(readFolder(wrong(undefined)))],
  ['an NDJSON', 'readNdjson must be a path', () => drain(readNdjson(wrong(5)))],
  ['a WARC', 'readWarc must be a path', () => drain(readWarc(wrong(undefined)))],
  ['a mode', 'mode must be one of learn, label, not "read"', () => sites.documents([], { mode: wrong('read') })],
  ['an option of a stream', 'no option "modes"', () => sites.documents([], wrong({ modes: 1 }))],
  ['a package', 'npm install no-such-package', () => importPackage('no-such-package', 'this', missing)],
];

const open = (options: object): Promise<Sites> => Sites.open({ store: new MemoryLevel(), ...options });

const NAME = 'no-such-package';
const missing = (): Promise<unknown> => import(NAME);

for (const [name, message, call] of calls) {
  test(`is refused with a code: ${name}`, async () => {
    try {
      await call();
    } catch (error) {
      assert.instance(error, RefrainError);
      assert.match((error as Error).message, message);
      return;
    }
    assert.unreachable();
  });
}

test('accepts URL objects in place of strings', async () => {
  const url = new URL('https://url.example/page');
  assert.ok((await sites.learn(url, '<p>text</p>')).counted);
  assert.not((await sites.learn(url.href, '<p>text</p>')).counted);
  assert.is((await sites.relabel(url, '<p>text</p>')).number, 1);
  assert.is((await siteFinder('domain'))(new URL('https://www.example.co.uk/a')), 'example.co.uk');
});

test.run();
