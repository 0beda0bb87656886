/** Lists of large runs are bounded, and their figures count everything. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Collection, type Judgement } from '../src/collection.ts';
import { runList, siteList } from '../src/lists.ts';

const entry = (id: string, confidence?: number): Judgement['entry'] => ({ id, title: '', confidence });

test('counts all 140,000 pages of a site, although few can be opened', () => {
  const site = new Collection().site('large');
  for (let counted = 1; counted <= 140_000; counted += 1) {
    const lengths = { template: 10, content: 30 };
    site.judge({ site: 'large', counted, lengths, entry: counted % 70 === 1 ? entry(String(counted)) : undefined });
  }
  const { entries, facts, note } = siteList(site, []);
  assert.is(entries.length, 2000);
  assert.equal(facts[1], ['Template', '25.0 %']);
  assert.match(note, '2,000 of 140,000 pages can be opened');
});

test('lists pages without main content first, then the least certain; for many sites only the first 100', () => {
  const collection = new Collection();
  const lengths = { template: 10, content: 0 };
  for (let at = 0; at < 5000; at += 1) {
    const site = `s${at % 500}.example`;
    const page = { ...entry(String(at), 1 - at / 10_000), id: String(at), title: '' };
    collection.site(site).judge({ site, counted: 1, lengths, entry: at % 2 === 0 ? page : undefined });
  }
  const reason = { id: 'short', title: '', confidence: 0.9, reason: 'no-main' } as const;
  collection.site('s0.example').judge({ site: 's0.example', counted: 11, lengths, entry: reason });
  const failures = { count: 150, first: Array.from({ length: 100 }, (_, at) => `f${at}`) };
  const list = runList(collection.sites, { facts: [], failures }, () => []);
  assert.equal(
    list.entries.slice(0, 3).map(({ id }) => id),
    ['short', '4902', '4904'],
  );
  assert.is(list.entries.length, 100);
  assert.match(list.note, 'The first 100 of 2,501 pages');
  assert.match(list.note, '250 of 500 sites can be opened');
  assert.equal(list.facts[0], ['Pages', '5,001']);
  assert.equal(list.run[0]?.[1].at(-1), 'and 50 more');
});

test.run();
