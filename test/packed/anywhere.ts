/** A program that uses every part of the API for Node, pages and workers. */
import { Sites } from '@refrain/crawl';
import { IndexBuilder } from '@refrain/search';
import { Duplicates } from '@refrain/search/duplicates';
import { Detector } from 'refrain';
import { HtmlParser } from 'refrain/html';
import { StructuredReader } from 'refrain/structured';

const html = (number: number): string => `<!doctype html><title>Story ${number}</title>
<ul><li><a href="/">Home page</a><li><a href="/news">All the news</a></ul><div><p>Story ${number} is about the river.</div>`;

async function detected() {
  const detector = await Detector.create();
  for (let number = 0; number < 8; number += 1) detector.learn(html(number), { id: `/${number}` });
  const restored = await Detector.restore(detector.snapshot());
  const page = restored.label(html(8));
  return [restored.stats.pages, page.blocks.map(({ verdict }) => verdict), page.text('content')];
}

async function parsed() {
  const cursor = (await HtmlParser.create()).parse('<!DOCTYPE html><p>Hello').cursor();
  while (cursor.lastChild());
  return [cursor.text, cursor.start];
}

async function structured() {
  const data = JSON.stringify({ '@type': 'Article', headline: 'Title', articleBody: '<p>A story of a bridge.' });
  const page = `<!doctype html><script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script><p>Loading`;
  const [detector, reader] = [await Detector.create(), await StructuredReader.create()];
  return reader.text(detector.learn(page), 'content');
}

/** Node makes a folder of this name, browsers a database. Page and worker share databases. */
async function stored() {
  const location = `sites-${crypto.randomUUID()}`;
  const sites = await Sites.open({ location });
  const page = await sites.learn('https://a.example/1', '<!doctype html><p>Hello');
  const blocks = page.blocks.length;
  await sites.close();
  const again = await Sites.open({ location });
  const list: [string, number][] = [];
  for await (const { site, pages } of again.list()) list.push([site, pages]);
  await again.close();
  return [blocks, list];
}

async function found() {
  const builder = await IndexBuilder.create({ template: 'two-stage' });
  for (let number = 0; number < 8; number += 1) builder.add(`https://a.example/${number}`, html(number));
  builder.add('https://b.example/', '<!doctype html><p>web template detection');
  const index = builder.build();
  return [index.search('"template detection" web', { ranking: 'bm25' }).map(({ url }) => url), index.stats.pages];
}

async function duplicated() {
  const story =
    'A story about the river and about all the people of the town who live beside it, in summer and in winter.';
  const duplicates = await Duplicates.create();
  duplicates.add('https://a.example/', `<!doctype html><p>${story}`);
  duplicates.add('https://b.example/', `<!doctype html><ul><li>Menu</ul><p>${story}`);
  return [...duplicates.pairs()].map(({ one, other }) => [one, other]);
}

export const outcome = {
  detected: await detected(),
  parsed: await parsed(),
  structured: await structured(),
  stored: await stored(),
  found: await found(),
  duplicated: await duplicated(),
};
export const expected = {
  detected: [8, ['template', 'template', 'content'], 'Story 8 is about the river.'],
  parsed: ['Hello', '<!DOCTYPE html><p>'.length],
  structured: 'Title\nA story of a bridge.',
  stored: [1, [['a.example', 1]]],
  found: [['https://b.example/'], 9],
  duplicated: [[0, 1]],
};
