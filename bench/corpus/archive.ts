import { basename } from 'node:path';
import { list } from 'tar';
import { Problem } from '../problem.ts';
import { isPageName, MANIFEST, type SourcePage, withAddresses } from './sites.ts';

/** The pages in a gzipped tar archive, read into memory in the order that they have there; nothing is unpacked. */
export async function readArchive(file: string): Promise<SourcePage[]> {
  const pages: Promise<SourcePage>[] = [];
  let manifest: Promise<Uint8Array> | undefined;
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => {
        if (entry.type === 'File' && basename(entry.path) === MANIFEST) manifest = entry.concat();
        if (entry.type !== 'File' || !isPageName(entry.path)) return;
        const name = entry.path.replace(/^\.\//, '');
        pages.push(entry.concat().then((bytes) => ({ name, bytes })));
      },
    });
  } catch (error) {
    throw new Problem(`${file}: can not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return withAddresses(await Promise.all(pages), manifest === undefined ? '' : Buffer.from(await manifest).toString());
}
