/** A program that uses the parts of the API that need Node. */
import { bulkLines } from '@refrain/cli/formats';
import { Sites } from '@refrain/crawl';
import { readInputs } from '@refrain/crawl/input';
import { refusalCode, siteObject } from '@refrain/restate';
import { Detector } from 'refrain';

async function formatted() {
  const detector = await Detector.create({ preset: 'paper' });
  const page = detector.learn('<!doctype html><title>Story</title><p>A story about the river.');
  return bulkLines({ id: '1', ...page.document({ fields: ['title', 'text'] }) });
}

async function read() {
  const sites = await Sites.open({ location: 'crawl.refrain' });
  for await (const { error } of sites.documents(readInputs(['crawl.warc.gz', 'more.ndjson', 'pages/'])))
    if (error) throw error;
  await sites.close();
  const again = await Sites.open({ location: 'crawl.refrain' });
  const list: [string, number][] = [];
  for await (const { site, pages } of again.list()) list.push([site, pages]);
  await again.close();
  return list.sort();
}

export const outcome = {
  formatted: await formatted(),
  read: await read(),
  restate: [typeof siteObject().name, typeof refusalCode],
};
export const expected = {
  formatted: '{"index":{"_id":"1"}}\n{"title":"Story","text":"A story about the river."}\n',
  read: [
    ['a.example', 1],
    ['b.example', 1],
    ['pages', 1],
  ],
  restate: ['string', 'function'],
};
