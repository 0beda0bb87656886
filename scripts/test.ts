/**
 * Runs the test files (those whose path contains an argument, or all) and ends with one line of totals, failing where a
 * test fails, a file crashes, or nothing ran at all.
 *
 * Run: node --import tsx scripts/test.ts [PATTERN…] [-PATTERN…]
 * A pattern after `-` leaves out the files whose path contains it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const words = process.argv.slice(2);
const patterns = words.filter((word) => !word.startsWith('-'));
const excluded = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
/** The tests of the core, and of every package. */
const folders = ['test', ...readdirSync('packages').map((name) => `packages/${name}/test`)].filter(existsSync);
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
  .filter((file) => !excluded.some((pattern) => file.includes(pattern)))
  .sort();

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const run = (file: string): Promise<Totals> =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('close', (code) => {
      const count = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(output)?.[1] ?? 0);
      const [total, passed, skipped] = [count('Total'), count('Passed'), count('Skipped')];
      // A file that dies or runs nothing has failed, whatever it printed before.
      const failed = Math.max(total - passed - skipped, code === 0 && total > 0 ? 0 : 1);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(
        `${failed === 0 ? 'ok  ' : 'FAIL'} ${file}: ${passed} passed${skipped ? `, ${skipped} skipped` : ''} (${seconds} s)\n`,
      );
      if (failed > 0 || skipped > 0) process.stdout.write(output);
      resolve({ passed, failed, skipped });
    });
  });

const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
const queue = [...files];
const worker = async (): Promise<void> => {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const { passed, failed, skipped } = await run(file);
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped;
  }
};
await Promise.all([worker(), worker()]);
if (files.length === 0) totals.failed += 1;
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exitCode = totals.failed > 0 ? 1 : 0;
