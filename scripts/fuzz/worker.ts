/** The process that fuzzes: the subjects in turn until the time is over. Its parent kills it when it hangs. */
import { writeFileSync } from 'node:fs';
import { seeded } from '../../test/support/random.ts';
import { readCorpus } from './corpus.ts';
import { type Failure, judge } from './judge.ts';
import { readSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';
import type { Encoding, Subject, SubjectEntry } from './subject.ts';
import { subjectsOf } from './subjects.ts';

/** The first argument, as JSON. */
export interface Work {
  readonly seed: number;
  readonly seconds: number;
  /** Names of subjects; empty for all. */
  readonly subjects: readonly string[];
  /** Path of a file for the current input, with the name of its subject on the line before it. */
  readonly current: string;
}

/** A failure with the shrunk input. */
export interface Finding extends Failure {
  readonly subject: string;
  readonly encoding: Encoding;
  readonly input: string;
}

/** Inputs so far, those with a known difference, and what a search has found. */
interface Counts {
  inputs: number;
  known: number;
  summary?: readonly string[];
}

/** By subject. */
export type Progress = Readonly<Record<string, Counts>>;

/** Time of a subject with share 1 until the next one has its turn. */
const TURN_MS = 100;
/** Maximum findings of a subject with the same message but for its details. */
const SAME_FINDINGS = 2;
const SHRINK_MS = 5000;

const work = JSON.parse(process.argv[2] ?? '') as Work;
const random = seeded(work.seed);
const progress: Record<string, Counts> = {};
const found = new Map<string, number>();

/** A message is sent only when the event loop gets control. */
const send = (message: Finding | Progress): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

/** Reports a failure, its input shrunk; not the same failure again and again. */
async function report(entry: SubjectEntry, subject: Subject, failure: Failure, input: string): Promise<void> {
  const { name, encoding } = subject;
  const gist = failure.message.replace(/["'`].*/s, '').replace(/\d+/g, '0');
  const key = `${name} ${failure.kind} ${gist.slice(0, 80)}`;
  found.set(key, (found.get(key) ?? 0) + 1);
  if ((found.get(key) ?? 0) > SAME_FINDINGS) return;
  const end = performance.now() + SHRINK_MS;
  const smallest = await shrink(input, async (smaller) => {
    if (performance.now() > end) return false;
    // A module that has failed is not used again.
    const again = await judge(failure.kind === 'trap' ? await entry.prepare() : subject, smaller);
    return again !== undefined && again !== 'known' && again.kind === failure.kind;
  });
  await send({ subject: name, encoding, ...failure, input: smallest });
}

/** Fuzzes a subject for a while; whether it can be used again. */
async function turn(entry: SubjectEntry, subject: Subject): Promise<boolean> {
  const corpus = corpora.get(entry.name) ?? [];
  const counts = progress[subject.name] ?? { inputs: 0, known: 0 };
  progress[subject.name] = counts;
  for (const end = performance.now() + TURN_MS * subject.share; performance.now() < end; ) {
    const input = subject.generate(random, corpus);
    writeFileSync(work.current, `${subject.name}\n${input}`);
    const failure = await judge(subject, input);
    counts.inputs += 1;
    if (failure === 'known') counts.known += 1;
    else if (failure !== undefined) {
      await report(entry, subject, failure, input);
      if (failure.kind === 'trap') return false;
    }
  }
  return true;
}

const entries = subjectsOf(readSeeds()).filter(
  ({ name }) => work.subjects.length === 0 || work.subjects.includes(name),
);
const corpora = new Map(entries.map(({ name }) => [name, readCorpus(name)]));
const prepared = new Map<string, Subject>();
// What is thrown where nobody waits for it belongs to a current input, which is near the current one.
process.on('unhandledRejection', (error) => {
  throw error;
});
const end = performance.now() + work.seconds * 1000;
while (performance.now() < end) {
  for (const entry of entries) {
    const subject = prepared.get(entry.name) ?? (await entry.prepare());
    prepared.set(entry.name, subject);
    if (!(await turn(entry, subject))) prepared.delete(entry.name);
    const summary = subject.summary?.();
    if (summary !== undefined) Object.assign(progress[subject.name] ?? {}, { summary });
    await send(progress);
    if (performance.now() >= end) break;
  }
}
process.exit(0);
