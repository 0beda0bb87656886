import { list } from 'tar';
import { Problem } from '../problem.ts';
import { isPageName, type SourcePage } from './sites.ts';

/** The pages in a gzipped tar archive, read into memory in the order that they have there; nothing is unpacked. */
export async function readArchive(file: string): Promise<SourcePage[]> {
  const pages: Promise<SourcePage>[] = [];
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => {
        if (entry.type !== 'File' || !isPageName(entry.path)) return;
        const name = entry.path.replace(/^\.\//, '');
        pages.push(entry.concat().then((bytes) => ({ name, bytes })));
      },
    });
  } catch (error) {
    throw new Problem(`${file}: can not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return Promise.all(pages);
}
