/** `--include` and `--exclude`: globs for the URL or the id of a page. */
import { usageError } from '../arguments/flags.ts';
import { globTest } from './glob.ts';

/** Whether a page is read. */
export type PageTest = (page: { readonly url: string; readonly id: string }) => boolean;

/**
 * A page must match one glob of `include`, unless there is none, and no glob of `exclude`.
 *
 * @throws {CommandError} if a glob cannot be read
 */
export function pageTest(include: readonly string[], exclude: readonly string[] = []): PageTest {
  const [isIncluded, isExcluded] = [matcher('include', include), matcher('exclude', exclude)];
  return (page) => (include.length === 0 || isIncluded(page)) && !isExcluded(page);
}

function matcher(flag: string, globs: readonly string[]): PageTest {
  const tests = globs.map((glob) => {
    try {
      return globTest(glob);
    } catch (error) {
      throw usageError(`--${flag}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return ({ url, id }) => tests.some((test) => (id !== '' && test(id)) || (url !== '' && test(url)));
}
