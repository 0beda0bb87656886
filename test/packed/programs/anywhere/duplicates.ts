import { Duplicates } from '@refrain/search/duplicates';

const story =
  'A story about the river and about all the people of the town who live beside it, in summer and in winter.';
const duplicates = await Duplicates.create();
duplicates.add('https://a.example/', `<!doctype html><p>${story}`);
duplicates.add('https://b.example/', `<!doctype html><ul><li>Menu</ul><p>${story}`);

export const outcome = [...duplicates.pairs()].map(({ one, other }) => [one, other]);
export const expected = [[0, 1]];
