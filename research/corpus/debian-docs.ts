/**
 * Documentation packages of Debian and the selectors of their content, from `debian-docs.tsv` with one line for each site. Some are hard
 * for methods that count repetition: inherited members have the same text on many pages, inside the content; or each section has a
 * different template.
 *
 * Main content of a documentation page is its title and body, and its list of subpages. Not main content, where the generator creates them:
 * links to neighbouring pages, tables of contents that repeat the headings of the same page, synopses that repeat its signatures, links to
 * the source, to edit or to run something, permalink signs of headings, numbers of paragraphs, diagrams, switches, dates of the last
 * change, and lists of related pages in separate boxes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Selectors } from './label.ts';
import { readRows } from './tsv.ts';

export interface DebianDocs {
  readonly name: string;
  /** Name of the Debian package. */
  readonly package: string;
  /** Folder of the pages inside the package. */
  readonly root: string;
  readonly selectors: Selectors;
  /** Matches the paths of pages with a different layout, which are omitted. */
  readonly exclude: RegExp | undefined;
  /** Why the site is hard; empty for an ordinary site. */
  readonly hard: string;
}

const FILE = fileURLToPath(new URL('debian-docs.tsv', import.meta.url));

const COLUMNS = ['name', 'package', 'root', 'content', 'drop', 'main', 'main_drop', 'comments', 'exclude', 'hard'];

export function readDebianDocs(): DebianDocs[] {
  return readRows(FILE, readFileSync(FILE, 'utf8'), COLUMNS).map((cell) => ({
    name: cell('name'),
    package: cell('package'),
    root: cell('root'),
    selectors: selectorsOf({
      ...{ content: cell('content'), drop: cell('drop'), main: cell('main') },
      ...{ mainDrop: cell('main_drop'), comments: cell('comments') },
    }),
    exclude: cell('exclude') === '' ? undefined : new RegExp(cell('exclude')),
    hard: cell('hard'),
  }));
}

/** Without a separate selector, the main content is the content: template is not main content either. */
function selectorsOf(selectors: Required<Selectors>): Selectors {
  const { content, drop, main, mainDrop } = selectors;
  if (main !== '') return selectors;
  return { ...selectors, main: content, mainDrop: [drop, mainDrop].filter((selector) => selector !== '').join(', ') };
}
