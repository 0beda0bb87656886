/**
 * Documentation that comes by package name, and where its content is: `debian-docs.tsv`, a line a site. Some are hard for
 * methods that count repetition: what classes inherit stands word for word on many pages, inside the content; or each
 * section has a template of its own.
 */
import { readFileSync } from 'node:fs';

export interface DebianDocs {
  readonly name: string;
  /** Debian package that has it. */
  readonly package: string;
  /** Folder of the pages in the package. */
  readonly root: string;
  /** Elements that are content, and those in them that are not; empty where all in them is. */
  readonly content: string;
  readonly drop: string;
  /** Pages whose path this matches have another layout. */
  readonly exclude: RegExp | undefined;
  /** What makes it hard; empty where nothing does more than elsewhere. */
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
