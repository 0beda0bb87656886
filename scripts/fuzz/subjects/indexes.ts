/** An index, altered: it is refused by a typed error or works. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Index, IndexBuilder } from '@refrain/search';
import { madePage } from '../../../test/support/crawl.ts';
import { altered } from '../arbitraries.ts';
import type { Sources } from '../sources.ts';
import { bytesOf, expectTwice, outcome, type Subject, scratchFolder, textOf } from '../subject.ts';

export async function prepareIndexes(sources: Sources): Promise<Subject> {
  const folder = scratchFolder();
  const location = join(folder, 'made.index');
  const builder = await IndexBuilder.create(location, { template: 'none' });
  for (let page = 0; page < 3; page += 1) {
    const { url, html } = madePage(1, page, 1);
    builder.add(url, html);
  }
  (await builder.build()).close();
  const seed = textOf(readFileSync(location));
  const place = join(folder, 'altered.index');
  return {
    inputs: altered(sources, [seed], ['\0\0\0\0', '\xff\xff\xff\xff', 'refrain', '"titles":true'], seed.length + 200),
    async run(input) {
      writeFileSync(place, bytesOf(input));
      const ask = (): Promise<string> =>
        outcome(async () => {
          const index = await Index.open(place);
          try {
            const queries = ['oak', 'page', '"all rights" with', 'menu birch cedar'];
            const answers = queries.map((query) => outcome(() => index.search(query)));
            return JSON.stringify([index.stats, await Promise.all(answers), await outcome(() => index.df('oak'))]);
          } finally {
            index.close();
          }
        });
      await expectTwice(ask, 'the same file');
      return undefined;
    },
  };
}
