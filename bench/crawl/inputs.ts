/** Copies of sites under different names, as a crawler leaves them: in folders, and in a gzipped WARC in random order. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { members, warcRecord } from '../../test/support/warc.ts';
import type { BenchPage, BenchSite } from '../pages/read.ts';
import { shuffle } from '../random.ts';

/** Writes a folder for each copy of a site. */
export function writeFolders(sites: readonly BenchSite[], copies: number, folder: string): string[] {
  const folders: string[] = [];
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { name, pages } of sites) {
      const home = join(folder, `${name}-${copy}`);
      folders.push(home);
      for (const page of pages) {
        const path = join(home, page.name.slice(name.length + 1));
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, page.bytes);
      }
    }
  }
  return folders;
}

/** As a server sends it, and a crawler keeps it. */
const HTTP = [
  ...['HTTP/1.1 200 OK', 'Date: Mon, 06 May 2024 07:08:09 GMT', 'Server: nginx/1.18.0 (Ubuntu)'],
  ...['Content-Type: text/html; charset=utf-8', 'Connection: keep-alive', 'Vary: Accept-Encoding'],
];

/** Writes the pages of all copies of the sites, each copy in another random order. Gives the bytes of the file. */
export async function writeWarc(sites: readonly BenchSite[], copies: number, path: string): Promise<number> {
  const file = createWriteStream(path);
  const all: readonly BenchPage[] = sites.flatMap(({ pages }) => pages);
  let bytes = 0;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { site, name, bytes: body } of shuffle(all, copy + 1)) {
      const url = `https://${site}-${copy}.example/${encodeURI(name)}`;
      const member = members([warcRecord({ url, body, http: HTTP })]);
      bytes += member.length;
      if (!file.write(member)) await once(file, 'drain');
    }
  }
  await new Promise<void>((resolve) => file.end(() => resolve()));
  return bytes;
}
