/** Files that a server may read. */
import { realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { InputError } from 'refrain';
import { messageOf } from '../../errors.ts';

/**
 * The path of a file or folder below the root. Refuses links that leave the root, and pipes and devices, because
 * reading them may never end.
 *
 * @throws {InputError}
 */
export function pathBelow(root: string | undefined, path: string): string {
  if (root === undefined) throw new InputError('this server reads no files (--root)');
  const from = realpathSync(root);
  let real: string;
  let isRead: boolean;
  try {
    real = realpathSync(resolve(from, path));
    const stat = statSync(real);
    isRead = stat.isFile() || stat.isDirectory();
  } catch (error) {
    throw new InputError(`${path}: ${messageOf(error)}`);
  }
  if (!isRead) throw new InputError(`${path} is neither a file nor a folder`);
  const [first] = relative(from, real).split(sep);
  if (first !== '..' && resolve(from, relative(from, real)) === real) return real;
  throw new InputError(`${path} is outside of the folder that this server may read (--root)`);
}
