/**
 * Two indexes of a site, with and without its template. Words of the menu match every page in the first and none in the
 * second. Then duplicate pages on two sites, compared with and without their template.
 *
 * Run: npm run build && node --import tsx examples/search.ts
 */
import { IndexBuilder, type IndexTemplate } from '@refrain/search';
import { Duplicates } from '@refrain/search/duplicates';

const DAYS = ['rain in the morning', 'sun all day', 'fog until noon', 'rain again', 'snow on the hills', 'sun at last'];

const pageOf = (site: string, day: string): string => `<!DOCTYPE html><title>Weather – ${site}</title>
  <nav><ul><li><a href="/">Home of ${site}</a><li><a href="/maps">Maps of rain and snow</a></ul></nav>
  <main><p>Today: ${day}, and there is no more to say of the weather.</p></main>
  <footer><p>${site}, since 1997: all the rain that falls, with words of our readers and of our friends. ${site} is read
  at breakfast, on the roof and in every boat; whoever sees a cloud first may name it in ${site}</p></footer>`;

for (const template of ['none', 'two-stage'] as IndexTemplate[]) {
  const builder = await IndexBuilder.create({ template });
  for (const [at, day] of DAYS.entries()) builder.add(`https://weather.example/${at}`, pageOf('weather.example', day));
  const index = builder.build();
  console.log(`${template}: ${index.df('rain')} pages have rain, ${index.df('maps')} have maps`);
  for (const { url, score } of index.search('rain', { limit: 2 })) console.log(`  ${url} ${score.toFixed(2)}`);
}
for (const template of ['none', 'incremental'] as const) {
  // With a seed the estimates are the same in every run.
  const duplicates = await Duplicates.create({ template, detector: { seed: 1 } });
  for (const site of ['weather.example', 'sky.example']) {
    for (const [at, day] of DAYS.entries()) duplicates.add(`https://${site}/${at}`, pageOf(site, day));
  }
  const [same, different] = [duplicates.resemblance(4, 4 + DAYS.length), duplicates.resemblance(4, 5)];
  console.log(
    `${template}: the same day on two sites ${same.toFixed(2)}, two days of one site ${different.toFixed(2)}`,
  );
}
