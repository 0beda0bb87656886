/**
 * Two programs: examples/streams/log-consumer.ts, which is killed at random moments, and the process for a worker of
 * docs/streams.md.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { step } from '@refrain/crawl';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readBlocks } from '../../../../scripts/docs/blocks.ts';
import { samplePage } from '../../../../test/support/crawl.ts';
import { testSize } from '../../../../test/support/effort.ts';
import { seededRandom } from '../../../../test/support/random.ts';

const SEED = 20_260_103;
const KILLS = testSize(5, 60);

// The folder is below the repository, so that imports find its packages by name.
mkdirSync('build', { recursive: true });
const folder = mkdtempSync('build/streams-');
process.once('exit', () => rmSync(folder, { recursive: true }));

function program(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, transformSync(source, { loader: 'ts' }).code);
  return file;
}

interface Transaction {
  readonly offset: number;
  readonly documents: readonly { readonly url: string; readonly counted: boolean }[];
}

/** Pages of four sites in random order, some of them twice, and one that is not HTML. */
function messages(): string[] {
  const random = seededRandom(SEED);
  const given = Array.from({ length: 120 }, (_, at) => samplePage(at % 4 === 3 ? 3 : random.below(3), at, 2));
  const again = given.flatMap((page) => (random.below(6) === 0 ? [page, page] : [page]));
  return [...again, { site: 's0.example', url: 'https://s0.example/pdf', html: '%PDF-1.4' }].map((page) =>
    JSON.stringify(page),
  );
}

test('a consumer of a log that is killed at random moments writes what one without kills does, each page once', async () => {
  process.stdout.write(`seed ${SEED}\n`);
  const random = seededRandom(SEED);
  const consumer = program('consumer.mjs', readFileSync('examples/streams/log-consumer.ts', 'utf8'));
  const log = join(folder, 'log');
  const lines = messages();
  writeFileSync(log, `${lines.join('\n')}\n`);
  const whole = join(folder, 'whole');
  const { status, stderr } = spawnSync(process.execPath, [consumer, log, whole], { encoding: 'utf8' });
  assert.is(status, 0, stderr);

  const killed = join(folder, 'killed');
  let kills = 0;
  for (let isOver = false; !isOver; ) {
    const child = spawn(process.execPath, [consumer, log, killed], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    if (kills < KILLS) {
      // Some processes die while they start, the others after some transactions or in the middle of one.
      let left = random.below(4);
      if (left > 0) for await (const _ of createInterface({ input: child.stdout })) if (--left === 0) break;
      await sleep(random.below(15));
      child.kill('SIGKILL');
    } else child.stdout.resume();
    const [code, signal] = await exit;
    if (signal === 'SIGKILL') kills += 1;
    else assert.is(code, 0);
    isOver = code === 0;
    // A line that was truncated by the kill.
    if (!isOver && random.below(2) === 0) appendFileSync(killed, '{"offset":90,"states":{"s1.example":"AAAA');
  }
  assert.ok(kills > 0);
  assert.ok(readFileSync(killed).equals(readFileSync(whole)), `${kills} kills`);

  const transactions = readFileSync(whole, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Transaction);
  assert.is(transactions.at(-1)?.offset, lines.length);
  const urls = transactions.flatMap(({ documents }) => documents.map(({ url }) => url));
  assert.equal(urls.toSorted(), [...new Set(lines.map((line) => JSON.parse(line).url as string))].sort());
});

test('a child process answers each line with a line', async () => {
  const block = readBlocks('docs/streams.md').find(({ code }) => code.includes('process.stdin'));
  const worker = program('worker.mjs', block?.code ?? '');
  const pages = [0, 1, 2].map((page) => samplePage(1, page, 2));
  const site = 's1.example';
  const first = await step({ site, pages: pages.slice(0, 2) });
  const second = await step({ site, state: first.state, pages: pages.slice(2) });
  const encoded = Buffer.from(first.state).toString('base64');
  const input = [
    { site, pages: pages.slice(0, 2) },
    { site, state: encoded, pages: pages.slice(2) },
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [worker], {
    input: input.map((line) => `${JSON.stringify(line)}\n`).join(''),
    encoding: 'utf8',
  });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(
    answers.map(({ state }) => state),
    [encoded, Buffer.from(second.state).toString('base64')],
    stderr,
  );
  assert.equal(answers[1].documents, JSON.parse(JSON.stringify(second.documents)));
});

test.run();
