/**
 * Documentation packages of Debian and the selectors of their content, from `debian-docs.tsv` with one line for each site. Some
 * are hard for methods that count repetition: inherited members have the same text on many pages, inside the content; or each
 * section has its own template.
 */
import { readFileSync } from 'node:fs';

export interface DebianDocs {
  readonly name: string;
  /** Name of the Debian package. */
  readonly package: string;
  /** Folder of the pages inside the package. */
  readonly root: string;
  /** Selector of the content elements, and of elements inside them that are not content (empty for none). */
  readonly content: string;
  readonly drop: string;
  /** Matches the paths of pages with another layout, which are left out. */
  readonly exclude: RegExp | undefined;
  /** Why the site is hard; empty for an ordinary site. */
  readonly hard: string;
}

export function readDebianDocs(): DebianDocs[] {
  const [, ...lines] = readFileSync(new URL('debian-docs.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [name = '', from = '', root = '', content = '', drop = '', exclude = '', hard = ''] = line.split('\t');
    return {
      name,
      package: from,
      root,
      content,
      drop,
      exclude: exclude === '' ? undefined : new RegExp(exclude),
      hard,
    };
  });
}
