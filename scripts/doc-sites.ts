/** `npm run doc-sites`: documentation from Debian's archive as labelled sites. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readCommandLine, runCommand } from '../bench/command.ts';
import { DEBIAN_DOCS, type DebianDocs } from '../bench/corpus/debian-docs.ts';
import { labelPage } from '../bench/corpus/label.ts';
import { Problem } from '../bench/problem.ts';

const HELP = `usage: npm run doc-sites -- DIR [NAME…]

Fetches documentation packages with apt-get (Debian or Ubuntu; nothing is installed), labels their pages by selectors, and
writes them to DIR as sites for npm run evaluate and npm run experiments -- --hard DIR. Pages of another layout are left out.

${DEBIAN_DOCS.map(({ name, package: from, why }) => `  ${name.padEnd(14)} ${from.padEnd(26)} ${why}`).join('\n')}
`;

function run(command: string, words: readonly string[], cwd: string): void {
  try {
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw new Problem(`${command} ${words.join(' ')} failed${said === '' ? '' : `: ${said}`}`);
  }
}

function fetchSite({ name, package: from, root, content, drop }: DebianDocs, folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'refrain-docs-'));
  try {
    run('apt-get', ['download', from], work);
    const archive = readdirSync(work).find((file) => file.endsWith('.deb'));
    if (archive === undefined) throw new Problem(`apt-get download ${from} gave no package`);
    run('dpkg-deb', ['-x', archive, 'contents'], work);
    const pages = join(work, 'contents', root);
    const names = readdirSync(pages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.html?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(pages.length + 1));
    let written = 0;
    for (const page of names) {
      const labelled = labelPage(readFileSync(join(pages, page), 'utf8'), { content, drop });
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
  const line = readCommandLine(words, { help: { type: 'boolean' } });
  const [folder, ...names] = line.operands;
  if (line.has('help')) {
    process.stdout.write(HELP);
    return;
  }
  if (folder === undefined) throw new Problem('give the DIR to write to; --help tells more');
  const unknown = names.find((name) => DEBIAN_DOCS.every((docs) => docs.name !== name));
  if (unknown !== undefined) throw new Problem(`there is no documentation ${unknown}; --help lists what there is`);
  for (const docs of DEBIAN_DOCS) if (names.length === 0 || names.includes(docs.name)) fetchSite(docs, folder);
});
