/** Every public function of the formats, with values of every wrong kind: each throws a typed error, or does its work. */
import { bulkId, bulkLines, chunksOf, jsonLine, searchDocument } from '@refrain/cli/formats';
import { Detector } from 'refrain';
import { StructuredReader } from 'refrain/structured';
import { test } from 'uvu';
import { type Calls, testWrongValues } from '../../../../test/support/wrong-values.ts';

const detector = await Detector.create();
const structured = await StructuredReader.create();
const HTML = '<title>t</title><p>one<p>two';

const CALLS: Calls = {
  bulkId: [(...values) => bulkId(...(values as unknown as [never])), ['x']],
  bulkLines: [(...values) => bulkLines(...(values as unknown as [never])), [{ id: 'x' }, {}]],
  'index of bulkLines': [(index) => bulkLines({ id: 'x' }, { index }), ['x']],
  jsonLine: [(...values) => jsonLine(...(values as unknown as [never])), [{}]],
  searchDocument: [
    (...values) => searchDocument(...(values as unknown as [never, never])),
    [detector.label(HTML), { url: 'x' }, {}],
  ],
  'url of searchDocument': [(url) => searchDocument(detector.label(HTML), { url }), ['x']],
  'id of searchDocument': [(id) => searchDocument(detector.label(HTML), { url: 'x', id }), ['x']],
  'site of searchDocument': [(site) => searchDocument(detector.label(HTML), { url: 'x', site }), ['x']],
  'structured of searchDocument': [
    (reader) => searchDocument(detector.label(HTML), { url: 'x' }, { structured: reader }),
    [structured],
  ],
  chunksOf: [(...values) => chunksOf(...(values as unknown as [never, never])), ['text', { id: 'x', title: 't' }, {}]],
  'id of a chunk': [(id) => chunksOf('text', { id, title: 't' }), ['x']],
  'title of a chunk': [(title) => chunksOf('text', { id: 'x', title }), ['t']],
};

testWrongValues(CALLS);

test.run();
