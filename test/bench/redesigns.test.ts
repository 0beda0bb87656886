/** `npm run bench redesigns` on two small labelled sites. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withFolder } from '../support/folder.ts';

const BENCH = fileURLToPath(new URL('../../bench/redesigns.ts', import.meta.url));
const PAGES = 70;
const run = promisify(execFile);

const bench = async (...words: readonly string[]): Promise<unknown> => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', BENCH, ...words, '--quick', '--json']);
  return JSON.parse(stdout);
};

const pageOf = (site: string, number: number): string =>
  `<title>${number}</title><nav><ul><li><a href=/>${site} home</a><li><a href=/a>About ${site}</a><li><a href=/n>${site} news</a>
  <li><a href=/p>${site} people</a></ul></nav><main data-gold="content"><h1>Story ${number}</h1>
  <p>Story number ${number} of ${site} is set by the river.</p><p>It is the ${number}th that is late.</p></main>
  <footer><p>Copyright ${site}</p><p>Contact ${site}</p></footer>`;

/** Writes the pages of a site into a folder of its own. */
function writeSite(folder: string, site: string): void {
  mkdirSync(join(folder, site), { recursive: true });
  for (let number = 0; number < PAGES; number += 1) {
    writeFileSync(join(folder, site, `story-${number}.html`), pageOf(site, number));
  }
}

test(
  'prints at which page a redesign was reported',
  withFolder({}, async (folder) => {
    for (const site of ['east', 'west']) writeSite(folder, site);
    const outcomes = (await bench(folder, '--kinds', 'texts')) as { reported: number; early: boolean }[];
    assert.is(outcomes.length, 2 * 2);
    for (const { reported, early } of outcomes) assert.ok(reported > 0 && reported <= 5 && !early, `${reported}`);
  }),
);

test(
  'counts false alarms, and reads two generations as one site',
  withFolder({}, async (folder) => {
    for (const site of ['east', 'west']) writeSite(join(folder, site), site);
    const alarms = (await bench(join(folder, 'east'), '--alarms')) as { pages: number; redesigns: string[] }[];
    for (const { pages, redesigns } of alarms) assert.ok(pages === PAGES && redesigns.length === 0);
    const pair = (await bench(join(folder, 'east'), join(folder, 'west'), '--pair')) as { reported: number };
    assert.ok(pair.reported > 0 && pair.reported <= 5, `${pair.reported}`);
  }),
);

test.run();
