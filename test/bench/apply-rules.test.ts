import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('apply-rules times rules beside Readability', async () => {
  const words = ['--import', 'tsx', 'bench/apply-rules.ts', '--quick', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { sites } = JSON.parse(stdout) as {
    sites: { site: string; pages: number; apply: number; selectors: number }[];
  };
  assert.ok(sites.length > 0);
  for (const { pages, apply, selectors } of sites) assert.ok(pages > 0 && apply > 0 && selectors > 0);
});

test.run();
