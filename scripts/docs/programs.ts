/** Type-checks and runs the programs of documents in a folder where imports resolve as for users. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { members, warcRecord } from '../../test/support/warc.ts';
import type { Block } from './blocks.ts';
import { ENTRIES, packageOf } from './entries.ts';

// Input files in documents: pages of a small site as a folder, a WARC and NDJSON.

export const SITE = 'docs/example-site';
const HOST = 'https://river.example';

/** Writes half of the pages to `crawl.warc.gz`, and the rest to `more.ndjson`. */
export function writeCrawl(folder: string): void {
  const names = readdirSync(SITE).sort();
  const pages = names.map((name) => ({ url: `${HOST}/${name}`, html: readFileSync(join(SITE, name), 'utf8') }));
  const half = pages.length / 2;
  const records = pages.slice(0, half).map(({ url, html }) => warcRecord({ url, body: html }));
  writeFileSync(join(folder, 'crawl.warc.gz'), members(records));
  const lines = pages.slice(half).map((page) => `${JSON.stringify(page)}\n`);
  writeFileSync(join(folder, 'more.ndjson'), lines.join(''));
}

const FOLDER = 'build/docs-code';
const TIMEOUT = 120_000;

export interface Program {
  readonly block: Block;
  readonly file: string;
}

const SCRIPT = /<script type="module">\n(.*?)<\/script>/s;

/** The code of a block. For HTML, the first module script, after empty lines that keep line numbers. */
export function codeOf({ language, code }: Block): string | undefined {
  if (language === 'ts' || language === 'js') return code;
  const found = language === 'html' ? SCRIPT.exec(code) : null;
  const above = found && code.slice(0, found.index).split('\n').length;
  return found && above !== null ? '\n'.repeat(above) + (found[1] ?? '') : undefined;
}

/** Links packages as if they were installed, also for files outside a package. */
function linkPackages(): void {
  const modules = join(FOLDER, 'node_modules');
  mkdirSync(join(modules, '@refrain'), { recursive: true });
  for (const name of new Set(ENTRIES.map((entry) => packageOf(entry.name)))) {
    symlinkSync(resolve(name.replace('@refrain/', 'packages/').replace(/^refrain$/, '.')), join(modules, name));
  }
}

export function writePrograms(blocks: readonly Block[]): Program[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  linkPackages();
  return blocks.flatMap((block) => {
    const code = codeOf(block);
    if (code === undefined || block.skip !== undefined) return [];
    const name = block.document.replace(/^docs\//, '').replace('.md', '');
    const file = resolve(FOLDER, `${name}-${block.line}.ts`);
    writeFileSync(file, `${code}\nexport {};\n`);
    return [{ block, file }];
  });
}

/** The compiler options of a typical user. */
const COMPILER_OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitReturns: true },
  ...{ noEmit: true, skipLibCheck: true, target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext' },
  lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
};

const ERROR = /^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/;

export function typeErrors(programs: readonly Program[]): string[] {
  const project = join(FOLDER, 'tsconfig.json');
  const files = programs.map(({ file }) => file);
  writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  const { stdout, status } = spawnSync(join('node_modules', '.bin', 'tsc'), ['-p', project, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  if (status === 0) return [];
  const byFile = new Map(programs.map((one) => [one.file, one]));
  const errors: string[] = [];
  for (const line of stdout.split('\n')) {
    const [, path = '', number = '', message = ''] = ERROR.exec(line) ?? [];
    const found = byFile.get(resolve(path));
    if (found !== undefined) {
      errors.push(`${found.block.document}:${found.block.line + Number(number) - 1}: ${message}`);
    } else if (path !== '') errors.push(`${path}: ${message}`);
    else if (line.trim() !== '') errors.push(line);
  }
  return errors;
}

/** Writes the commands `refrain` and `npx @refrain/cli`, which needs no registry. */
function writeCommands(folder: string): string {
  const main = resolve('packages/cli/dist/bin/main.js');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const scripts = {
    refrain: `exec node ${JSON.stringify(main)} "$@"`,
    npx: `shift\nexec refrain "$@"`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** Runs a block in a new folder with the input files. */
export function runBlock(block: Block, program: Program | undefined): string {
  const scratch = mkdtempSync(join(tmpdir(), 'refrain-docs-'));
  try {
    const bin = writeCommands(scratch);
    const folder = join(scratch, 'work');
    mkdirSync(folder);
    cpSync(SITE, join(folder, 'site'), { recursive: true });
    writeCrawl(folder);
    const [command, ...words] =
      program === undefined
        ? ['bash', '-euo', 'pipefail', '-c', block.code]
        : [process.execPath, '--import', import.meta.resolve('tsx'), program.file];
    const { status, stdout, stderr } = spawnSync(command ?? '', words, {
      ...{ cwd: folder, encoding: 'utf8', timeout: TIMEOUT },
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1' },
    });
    if (status !== 0) throw new Error(`${block.document}:${block.line}: ended with ${status}\n${stderr}`);
    return stdout;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Builds the packages, whose types and code programs use. */
export function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
}
