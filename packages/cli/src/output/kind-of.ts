import { lstatSync } from 'node:fs';
import { codeOf } from '@refrain/crawl/internal';

/** What a path is, in words: links are not followed. Undefined where there is nothing. */
export function kindOf(path: string): 'file' | 'a folder' | 'a symbolic link' | 'no regular file' | undefined {
  try {
    const stat = lstatSync(path);
    if (stat.isFile()) return 'file';
    if (stat.isDirectory()) return 'a folder';
    return stat.isSymbolicLink() ? 'a symbolic link' : 'no regular file';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
