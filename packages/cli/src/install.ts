/** Packages that only some tasks of the command need. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PackageError } from '@refrain/crawl';
import { CommandError, messageOf } from './errors.ts';

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/** The command line that installs packages next to this command, in the same way as its `file`. */
export function installLine(names: readonly string[], words: readonly string[], file: string): string {
  const [, root] = /^(.*?)[\\/]node_modules[\\/]/.exec(file) ?? [];
  if (root !== undefined && /[\\/]_npx[\\/]/.test(root))
    return `npx ${['@refrain/cli', ...names].map((name) => `-p ${name}`).join(' ')} refrain ${words.map(quoted).join(' ')}`;
  // npm writes no package.json above global packages.
  const isGlobal = root !== undefined && !existsSync(`${root}/package.json`);
  return `npm install ${isGlobal ? '--global ' : ''}${names.join(' ')}`;
}

/** The error for a missing package, with the command line that installs all. */
export function withInstall(error: unknown, names: readonly string[], more = ''): unknown {
  if (!(error instanceof PackageError)) return error;
  const line = installLine(names, process.argv.slice(2), fileURLToPath(import.meta.url));
  return new CommandError(messageOf(error).replace(/: npm install .*/, ''), { code: error.code, remedy: line + more });
}
