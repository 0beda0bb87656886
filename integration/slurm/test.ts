/**
 * An array of eight SLURM tasks over an index of web archives, by the script of examples/slurm, with controller and
 * node on this machine. Needs slurm-wlm.
 *
 * Run: npm run build && node --import tsx integration/slurm/test.ts [WORD…]
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { buildArchives } from '../../test/support/archives.ts';
import { writeFiles } from '../../test/support/folder.ts';
import { realSites } from '../../test/support/real-sites.ts';
import { runChecks } from '../checks.ts';
import { Cluster, until } from './support/cluster.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MAIN = at('../../packages/cli/dist/bin/main.js');
const SCRIPT = at('../../examples/slurm/shard.sh');
const COUNT = 8;
/** The killed task, and the one that is queued again while it runs. */
const [KILLED, REQUEUED] = [3, 6];

const root = mkdtempSync(join(tmpdir(), 'refrain-slurm-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

/** Pages of real sites as those of sixty hosts, in archives that mix them. */
function writeArchives(): void {
  const pages = realSites().map((site) => site.pages.slice(0, 12));
  const captures = Array.from({ length: 12 * 60 }, (_, number) => {
    const [host, page] = [number % 60, Math.floor(number / 60)];
    const { html = '' } = pages[host % pages.length]?.[page] ?? {};
    return { url: `https://www${host}.example/${page}`, body: html, file: `crawl/${number % 3}.warc.gz` };
  });
  const { files, cdxj } = buildArchives(captures.filter(({ body }) => body !== ''));
  writeFiles(join(root, 'archives'), files);
  writeFiles(root, { 'index.cdxj': cdxj, 'bin/refrain': `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n` });
  chmodSync(join(root, 'bin/refrain'), 0o755);
}

const INPUT = [join(root, 'index.cdxj'), '--archives', join(root, 'archives'), '--quiet'];
const FIELDS = ['--fields', 'id,site,page,title,text,markdown'];

function refrain(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...INPUT, ...FIELDS, '--seed', '1', ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  assert.equal([status, stderr], [0, ''], words.join(' '));
  return stdout;
}

const fileOf = (task: number): string => `${String(task).padStart(5, '0')}.ndjson`;
const lines = (text: string): string => text.split('\n').sort().join('\n');

await runChecks(
  {
    'eight tasks, one killed and one queued again while it runs, write byte for byte the output of one machine':
      async () => {
        writeArchives();
        mkdirSync(join(root, 'slurm'));
        mkdirSync(join(root, 'out'));
        const out = join(root, 'out');
        const cluster = await Cluster.start(join(root, 'slurm'), {
          PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
          NODE_OPTIONS: `--import ${new URL('support/stall.mjs', import.meta.url).href}`,
          STALLED: `${KILLED},${REQUEUED}`,
        });
        try {
          const job = cluster.submit(`1-${COUNT}`, [SCRIPT, String(COUNT), out, ...INPUT, ...FIELDS]);
          const stalled = (task: number): string => join(out, `stalled-${task}`);
          await until(() => existsSync(stalled(KILLED)));
          process.kill(Number(readFileSync(stalled(KILLED), 'utf8')), 'SIGKILL');
          await until(() => cluster.states(job).get(KILLED) === 'FAILED');
          assert.not(existsSync(join(out, fileOf(KILLED))));
          await cluster.requeue(job, KILLED);
          await until(() => existsSync(stalled(REQUEUED)));
          await cluster.requeue(job, REQUEUED);
          const isOver = (): boolean =>
            [...cluster.states(job).values()].every((state) => !/^(PENDING|RUNNING|COMPLETING)$/.test(state));
          await until(isOver);
          for (const [task, state] of cluster.states(job))
            assert.is(state, 'COMPLETED', `task ${task}: ${cluster.log(task)}`);
          for (const task of [KILLED, REQUEUED]) rmSync(stalled(task));
          // The unfinished files of the killed tasks are removed.
          assert.equal(
            readdirSync(out),
            Array.from({ length: COUNT }, (_, task) => fileOf(task + 1)),
          );
        } finally {
          await cluster.stop();
        }
        const parts = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
        for (const [task, part] of parts.entries())
          assert.ok(part === refrain('--shard', `${task + 1}/${COUNT}`), `${task + 1}`);
        assert.ok(lines(parts.join('')) === lines(refrain()), 'the lines of a run without shards');
      },
  },
  { seconds: 900 },
);
