/** Kills commands at random moments, several times one after another, and lets them end. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Random, seeded } from '../../test/support/random.ts';
import { freshCopy, type State, type Subject, sitesIn } from './commands.ts';

const MAIN = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

export interface CommandReport {
  readonly subject: string;
  readonly kills: number;
  /** Runs that ended before they were killed. */
  readonly ended: number;
  /** Times that a command was let end after its kills. */
  readonly rounds: number;
  readonly differences: readonly string[];
  readonly seconds: number;
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

async function run(folder: string, words: readonly string[], killedAfter?: number): Promise<Run> {
  const start = performance.now();
  // Temporary stores of this run must not meet those of other programs.
  const env = { ...process.env, TMPDIR: join(folder, '..') };
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

interface Wanted {
  readonly state: State | undefined;
  readonly shown: readonly string[];
  readonly names: readonly string[];
  readonly milliseconds: number;
}

class CommandCampaign {
  readonly #subject: Subject;
  readonly #folder: string;
  readonly #random: Random;
  readonly differences: string[] = [];
  kills = 0;
  ended = 0;
  rounds = 0;

  constructor(subject: Subject, folder: string, random: Random) {
    this.#subject = subject;
    this.#folder = folder;
    this.#random = random;
  }

  /** What an undisturbed run makes. */
  async wanted(): Promise<Wanted> {
    const path = this.#begin();
    const { code, stderr, milliseconds } = await run(path, this.#subject.words);
    if (code !== 0) throw new Error(`${this.#subject.name} ends with ${code}: ${stderr}`);
    // `shown` is compared after a repeated run.
    return { state: this.#subject.made(path), names: names(path), shown: await this.#shown(path), milliseconds };
  }

  #begin(): string {
    const path = join(this.#folder, 'run');
    freshCopy(join(this.#folder, 'prepared'), path);
    return path;
  }

  async #shown(path: string): Promise<string[]> {
    const { store, log, shown } = this.#subject;
    const lines = log === undefined ? [] : eventsIn(join(path, log));
    const texts = store === undefined ? [] : [`${store}: ${await sitesIn(join(path, store))}`];
    texts.push(...lines.map((line) => `${log}: ${line}`));
    for (const words of shown) {
      const { code, stdout, stderr } = await run(path, words);
      texts.push(`${words.join(' ')}: ${code} ${stderr}${stdout}`);
    }
    return texts;
  }

  /** One to four kills in the same folder, then a run that ends. */
  async round(wanted: Wanted, maximum: number): Promise<void> {
    const { words, made, isResumed, codes, name } = this.#subject;
    const path = this.#begin();
    const differs = (what: string): void => void this.differences.push(`${name}, round ${this.rounds}: ${what}`);
    this.rounds += 1;
    for (let left = Math.min(maximum, 1 + this.#random.below(4)); left > 0; left -= 1) {
      const { code, stderr } = await run(path, words, this.#random.below(Math.ceil(wanted.milliseconds)));
      if (code === null) this.kills += 1;
      else if (codes.includes(code)) this.ended += 1;
      else differs(`ends with ${code}: ${stderr}`);
      const state = made(path);
      if (!isResumed && state !== undefined && state !== wanted.state) differs('what a kill left is not whole');
      if (code !== null) break;
    }
    const { code, stderr } = await run(path, words);
    if (code === null || !codes.includes(code)) differs(`the last run ends with ${code}: ${stderr}`);
    if (made(path) !== wanted.state) differs('the last run has made something else');
    const shown = await this.#shown(path);
    if (shown.length !== wanted.shown.length) differs(`${shown.length} answers, not ${wanted.shown.length}`);
    for (const [at, text] of shown.entries()) {
      if (text !== wanted.shown[at]) differs(`${text.slice(0, 200)} instead of ${wanted.shown[at]?.slice(0, 200)}`);
    }
    if (names(path).join() !== wanted.names.join()) differs(`files ${names(path)}, not ${wanted.names}`);
  }
}

/** The events of a file, each once. A saved template knows less of its regions, so that drift may be reported once more. */
const eventsIn = (file: string): string[] =>
  [...new Set(readFileSync(file, 'utf8').split('\n'))].filter((line) => !line.includes('"type":"drift"')).sort();

const names = (folder: string): string[] => readdirSync(folder).sort();

export async function runCommands(
  subject: Subject,
  { kills, seed }: { kills: number; seed: number },
): Promise<CommandReport> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-crash-'));
  const start = performance.now();
  try {
    mkdirSync(join(folder, 'prepared'));
    await subject.prepare(join(folder, 'prepared'));
    const campaign = new CommandCampaign(subject, folder, seeded(seed));
    const wanted = await campaign.wanted();
    while (campaign.kills < kills && campaign.differences.length === 0) {
      await campaign.round(wanted, kills - campaign.kills);
    }
    const { ended, rounds, differences } = campaign;
    const seconds = (performance.now() - start) / 1000;
    return { subject: subject.name, kills: campaign.kills, ended, rounds, differences, seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
