/** The site that ships with the playground: pages of Apache Cassandra's site, from test/fixtures/sites. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITES_FOLDER, siteNamed } from '../test/support/npm-sites.ts';

const SITE = 'cassandra';
const PAGES = 60;

const folder = fileURLToPath(new URL('public/sample/', import.meta.url));

/**
 * Puts the pages into `public/sample/`, with their licence, and a list of their names by which the playground finds them.
 */
export function copySample(): void {
  const { pages } = siteNamed(SITE);
  // From all over the site, so that its sections come one after another as they would in a crawl.
  const chosen = pages
    .filter((_, at) => Math.floor((at * PAGES) / pages.length) !== Math.floor(((at - 1) * PAGES) / pages.length))
    .map(({ name, html }) => ({ path: name.slice(SITE.length + 1), html }));
  rmSync(folder, { recursive: true, force: true });
  for (const { path, html } of chosen) {
    mkdirSync(dirname(`${folder}${path}`), { recursive: true });
    writeFileSync(`${folder}${path}`, html);
  }
  copyFileSync(join(SITES_FOLDER, 'LICENSE-Apache-2.0'), `${folder}LICENSE.txt`);
  writeFileSync(`${folder}pages.txt`, `${chosen.map(({ path }) => path).join('\n')}\n`);
}
