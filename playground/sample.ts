/** The sample site: pages of the Directus documentation, from the npm package that has them as they are served. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGES = 60;
/** Maximum size: larger pages are long lists, which show little. */
const PAGE_BYTES = 160 * 1024;

const folder = fileURLToPath(new URL('public/sample/', import.meta.url));
const source = fileURLToPath(new URL('../node_modules/@directus/docs/', import.meta.url));
const site = `${source}.vitepress/dist/`;

/** Copies the pages into `public/sample/`, with their licence and a list of their names. */
export function copySample(): void {
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && statSync(`${site}${name}`).size <= PAGE_BYTES)
    .sort();
  // At equal distances, so that all sections of the site occur.
  const chosen = names.filter(
    (_, at) => Math.floor((at * PAGES) / names.length) !== Math.floor(((at - 1) * PAGES) / names.length),
  );
  rmSync(folder, { recursive: true, force: true });
  for (const name of chosen) {
    mkdirSync(dirname(`${folder}${name}`), { recursive: true });
    cpSync(`${site}${name}`, `${folder}${name}`);
  }
  copyFileSync(`${source}license`, `${folder}LICENSE.txt`);
  writeFileSync(`${folder}pages.txt`, `${chosen.join('\n')}\n`);
}
