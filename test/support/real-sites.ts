/** Real sites under free licences, from test/fixtures/sites; test/fixtures/README.md names their sources. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { list } from 'tar';

export interface SitePage {
  readonly name: string;
  readonly html: string;
}

export interface Site {
  readonly name: string;
  readonly pages: readonly SitePage[];
}

/** A folder of more sites, which benchmarks read. */
export const SITES_FOLDER = fileURLToPath(new URL('../fixtures/sites/', import.meta.url));
const ARCHIVE = '.tar.gz';

/** Pages are in the order of their paths. */
function readSite(archive: string): Site {
  const name = archive.slice(0, -ARCHIVE.length);
  const pages: SitePage[] = [];
  list({
    file: `${SITES_FOLDER}${archive}`,
    sync: true,
    strict: true,
    filter: (path) => path.endsWith('.html'),
    onReadEntry: (entry) => {
      const chunks: Buffer[] = [];
      entry.on('data', (chunk) => chunks.push(chunk));
      entry.on('end', () => pages.push({ name: `${name}/${entry.path}`, html: Buffer.concat(chunks).toString() }));
    },
  });
  return { name, pages };
}

let sites: readonly Site[] | undefined;

export const realSites = (): readonly Site[] => {
  sites ??= readdirSync(SITES_FOLDER)
    .filter((file) => file.endsWith(ARCHIVE))
    .sort()
    .map(readSite);
  return sites;
};

export function siteByName(name: string): Site {
  const site = realSites().find((one) => one.name === name);
  if (site === undefined) throw new Error(`test/fixtures/sites has no ${name}${ARCHIVE}`);
  return site;
}
