/**
 * The example of Dask, with two workers on this machine. Needs python3-distributed.
 *
 * Run: npm run build && node --import tsx integration/dask/test.ts [WORD…]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { writeFiles } from '../../test/support/folder.ts';
import { realSites } from '../../test/support/real-sites.ts';
import { runChecks } from '../checks.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MAIN = at('../../packages/cli/dist/bin/main.js');
const EXAMPLE = at('../../examples/dask/documents.py');
/** The interpreter of Debian, which has its packages. */
const PYTHON = '/usr/bin/python3';
const HOSTS = 24;

const root = mkdtempSync(join(tmpdir(), 'refrain-dask-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

async function run(command: string, words: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env['PATH']}` };
  const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  const [code] = await once(child, 'close');
  assert.is(code, 0, texts.stderr);
  return texts;
}

/** Lines of JSON in the order of their ids. */
const sorted = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: string })
    .sort((one, other) => (one.id < other.id ? -1 : 1));

await runChecks(
  {
    'sites grouped by Dask have the documents of one process, whichever worker reads them': async () => {
      const sites = realSites();
      // Sites of 1 to 24 pages, in turn as in archives.
      const pages = Array.from({ length: 24 * HOSTS }, (_, number) => {
        const [host, page] = [number % HOSTS, Math.floor(number / HOSTS)];
        const html = page <= host ? sites[host % sites.length]?.pages[page]?.html : undefined;
        return html === undefined ? [] : [{ url: `https://www${host}.example/${String(page).padStart(2, '0')}`, html }];
      }).flat();
      const refused = { url: 'https://www9.example/refused', html: '<p>Refused', contentType: 7 };
      const lines = (all: readonly object[]): string => all.map((page) => `${JSON.stringify(page)}\n`).join('');
      const ordered = [...pages].sort((one, other) => (one.url < other.url ? -1 : 1));
      writeFiles(root, {
        'bin/refrain': `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`,
        'pages.ndjson': lines([...pages, refused]),
        'ordered.ndjson': lines(ordered),
      });
      chmodSync(join(root, 'bin/refrain'), 0o755);
      mkdirSync(join(root, 'out'));
      await run(PYTHON, [EXAMPLE, join(root, 'pages.ndjson'), join(root, 'out')]);
      const parts = readdirSync(join(root, 'out')).map((name) => readFileSync(join(root, 'out', name), 'utf8'));
      const words = [join(root, 'ordered.ndjson'), '--fields', 'id,url,title,text', '--quiet'];
      const { stdout } = await run(join(root, 'bin/refrain'), words);
      assert.is(sorted(stdout).length, pages.length);
      assert.equal(sorted(parts.join('\n')), sorted(stdout));
    },
  },
  { seconds: 900 },
);
