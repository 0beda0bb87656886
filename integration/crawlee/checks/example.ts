import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { adminPages, serveAdmin } from '../server.ts';

const EXAMPLE = fileURLToPath(new URL('../example.ts', import.meta.url));
const DOCUMENT = new URL('../../../docs/crawlers.md', import.meta.url);

export const exampleChecks: Checks = {
  'the example crawls a site and continues after its end': async () => {
    const server = await serveAdmin();
    const folder = mkdtempSync(join(tmpdir(), 'refrain-crawlee-'));
    const run = async (): Promise<string[]> => {
      const given = ['--import', 'tsx', EXAMPLE, `${server.origin}/index.html`, folder];
      const { stdout } = await promisify(execFile)(process.execPath, given);
      return stdout.split('\n').filter((line) => / % template$/.test(line));
    };
    try {
      const told = await run();
      assert.ok(told.length > 60 && told.length <= adminPages.size, `${told.length} pages`);
      const shares = told.map((line) => Number(/(\d+) % template$/.exec(line)?.[1]));
      assert.ok(shares.filter((share) => share > 30).length > told.length / 2);
      assert.equal(await run(), [], 'pages of the second run');
      assert.is(
        readdirSync(join(folder, 'datasets', 'default')).filter((name) => /^\d+\.json$/.test(name)).length,
        told.length,
      );
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },

  'docs/crawlers.md contains the example': () => {
    const code = readFileSync(EXAMPLE, 'utf8').replace(/^\/\*\*.*?\*\/\n/s, '');
    assert.ok(readFileSync(DOCUMENT, 'utf8').includes(code));
  },
};
