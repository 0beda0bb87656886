/** Pages as files, for processes to read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BenchSite } from './read.ts';

/** Writes a folder for a copy of each site. */
export function writeFolders(sites: readonly BenchSite[], copy: number, folder: string): string[] {
  return sites.map(({ name, pages }) => {
    const home = join(folder, `${name}-${copy}`);
    for (const page of pages) {
      const path = join(home, page.name.slice(name.length + 1));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, page.bytes);
    }
    return home;
  });
}
