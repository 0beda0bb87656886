/** Makes labelled copies of sites, by a table of selectors. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem, type Program } from '../bench/command-line.ts';
import type { SourcePage } from '../bench/pages/site-files.ts';
import { findSites, type SiteSource } from '../bench/pages/sites.ts';
import { formatTable, sumOf } from '../bench/report.ts';
import { labelPage, type Selectors } from './corpus/label.ts';
import { readRows } from './corpus/tsv.ts';
import { type GoldSegment, readGold } from './evaluation/gold.ts';

const HELP = `usage: npm run research -- label-sites SELECTORS_TSV SITES_DIR… OUT_DIR

Writes labelled copies of sites to OUT_DIR/NAME. SELECTORS_TSV has a line for each site, with the columns name,
content_selector, content_drop, main_selector, main_drop and comments_selector (CSS; other columns are ignored). The site is
NAME.tar.gz or the folder NAME in a SITES_DIR; a site that is in none is left out. research/corpus/selector-sites.tsv has sites with
free licences.

  data-gold="content"            on elements of content_selector; "template" on those of content_drop. Where content_selector is
                                 empty, the labels that the page has already stay
  data-main="main"               on elements of main_selector; "rest" on those of main_drop, "comments" on those of
                                 comments_selector

A page on which content_selector or main_selector matches nothing is left out. The output has the shares of the characters of
each site. "Main in template" should be 0: no text is main content and template.
`;

const decoder = new TextDecoder();

/** Removes a common folder of all pages of an archive. */
function withoutCommonFolder(pages: readonly SourcePage[]): SourcePage[] {
  const [first] = pages.map(({ name }) => name.slice(0, name.indexOf('/') + 1));
  if (!first || pages.some(({ name }) => !name.startsWith(first))) return [...pages];
  return pages.map((page) => ({ ...page, name: page.name.slice(first.length) }));
}

/** Only these members, because a whole segment would keep its page in memory. */
type LabelledSegment = Pick<GoldSegment, 'length' | 'label' | 'part'>;

/** Shares of content, main content, comments, and main content inside template, by characters. */
function sharesOf(segments: readonly LabelledSegment[]): string[] {
  const lengthOf = (some: readonly LabelledSegment[]): number => sumOf(some.map(({ length }) => length));
  const main = segments.filter(({ part }) => part === 'main');
  return [
    segments.filter(({ label }) => label === 'content'),
    main,
    segments.filter(({ part }) => part === 'comments'),
    main.filter(({ label }) => label === 'template'),
  ].map((some) => (segments.length === 0 ? '–' : (lengthOf(some) / lengthOf(segments)).toFixed(3)));
}

function findSite(name: string, folders: readonly string[]): SiteSource | undefined {
  const path = folders
    .flatMap((folder) => [join(folder, name), join(folder, `${name}.tar.gz`)])
    .find((one) => existsSync(one));
  return path === undefined ? undefined : findSites(path)[0];
}

async function labelSite({ name, selectors }: SelectorSite, site: SiteSource, out: string): Promise<string[]> {
  const pages = withoutCommonFolder(await site.read());
  const segments: LabelledSegment[] = [];
  const manifest = ['file\toriginal path'];
  for (const { name: file, bytes, address } of pages) {
    const labelled = labelPage(decoder.decode(bytes), selectors);
    if (labelled === undefined) continue;
    const target = join(out, name, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, labelled);
    manifest.push(`${file}\t${address ?? file}`);
    for (const { length, label, part } of readGold(labelled, `${name}/${file}`).segments)
      segments.push({ length, label, part });
  }
  const written = manifest.length - 1;
  if (pages.some(({ address }) => address !== undefined))
    writeFileSync(join(out, name, 'manifest.tsv'), `${manifest.join('\n')}\n`);
  return [name, String(written), String(pages.length - written), ...sharesOf(segments)];
}

export const program: Program = {
  help: HELP,
  hasOperands: true,
  async run(line) {
    const [table, ...folders] = line.operands;
    const out = folders.pop();
    if (table === undefined || out === undefined || folders.length === 0)
      throw new Problem('give SELECTORS_TSV, SITES_DIR and OUT_DIR; see --help');
    const rows: string[][] = [];
    for (const entry of readSelectorSites(table)) {
      const site = findSite(entry.name, folders);
      if (site !== undefined) rows.push(await labelSite(entry, site, out));
    }
    if (rows.length === 0) throw new Problem(`no site of ${table} is in ${folders.join(', ')}`);
    const head = ['site', 'pages', 'left out', 'content', 'main', 'comments', 'main in template'];
    line.output.stdout.write(`${formatTable(head, rows)}\n`);
  },
};

// A table of sites and the selectors of their content, main content and comments.

export interface SelectorSite {
  readonly name: string;
  readonly selectors: Selectors;
}

/** Columns that are read. */
const COLUMNS = ['name', 'content_selector', 'content_drop', 'main_selector', 'main_drop', 'comments_selector'];

/** @throws {Problem} if the table lacks a column, or a site has no selector of main content */
export function readSelectorSites(file: string): SelectorSite[] {
  return readRows(file, readFileSync(file, 'utf8'), COLUMNS).map((cell) => {
    const name = cell('name');
    if (cell('main_selector') === '') throw new Problem(`${file}: ${name} has no main_selector`);
    return {
      name,
      selectors: {
        ...{ content: cell('content_selector'), drop: cell('content_drop') },
        ...{ main: cell('main_selector'), mainDrop: cell('main_drop'), comments: cell('comments_selector') },
      },
    };
  });
}
