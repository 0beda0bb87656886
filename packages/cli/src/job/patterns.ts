/** `--include` and `--exclude`: globs for the URL or the id of a page. */
import { usageError } from '../arguments/flags.ts';
import { globTest } from './glob.ts';

/** The globs of a run. */
export interface Patterns {
  /** A page must match one of them; empty: every page. */
  readonly include: readonly string[];
  /** A page must match none of them. */
  readonly exclude: readonly string[];
}

export const NO_PATTERNS: Patterns = { include: [], exclude: [] };

/** What patterns are compared with. */
interface Named {
  readonly url: string;
  readonly id: string;
}

type Test = (page: Named) => boolean;

/** @throws {CommandError} if a glob cannot be read */
export function checkPatterns({ include, exclude }: Patterns): void {
  matcher('include', include);
  matcher('exclude', exclude);
}

/** Whether a page is read. */
export function pageTest({ include, exclude }: Patterns): Test {
  const [isIncluded, isExcluded] = [matcher('include', include), matcher('exclude', exclude)];
  return (page) => (include.length === 0 || isIncluded(page)) && !isExcluded(page);
}

function matcher(flag: string, globs: readonly string[]): Test {
  const tests = globs.map((glob) => {
    try {
      return globTest(glob);
    } catch (error) {
      throw usageError(`--${flag}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return ({ url, id }) => tests.some((test) => (id !== '' && test(id)) || (url !== '' && test(url)));
}
