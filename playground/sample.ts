/** The sample site of the playground: the documentation of bRPC, from test/fixtures/sites. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SITES_FOLDER, siteNamed } from '../test/support/real-sites.ts';

const SITE = 'brpc';

const folder = fileURLToPath(new URL('public/sample/', import.meta.url));

/**
 * Writes the pages to `public/sample/`, with their licence and a list of their names, which the playground reads first.
 */
export function copySample(): void {
  const [first, ...others] = siteNamed(SITE).pages.map(({ name, html }) => ({
    path: name.slice(SITE.length + 1),
    html,
  }));
  // The first page of the site has next to no content, and the playground shows the page that is learned first.
  const pages = first === undefined ? [] : [...others, first];
  rmSync(folder, { recursive: true, force: true });
  for (const { path, html } of pages) {
    mkdirSync(dirname(`${folder}${path}`), { recursive: true });
    writeFileSync(`${folder}${path}`, html);
  }
  copyFileSync(join(SITES_FOLDER, 'LICENSE-Apache-2.0'), `${folder}LICENSE.txt`);
  writeFileSync(`${folder}pages.txt`, `${pages.map(({ path }) => path).join('\n')}\n`);
}
