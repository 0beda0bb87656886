import { codeOf } from './code-of.ts';
import { PackageError } from './errors.ts';

/**
 * Imports a package that may be missing.
 *
 * @param user what needs it, for the message
 * @throws {PackageError} `PACKAGE_MISSING`, with the command that installs it
 */
export async function importPackage<T>(name: string, user: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // The package may be installed, and miss a dependency of its own.
    const isMissing = codeOf(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes(`'${name}'`);
    if (!isMissing) throw error;
    throw new PackageError(`${user} needs the package ${name}, which is not installed: npm install ${name}`, {
      cause: error,
    });
  }
}
