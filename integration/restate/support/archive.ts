/** WARC files for pages by reference. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type PageByReference, references } from '../../../packages/restate/src/index.ts';
import { warcRecord } from '../../../test/support/warc.ts';

export interface ArchivePage {
  readonly url: string;
  readonly html: string | Uint8Array;
}

/** Writes pages to a file, by default one gzip member per page. Returns references to them. */
export async function writeArchive(
  file: string,
  pages: Iterable<ArchivePage>,
  { compressed = true, archive }: { compressed?: boolean; archive: string },
): Promise<PageByReference[]> {
  const out = openSync(file, 'w');
  for (const { url, html } of pages) {
    const record = warcRecord({ url, body: html });
    writeSync(out, compressed ? gzipSync(record, { level: 3 }) : record);
  }
  closeSync(out);
  const made: PageByReference[] = [];
  for await (const reference of references(file, { archive })) made.push(reference);
  return made;
}
