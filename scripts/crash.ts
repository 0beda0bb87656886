/**
 * Kills programs at random moments: a crawl that feeds a store, and commands. After a kill, each file is complete or
 * missing. After the last run, sites, events, answers and files must be byte for byte those of an undisturbed run.
 *
 * Run: npm run check crash -- [--subject NAME] [--kills N] [--seed S] [--json] Unless a subject is named, half of the
 * kills are of stores. Without --seed, moments depend on the clock.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inNamespace } from '../test/support/namespace.ts';
import { seededRandom } from '../test/support/random.ts';
import { freshCopy, refrain, SUBJECTS, type Subject, sitesIn } from './crash/subjects.ts';
import { formatRows, readCount, seedOfNow } from './program.ts';

interface SubjectReport {
  readonly subject: string;
  readonly kills: number;
  readonly ended: number;
  readonly rounds: number;
  readonly differences: readonly string[];
  readonly seconds: number;
}

interface Run {
  /** Exit code; null if the process was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

type Words = readonly string[];

async function run(folder: string, words: Words, killedAfter?: number, before: Words = []): Promise<Run> {
  const start = performance.now();
  const [program = '', ...rest] = [...before, process.execPath, ...words];
  // A separate folder for temporary stores.
  const env = { ...process.env, TMPDIR: join(folder, '..') };
  const child = spawn(program, rest, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = ['', ''];
  for (const [at, stream] of [child.stdout, child.stderr].entries()) {
    stream.setEncoding('latin1').on('data', (text: string) => {
      texts[at] += text;
    });
  }
  const timer = killedAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killedAfter);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  const [stdout = '', stderr = ''] = texts;
  return { code, stdout, stderr, milliseconds: performance.now() - start };
}

/**
 * The distinct events of a file without drift: a saved template has less data about its regions, so drift may be
 * reported again.
 */
const eventsIn = (file: string): string[] =>
  [...new Set(readFileSync(file, 'utf8').split('\n'))].filter((line) => !line.includes('"type":"drift"')).sort();

/** The results that must be equal in disturbed and undisturbed runs. */
async function outcomeOf({ store, log, lines, shown = [], made }: Subject, folder: string): Promise<string[]> {
  const texts = [`files ${readdirSync(folder).sort()}`, `made ${made?.(folder)}`];
  if (store !== undefined) texts.push(`${store}: ${await sitesIn(join(folder, store))}`);
  if (log !== undefined) texts.push(...eventsIn(join(folder, log)).map((line) => `${log}: ${line}`));
  if (lines !== undefined) texts.push(...readFileSync(join(folder, lines), 'utf8').split('\n').sort());
  for (const words of shown) {
    const { code, stdout, stderr } = await run(folder, refrain(...words));
    texts.push(`${words.join(' ')}: ${code} ${stderr}${stdout}`);
  }
  return texts;
}

async function runSubject(
  subject: Subject,
  { kills: wanted, seed }: { readonly kills: number; readonly seed: number },
): Promise<SubjectReport> {
  const { name, words, made, codes = [0], isShared } = subject;
  const random = seededRandom(seed);
  const scratch = mkdtempSync(join(tmpdir(), 'refrain-crash-'));
  const prepared = join(scratch, 'prepared');
  const folder = join(scratch, 'run');
  const start = performance.now();
  const differences: string[] = [];
  let [kills, ended, rounds] = [0, 0, 0];
  const differs = (what: string): void => void differences.push(`${name}, round ${rounds}: ${what}`);

  /** Up to four killed runs in the same folder, then a complete run. */
  async function round(undisturbed: { readonly outcome: readonly string[]; readonly milliseconds: number }) {
    freshCopy(prepared, folder);
    rounds += 1;
    for (let left = Math.min(wanted - kills, 1 + random.below(4)); left > 0; left -= 1) {
      const befores = isShared ? [[], inNamespace] : [[]];
      const runs = await Promise.all(
        befores.map((before) => run(folder, words, random.below(Math.ceil(undisturbed.milliseconds)), before)),
      );
      for (const { code, stderr } of runs) {
        if (code === null) kills += 1;
        else if (codes.includes(code)) ended += 1;
        else differs(`ends with ${code}: ${stderr}`);
      }
      const state = made?.(folder);
      if (state !== undefined && `made ${state}` !== undisturbed.outcome[1]) differs('what a kill left is not whole');
      if (runs.some(({ code }) => code !== null)) break;
    }
    const { code, stderr } = await run(folder, words);
    if (code === null || !codes.includes(code)) differs(`the last run ends with ${code}: ${stderr}`);
    const outcome = await outcomeOf(subject, folder);
    for (let at = 0; at < Math.max(outcome.length, undisturbed.outcome.length); at += 1) {
      const [one, other] = [outcome[at], undisturbed.outcome[at]];
      if (one !== other) differs(`${one?.slice(0, 200)} instead of ${other?.slice(0, 200)}`);
    }
  }

  try {
    mkdirSync(prepared);
    await subject.prepare(prepared);
    freshCopy(prepared, folder);
    const { code, stderr, milliseconds } = await run(folder, words);
    if (code !== 0) throw new Error(`${name} ends with ${code}: ${stderr}`);
    const undisturbed = { outcome: await outcomeOf(subject, folder), milliseconds };
    while (kills < wanted && differences.length === 0) await round(undisturbed);
    return { subject: name, kills, ended, rounds, differences, seconds: (performance.now() - start) / 1000 };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const SHOWN = 20;

const { values } = parseArgs({
  options: {
    subject: { type: 'string' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: seedOfNow() },
    json: { type: 'boolean', default: false },
  },
});
const kills = readCount('kills', values.kills);
const seed = readCount('seed', values.seed);
const names = SUBJECTS.map(({ name }) => name);
if (values.subject !== undefined && !names.includes(values.subject))
  throw new RangeError(`--subject must be one of: ${names.join(', ')}`);
const chosen = SUBJECTS.filter(({ name }) => values.subject === undefined || values.subject === name);
const stores = chosen.filter(({ name }) => name.startsWith('store'));
const others = chosen.filter((one) => !stores.includes(one));
const ofOthers = stores.length === 0 ? kills / others.length : Math.floor(kills / 2 / Math.max(1, others.length));
const ofStores = (kills - ofOthers * others.length) / stores.length;

const reports: SubjectReport[] = [];
for (const subject of chosen) {
  const share = Math.round(stores.includes(subject) ? ofStores : ofOthers);
  if (share > 0) reports.push(await runSubject(subject, { kills: share, seed }));
}
if (values.json) {
  process.stdout.write(`${JSON.stringify({ seed, reports }, undefined, 2)}\n`);
} else {
  const rows = reports.map(({ subject, kills: killed, ended, rounds, differences, seconds }) => {
    const counts = `${killed} kills, ${ended} ended before, ${rounds} let end, ${differences.length} differences`;
    return [subject, `${counts} (${seconds.toFixed(0)} s)`] as const;
  });
  process.stdout.write(formatRows([['seed', seed], ...rows]));
  const differences = reports.flatMap((one) => one.differences).slice(0, SHOWN);
  process.stdout.write(differences.map((one) => `${one}\n`).join(''));
}
if (reports.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
