/**
 * Makes labelled sites of Debian's documentation packages, by selectors in `debian-docs.tsv`. Some are hard for methods
 * that count repetition: inherited members have the same text on many pages, or each section has a different template.
 *
 * Main content is title, body, and the list of subpages. It excludes generated links to neighbouring pages, tables of
 * contents that repeat the headings of the page, synopses that repeat its signatures, links to the source, to edit or
 * to run something, permalink signs, numbers of paragraphs, diagrams, switches, dates of the last change, and lists of
 * related pages in separate boxes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeHtml } from 'refrain';
import type { Program } from '../bench/command-line.ts';
import { Problem } from '../bench/command-line.ts';
import { withoutGold } from '../bench/pages/read.ts';
import { fileNames } from '../bench/pages/sites.ts';
import { inFolder } from '../test/support/folder.ts';
import { labelPage, type Selectors } from './corpus/label.ts';
import { readRows } from './corpus/tsv.ts';

interface DebianDocs {
  readonly name: string;
  readonly package: string;
  readonly root: string;
  readonly selectors: Selectors;
  /** Paths of omitted pages with a different layout. */
  readonly exclude: RegExp | undefined;
  /** Why the site is hard; empty for an ordinary site. */
  readonly hard: string;
}

const TABLE = fileURLToPath(new URL('corpus/debian-docs.tsv', import.meta.url));

const COLUMNS = ['name', 'package', 'root', 'content', 'drop', 'main', 'main_drop', 'comments', 'exclude', 'hard'];

function readDebianDocs(): DebianDocs[] {
  return readRows(TABLE, readFileSync(TABLE, 'utf8'), COLUMNS).map((cell) => ({
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

/** Without a selector of main content, content without template is used. */
function selectorsOf(selectors: Required<Selectors>): Selectors {
  const { content, drop, main, mainDrop } = selectors;
  if (main !== '') return selectors;
  return { ...selectors, main: content, mainDrop: [drop, mainDrop].filter((selector) => selector !== '').join(', ') };
}

const DOCS = readDebianDocs();

const HELP = `usage: npm run research -- doc-sites DIR [NAME…] [--all]

Downloads documentation packages with apt-get (Debian or Ubuntu; nothing is installed), labels their pages by selectors, and
writes them to DIR in UTF-8, as sites for npm run evaluate. Pages with another layout are left out. Without a NAME: the sites
that are hard for methods that count repetition. With --all: all (300 MB).

Options
  --all                          all sites
  --from FOLDER                  labels the pages that an earlier run wrote to FOLDER anew, instead of downloading packages

${DOCS.map(({ name, package: from, hard }) => `  ${name.padEnd(24)} ${from.padEnd(28)} ${hard}`.trimEnd()).join('\n')}
`;

function run(command: string, words: readonly string[], cwd: string): void {
  try {
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const message = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw new Problem(`${command} ${words.join(' ')} failed${message === '' ? '' : `: ${message}`}`);
  }
}

const fromUtf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Decodes a page in any character set. */
function fromAny(bytes: Uint8Array): string {
  const { html } = decodeHtml(bytes);
  return typeof html === 'string' ? html : fromUtf8(html);
}

interface Pages {
  readonly from: string;
  readonly decode: (bytes: Uint8Array) => string;
}

/** Labels the pages with the layout of the site, and reports their number. */
function labelSite({ name, selectors, exclude }: DebianDocs, { from, decode }: Pages, folder: string): string {
  const names = fileNames(from).filter((page) => /\.html?$/.test(page) && exclude?.test(page) !== true);
  let written = 0;
  for (const page of names) {
    const labelled = labelPage(withoutGold(decode(readFileSync(join(from, page)))), selectors);
    if (labelled === undefined) continue;
    const target = join(folder, name, page.replace(/\.htm$/, '.html'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, labelled);
    written += 1;
  }
  return `${name}: ${written} of ${names.length} pages\n`;
}

const fetchSite = (docs: DebianDocs, folder: string): Promise<string> =>
  inFolder({}, (work) => {
    run('apt-get', ['download', docs.package], work);
    const archive = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (archive === undefined) throw new Problem(`apt-get download ${docs.package} wrote no .deb file`);
    run('dpkg-deb', ['-x', archive, 'contents'], work);
    return labelSite(docs, { from: join(work, 'contents', docs.root), decode: fromAny }, folder);
  });

/** Labels an earlier output again. Its pages are in UTF-8, even if they declare another encoding. */
function relabelSite(docs: DebianDocs, from: string, folder: string): string {
  const pages = join(from, docs.name);
  if (!existsSync(pages)) throw new Problem(`${pages}: there is no such folder`);
  return labelSite(docs, { from: pages, decode: fromUtf8 }, folder);
}

export const program: Program = {
  help: HELP,
  values: ['from'],
  switches: ['all'],
  hasOperands: true,
  async run(line) {
    const [folder, ...names] = line.operands;
    if (folder === undefined) throw new Problem('give the DIR to write to; see --help');
    const unknown = names.find((name) => DOCS.every((docs) => docs.name !== name));
    if (unknown !== undefined) throw new Problem(`there is no documentation ${unknown}; --help lists the names`);
    const isWanted = ({ name, hard }: DebianDocs): boolean =>
      line.has('all') || (names.length > 0 ? names.includes(name) : hard !== '');
    const from = line.text('from');
    for (const docs of DOCS.filter(isWanted)) {
      line.output.stdout.write(from === undefined ? await fetchSite(docs, folder) : relabelSite(docs, from, folder));
    }
  },
};
