import { list } from 'tar';
import { Problem } from '../command.ts';
import { isCompanion, isPageName, joinPages, type SourcePage } from './site-files.ts';

/** Reads the pages of a gzipped tar archive into memory; writes nothing to disk. */
export async function readArchive(file: string): Promise<SourcePage[]> {
  const files: Promise<{ name: string; bytes: Uint8Array }>[] = [];
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => {
        const name = entry.path.replace(/^\.\//, '');
        if (entry.type !== 'File' || !(isPageName(name) || isCompanion(name))) return;
        files.push(entry.concat().then((bytes) => ({ name, bytes })));
      },
    });
  } catch (error) {
    throw new Problem(`${file}: cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  const read = await Promise.all(files);
  const companions = read.filter(({ name }) => isCompanion(name));
  return joinPages(
    read.filter(({ name }) => isPageName(name)),
    new Map(companions.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])),
  );
}
