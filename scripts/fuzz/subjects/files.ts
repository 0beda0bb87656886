/** Files that refrain wrote, altered: an index, and the store of a crawl. Each is refused by a typed error or works. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sites } from '@refrain/crawl';
import { Index, IndexBuilder } from '@refrain/search';
import { madePage } from '../../../test/support/crawl.ts';
import { fromSeeds } from '../bytes.ts';
import { bytesOf, expectSame, outcome, type Subject, textOf } from '../subject.ts';

/** A folder of this process that is removed at its end. */
function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-fuzz-files-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function prepareIndexes(): Promise<Subject> {
  const folder = scratchFolder();
  const location = join(folder, 'made.index');
  const builder = await IndexBuilder.create(location, { template: 'none' });
  for (let page = 0; page < 3; page += 1) {
    const { url, html } = madePage(1, page, 1);
    builder.add(url, html);
  }
  (await builder.build()).close();
  const seed = textOf(readFileSync(location));
  const altered = join(folder, 'altered.index');
  return {
    name: 'indexes',
    encoding: 'latin1',
    share: 1,
    generate: fromSeeds([seed], ['\0\0\0\0', '\xff\xff\xff\xff', 'refrain', '"titles":true'], {
      maxLength: seed.length + 200,
    }),
    async run(input) {
      writeFileSync(altered, bytesOf(input));
      const ask = (): Promise<string> =>
        outcome(async () => {
          const index = await Index.open(altered);
          try {
            const queries = ['oak', 'page', '"all rights" with', 'menu birch cedar'];
            const answers = queries.map((query) => outcome(() => index.search(query)));
            return JSON.stringify([index.stats, await Promise.all(answers), await outcome(() => index.df('oak'))]);
          } finally {
            index.close();
          }
        });
      expectSame(await ask(), await ask(), 'the same file');
      return undefined;
    },
  };
}

const SITE = madePage(1, 0).site;

/** The altered bytes of one file of the store follow its number in hexadecimal and a colon. */
export async function prepareStores(): Promise<Subject> {
  const folder = scratchFolder();
  const made = join(folder, 'made');
  for (const first of [0, 3]) {
    const sites = await Sites.open({ location: made, evidence: 'repetition' });
    for (let page = first; page < first + 3; page += 1) {
      const { url, html } = madePage(1, page, 0);
      await sites.learn(url, html);
    }
    await sites.close();
  }
  const names = readdirSync(made).filter((name) => name !== 'LOCK');
  const seeds = names.map((name, at) => `${at}:${textOf(readFileSync(join(made, name)))}`);
  const altered = join(folder, 'altered');
  const page = madePage(1, 9, 0);
  return {
    name: 'stores',
    encoding: 'latin1',
    share: 0.3,
    generate: fromSeeds(seeds, ['\0\0\0\0', '\xff\xff\xff\xff', '\0', 'MANIFEST-000001\n'], { maxLength: 20_000 }),
    async run(input) {
      rmSync(altered, { recursive: true, force: true });
      cpSync(made, altered, { recursive: true });
      const colon = input.indexOf(':');
      const name = names[Number.parseInt(input.slice(0, colon), 16)];
      if (name === undefined) return undefined;
      writeFileSync(join(altered, name), bytesOf(input.slice(colon + 1)));
      await outcome(async () => {
        const sites = await Sites.open({ location: altered });
        try {
          await outcome(() => sites.label(page.url, page.html));
          await outcome(() => sites.snapshot(SITE));
          await outcome(() => sites.learn(page.url, page.html));
        } finally {
          await outcome(() => sites.close());
        }
      });
      return undefined;
    },
  };
}
