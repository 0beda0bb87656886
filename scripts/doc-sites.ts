/** `npm run bench doc-sites`: documentation from the Debian archive as labelled sites. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeHtml } from '@refrain/crawl/input';
import { readCommandLine, runCommand } from '../bench/command.ts';
import { type DebianDocs, readDebianDocs } from '../bench/corpus/debian-docs.ts';
import { labelPage } from '../bench/corpus/label.ts';
import { Problem } from '../bench/problem.ts';

const DOCS = readDebianDocs();

const HELP = `usage: npm run bench doc-sites -- DIR [NAME…] [--all]

Downloads documentation packages with apt-get (Debian or Ubuntu; nothing is installed), labels their pages by selectors, and
writes them to DIR in UTF-8, as sites for npm run evaluate and npm run bench experiments -- --hard DIR. Pages with another
layout are left out. Without a NAME: the sites that are hard for methods that count repetition. With --all: all (300 MB).

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

function fetchSite({ name, package: from, root, content, drop, exclude }: DebianDocs, folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'refrain-docs-'));
  try {
    run('apt-get', ['download', from], work);
    const archive = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (archive === undefined) throw new Problem(`apt-get download ${from} wrote no .deb file`);
    run('dpkg-deb', ['-x', archive, 'contents'], work);
    const pages = join(work, 'contents', root);
    const names = readdirSync(pages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.html?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(pages.length + 1))
      .filter((page) => exclude?.test(page) !== true);
    let written = 0;
    for (const page of names) {
      const { html } = decodeHtml(readFileSync(join(pages, page)));
      const text = typeof html === 'string' ? html : new TextDecoder().decode(html);
      const labelled = labelPage(text, { content, drop });
      if (labelled === undefined) continue;
      const target = join(folder, name, page.replace(/\.htm$/, '.html'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, labelled);
      written += 1;
    }
    process.stdout.write(`${name}: ${written} of ${names.length} pages\n`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

await runCommand('doc-sites', async (words) => {
  const line = readCommandLine(words, { all: { type: 'boolean' }, help: { type: 'boolean' } });
  const [folder, ...names] = line.operands;
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (folder === undefined) throw new Problem('give the DIR to write to; see --help');
  const unknown = names.find((name) => DOCS.every((docs) => docs.name !== name));
  if (unknown !== undefined) throw new Problem(`there is no documentation ${unknown}; --help lists the names`);
  const isWanted = ({ name, hard }: DebianDocs): boolean =>
    line.has('all') || (names.length > 0 ? names.includes(name) : hard !== '');
  for (const docs of DOCS.filter(isWanted)) fetchSite(docs, folder);
});
