/** `--include` and `--exclude`: globs for the URL or the id of a page. */
import { usageError } from '../arguments/flag-kinds.ts';
import { messageOf } from '../errors.ts';

export type PageTest = (page: { readonly url: string; readonly id: string }) => boolean;

/**
 * A test of pages: each must match a glob of `include`, unless there are none, and no glob of `exclude`.
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
      throw usageError(`--${flag}: ${messageOf(error)}`);
    }
  });
  return ({ url, id }) => tests.some((test) => (id !== '' && test(id)) || (url !== '' && test(url)));
}

/** A test of one item, or a star for any number of items. */
type Part<T> = '*' | ((item: T) => boolean);

/**
 * True if the parts match all items. When a test fails, the last star takes one more item. Earlier stars need not
 * change, because more items for them would leave fewer for the rest. The time is at most the product of both lengths.
 */
function matches<T>(parts: readonly Part<T>[], items: readonly T[]): boolean {
  let [part, item] = [0, 0];
  let star: { readonly part: number; taken: number } | undefined;
  while (item < items.length) {
    const test = parts[part];
    if (test === '*') {
      star = { part, taken: item };
      part += 1;
    } else if (test?.(items[item] as T)) {
      part += 1;
      item += 1;
    } else {
      if (star === undefined) return false;
      star.taken += 1;
      [part, item] = [star.part + 1, star.taken];
    }
  }
  return parts.slice(part).every((rest) => rest === '*');
}

const LETTERS_MAX = 1000;

/**
 * A test of texts against a glob: `*`, `**`, `?`, `[a-z]`, `[!a]`, and a backslash before a literal character.
 *
 * @throws {Error} if the glob cannot be read
 */
export function globTest(glob: string): (text: string) => boolean {
  if (glob === '' || glob.length > LETTERS_MAX) throw new Error(`a glob has 1 to ${LETTERS_MAX} characters`);
  if (/^!|[!@+*?]\(|(?<!\\)\{/.test(glob))
    throw new Error(`${glob} begins with ! or contains a list, which is not supported; repeat the flag for each glob`);
  const pattern = namesOf(glob.replace(/^\.\//, ''));
  // If the last name is a star that matches a folder, a slash may follow.
  const isFolder = /(?:^|\/)\*(?!\*)[^/]*$/.test(glob);
  return (text) => {
    const names = text.split('/').map((name) => [...name]);
    return matches(pattern, names) || (isFolder && text.endsWith('/') && matches(pattern, names.slice(0, -1)));
  };
}

/** The names between the slashes of a glob; each is a list of tests of letters. */
function namesOf(glob: string): Part<readonly string[]>[] {
  const names: string[][] = [[]];
  for (const [sign] of glob.matchAll(/\*+|\[.[^\]]*\]|\\.|./gsu)) {
    if (sign === '[') throw new Error(`${glob} has a [ without ]`);
    if (sign === '/' || sign === '\\/') names.push([]);
    else names.at(-1)?.push(sign);
  }
  return names.map((signs) => {
    const [only = ''] = signs.length === 1 ? signs : [];
    if (/^\*\*/.test(only)) return '*';
    // A name that is only a star matches at least one letter.
    if (only === '*') return (letters) => letters.length > 0;
    const parts = signs.map(letterOf);
    return (letters) => matches(parts, letters);
  });
}

function letterOf(sign: string): Part<string> {
  if (/^\*/.test(sign)) return '*';
  if (sign === '?') return () => true;
  if (/^\[./.test(sign)) return classOf(sign.slice(1, -1));
  const letter = sign.replace(/^\\(?=.)/s, '');
  return (found) => found === letter;
}

function classOf(text: string): (letter: string) => boolean {
  const isNot = /^[!^]/.test(text);
  const ranges = (isNot ? text.slice(1) : text).match(/.-.|./gsu) ?? [];
  return (letter) => ranges.some(([from = '', , to = from]) => letter >= from && letter <= to) !== isNot;
}
