/** `npm run bench content-hash` on two small labelled sites. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder } from '../support/folder.ts';

const BENCH = fileURLToPath(new URL('../../bench/content-hash.ts', import.meta.url));
const run = promisify(execFile);

const pageOf = (site: string, number: number): string =>
  `<title>${number}</title><nav><ul><li><a href=/>${site} home</a><li><a href=/a>About ${site}</a></ul></nav>
  <main data-gold="content"><h1>Story ${number}</h1><p>Story number ${number} of ${site} is told by the river when it is late and dark.</p></main>
  <footer><p>Copyright ${site}</p></footer>`;

test(
  'prints the share of pages whose hash stays, and of edits that are told',
  withFolder({}, async (folder) => {
    for (const site of ['east', 'west']) {
      mkdirSync(join(folder, site));
      for (let number = 0; number < 5; number += 1) {
        writeFileSync(join(folder, site, `${number}.html`), pageOf(site, number));
      }
    }
    const { stdout } = await run(process.execPath, ['--import', 'tsx', BENCH, folder, '--quick', '--json']);
    const { pages, runs } = JSON.parse(stdout) as {
      pages: number;
      runs: { edits: Record<string, { pages: number; same: number }> }[];
    };
    assert.is(pages, 10);
    assert.equal(runs[0]?.edits['word'], { pages: 10, same: 0 });
  }),
);

test.run();
