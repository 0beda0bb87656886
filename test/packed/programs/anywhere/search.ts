import { IndexBuilder } from '@refrain/search';

const builder = await IndexBuilder.create({ template: 'two-stage' });
for (let number = 0; number < 8; number += 1) {
  builder.add(`https://a.example/${number}`, `<!doctype html><ul><li>Home page</ul><p>Story ${number} of the river.`);
}
builder.add('https://b.example/', '<!doctype html><p>web template detection');
const index = builder.build();

export const outcome = {
  found: index.search('"template detection" web', { ranking: 'bm25' }).map(({ url }) => url),
  pages: index.stats.pages,
};
export const expected = { found: ['https://b.example/'], pages: 9 };
