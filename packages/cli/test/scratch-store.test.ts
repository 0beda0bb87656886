/** The temporary store of a run without a state. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveOptions } from 'refrain';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { madePage } from '../../../test/support/crawl.ts';
import { ScratchStore } from '../src/judge/scratch-store.ts';
import { outcome, pageLines, start } from './command.ts';

const change = (site: string) => ({ site, record: new Uint8Array(32), pages: [], isNew: true });

/** Runs a test with a temporary folder of its own as that of the system. */
const withTemporary = (run: (folder: string) => Promise<void>) => async (): Promise<void> => {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'refrain-test-'));
  process.env['TMPDIR'] = folder;
  try {
    await run(folder);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true });
  }
};

/** Names of scratch folders. */
const scratch = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (name.startsWith('refrain-scratch') ? readdirSync(join(folder, name)) : []));

/** The id of a process that has ended. */
const deadProcess = (): number => Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));

const nameOf = (pid: number): string => `${hostname().replace(/[^\w.]/g, '_')}-${pid}-abcdef`;

test(
  'opens one store where several workers write first, and removes it on closing',
  withTemporary(async (folder) => {
    const store = new ScratchStore(resolveOptions());
    assert.equal(await store.records(['a']), [undefined]);
    assert.equal(scratch(folder), []);
    await Promise.all(['a', 'b', 'c'].map((site) => store.write([change(site)])));
    assert.is(scratch(folder).length, 1);
    assert.is(store.count, 3);
    assert.equal(
      (await store.records(['a', 'b', 'c', 'd'])).map((record) => record?.length),
      [32, 32, 32, undefined],
    );
    await store.close();
    assert.equal(scratch(folder), []);
  }),
);

test(
  'removes the folders of processes that were killed, and no other',
  withTemporary(async (folder) => {
    const home = join(folder, `refrain-scratch-${process.getuid?.() ?? 'user'}`);
    const dead = nameOf(deadProcess());
    const kept = [nameOf(process.pid), 'other-host-1-abcdef', 'notes'];
    for (const name of [dead, ...kept]) mkdirSync(join(home, name, 'inside'), { recursive: true });
    const store = new ScratchStore(resolveOptions());
    await store.write([change('a')]);
    await store.close();
    assert.not(existsSync(join(home, dead)));
    assert.equal(readdirSync(home).sort(), kept.sort());
  }),
);

test(
  'leaves nothing behind after a run of workers whose tables do not fit into memory',
  withTemporary(async (folder) => {
    const pages = Array.from({ length: 600 }, (_, number) => madePage(number % 200, Math.floor(number / 200)));
    const child = start(folder, ['-', '-q', '--jobs', '16', '--max-memory', '16M', '--flush-every', '50']);
    const ended = outcome(child);
    child.stdin?.end(pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join(''));
    const { code, stdout, stderr } = await ended;
    assert.is(code, 0, stderr);
    assert.is(pageLines(stdout).length, 600);
    assert.equal(scratch(folder), []);
  }),
);

test.run();
