/**
 * States of sites of format 2, without layouts, stay readable. The fixture was written by the code before layouts, which also gave the
 * figures below: 40 pages of `garden.example` by `CallTables.learn`, then `seal`.
 */
import { readFileSync } from 'node:fs';
import { resolveOptions, SnapshotError } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallTables, type ReadPage } from '../src/tables.ts';

const SITE = 'garden.example';
const FORMAT_2 = readFileSync(new URL('fixtures/state-format-2.bin', import.meta.url));
const NONE = new Map<bigint, bigint>();

const htmlOf = (number: number): string =>
  `<!doctype html><title>garden ${number}</title><ul><li><a href=/>Home of the garden</a><li><a href=/news>All the news</a></ul>` +
  `<div><p>Story ${number} of the garden was heard at the river, and ${number % 7} herons did not believe a word of it.</div>` +
  '<div>Imprint of the garden</div>';

async function opened() {
  const tables = await CallTables.open(resolveOptions({}), {});
  const state = tables.open(SITE, FORMAT_2);
  if (state === undefined) throw new Error('the fixture is empty');
  const pageOf = (number: number): ReadPage => {
    const url = `https://${SITE}/${number}`;
    const page = { name: url, url, site: SITE, html: htmlOf(number), contentType: undefined };
    return { ...page, id: tables.idOf(state, url) };
  };
  return { tables, state, pageOf };
}

test('opens a state of format 2, which knows its pages and judges as the old code did', async () => {
  assert.is(FORMAT_2.readUInt32LE(0), 2);
  const { tables, state, pageOf } = await opened();
  assert.is(state.pages, 40);
  const learned = (number: number) => tables.learn(state, NONE, [pageOf(number)], { skipRefused: false }).answers[0];
  const expected = [
    [3, { page: 40, counted: false, lengths: { template: 51, content: 88 } }],
    [39, { page: 40, counted: false, lengths: { template: 51, content: 89 } }],
    [40, { page: 41, counted: true, lengths: { template: 51, content: 89 } }],
    [41, { page: 41, counted: true, lengths: { template: 51, content: 89 } }],
  ] as const;
  for (const [number, { page, counted, lengths }] of expected) {
    const answer = learned(number);
    assert.ok(answer !== undefined && 'lengths' in answer, `page ${number}`);
    assert.equal([answer.page, answer.counted, answer.lengths], [page, counted, lengths]);
    assert.is(answer.kind, 'article');
  }
});

test('a state of format 2 is written as one of format 3, with its pages', async () => {
  const { tables, state, pageOf } = await opened();
  const { state: after } = tables.learn(state, NONE, [pageOf(40)], { skipRefused: false });
  const sealed = tables.seal(SITE, after);
  assert.is(new DataView(sealed.buffer).getUint32(0, true), 3);
  const again = tables.open(SITE, sealed);
  assert.is(again?.pages, 41);
  assert.is(again?.recent.size, 41);
});

test('refuses a damaged state of format 2, and that of another site', async () => {
  const { tables } = await opened();
  const damaged = Uint8Array.from(FORMAT_2);
  damaged[100] = (damaged[100] ?? 0) ^ 1;
  for (const [site, bytes] of [
    [SITE, damaged],
    ['harbour.example', FORMAT_2],
  ] as const) {
    assert.throws(
      () => tables.open(site, bytes),
      (error: unknown) => error instanceof SnapshotError && error.code === 'SNAPSHOT_DAMAGED',
    );
  }
});

test.run();
