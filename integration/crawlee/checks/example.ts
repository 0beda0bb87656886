import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import type { Checks } from '../../checks.ts';
import { adminPages, serveAdmin } from '../server.ts';

const EXAMPLE = fileURLToPath(new URL('../example.ts', import.meta.url));

export const exampleChecks: Checks = {
  'the example writes down a site, and goes on where it ended': async () => {
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
      assert.equal(await run(), [], 'all is known');
      assert.is(
        readdirSync(join(folder, 'datasets', 'default')).filter((name) => /^\d+\.json$/.test(name)).length,
        told.length,
      );
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
