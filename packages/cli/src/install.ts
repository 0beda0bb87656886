/** Errors for missing packages that only some commands need. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PackageError } from '@refrain/crawl';
import { CommandError, messageOf } from './errors.ts';

/** A word of a command line, for shells. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** The npm command that installs packages where this command is installed: globally or in a project. */
export function installLine(names: readonly string[], words: readonly string[], file: string): string {
  const [, root] = /^(.*?)[\\/]node_modules[\\/]/.exec(file) ?? [];
  if (root !== undefined && /[\\/]_npx[\\/]/.test(root))
    return `npx ${['@refrain/cli', ...names].map((name) => `-p ${name}`).join(' ')} refrain ${words.map(quoted).join(' ')}`;
  // Only the folder above packages of a project has a package.json.
  const isGlobal = root !== undefined && !existsSync(`${root}/package.json`);
  return `npm install ${isGlobal ? '--global ' : ''}${names.join(' ')}`;
}

/** Adds the npm command that installs all packages to the error for a missing one. */
export function withInstall(error: unknown, names: readonly string[], more = ''): unknown {
  if (!(error instanceof PackageError)) return error;
  const line = installLine(names, process.argv.slice(2), fileURLToPath(import.meta.url));
  return new CommandError(messageOf(error).replace(/: npm install .*/, ''), { code: error.code, remedy: line + more });
}
