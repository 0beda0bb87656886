/**
 * Measures the CPU time of an array of SLURM over that of one process, on the same index of web archives.
 *
 * Run: npm run build && node --import tsx integration/slurm/bench.ts --sites DIR [--hosts N] [--tasks N] [--cpus N]
 * [--fields NAMES]
 *
 * DIR contains a folder of HTML for each site. Its pages are in the index as those of N hosts (default 200), at most
 * 100 each. `--cpus`: CPUs that run tasks (default: all).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildArchives } from '../../test/support/archives.ts';
import { Cluster, until } from './support/cluster.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string' },
    hosts: { type: 'string', default: '200' },
    tasks: { type: 'string', default: '16' },
    cpus: { type: 'string' },
    fields: { type: 'string', default: 'id,url,title,text' },
  },
});
if (values.sites === undefined) throw new Error('--sites DIR is needed');
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGES = 100;
const [hosts, tasks, home] = [Number(values.hosts), Number(values.tasks), values.sites];

const root = mkdtempSync(join(tmpdir(), 'refrain-slurm-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
for (const name of ['bin', 'slurm', 'one', 'many', 'archives']) mkdirSync(join(root, name));
const script = (name: string, text: string): string => {
  const path = join(root, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
};
script('refrain', `exec '${process.execPath}' '${at('../../packages/cli/dist/bin/main.js')}' "$@"`);
// The second line of `times` has user and system seconds of the command.
const TIMED = script('timed', `set -e\nsh '${at('../../examples/slurm/shard.sh')}' "$@"\ntimes`);
const env = { PATH: `${join(root, 'bin')}:${process.env['PATH']}` };

function cpuOf(output: string): number {
  const [user = '', system = ''] = output.trim().split('\n').at(-1)?.split(' ') ?? [];
  const seconds = (text: string): number => {
    const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
    return 60 * Number(minutes) + Number(rest);
  };
  return seconds(user) + seconds(system);
}

/** Writes an archive for each host, and one index. */
function writeIndex(): number {
  const sites = readdirSync(home).map((site) => join(home, site));
  const lines: string[] = [];
  for (let host = 0; host < hosts; host += 1) {
    const site = sites[host % sites.length] ?? '';
    const names = readdirSync(site).filter((name) => name.endsWith('.html'));
    const captures = names.slice(0, PAGES).map((name, number) => ({
      url: `https://www${host}.example/${number}`,
      body: readFileSync(join(site, name)),
      file: `${host}.warc.gz`,
    }));
    const { files, cdxj } = buildArchives(captures);
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, 'archives', name), bytes);
    lines.push(...cdxj.split('\n').filter(Boolean));
  }
  writeFileSync(join(root, 'index.cdxj'), `${lines.sort().join('\n')}\n`);
  return lines.length;
}

const pages = writeIndex();
const words = [join(root, 'index.cdxj'), '--archives', join(root, 'archives'), '--fields', values.fields];
const one = cpuOf(
  execFileSync(TIMED, ['1', join(root, 'one'), ...words], {
    env: { ...process.env, ...env, SLURM_ARRAY_TASK_ID: '1' },
    encoding: 'utf8',
  }),
);
const cluster = await Cluster.start(
  join(root, 'slurm'),
  env,
  values.cpus === undefined ? undefined : Number(values.cpus),
);
const job = cluster.submit(`1-${tasks}`, [TIMED, String(tasks), join(root, 'many'), ...words]);
await until(() => [...cluster.states(job).values()].every((state) => !/^(PENDING|RUNNING|COMPLETING)$/.test(state)));
await cluster.stop();
const all = Array.from({ length: tasks }, (_, task) => cpuOf(cluster.log(task + 1)));
const sum = all.reduce((total, each) => total + each, 0);
const sizeOf = (folder: string): number =>
  readdirSync(join(root, folder)).reduce((total, name) => total + statSync(join(root, folder, name)).size, 0);
process.stdout.write(
  `${pages} pages of ${hosts} hosts; ${sizeOf('one') === sizeOf('many') ? 'as many' : 'OTHER'} bytes in ${tasks} files\n` +
    `CPU: one process ${one.toFixed(1)} s, ${tasks} tasks ${sum.toFixed(1)} s: ${(sum / one).toFixed(3)} x\n`,
);
