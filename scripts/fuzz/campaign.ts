/** The subjects in turn until the time is over; what they find is reported to the parent process. */
import { seeded } from '../../test/support/random.ts';
import { readCorpus, writeCorpus } from './corpus.ts';
import { CurrentInput } from './current-input.ts';
import { Features } from './features.ts';
import { type Failure, judge } from './judge.ts';
import type { Finding, Progress, Work } from './messages.ts';
import { moduleWithCounters } from './module.ts';
import { readSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';
import type { Subject, SubjectEntry } from './subject.ts';
import { subjectsOf } from './subjects.ts';

/** Time of a subject with share 1 until the next one has its turn. */
const TURN_MS = 100;
/** Maximum findings of a subject with the same message but for its details. */
const SAME_FINDINGS = 2;
const SHRINK_MS = 5000;
/** Maximum inputs that are kept for mutation. */
const MAX_KEPT = 20_000;
/** Maximum characters of the committed corpus of a subject. */
const SAVED_CHARACTERS = 60_000;

/** A subject with what was learned of it. */
class Line {
  readonly #entry: SubjectEntry;
  readonly #current: CurrentInput;
  readonly #found = new Map<string, number>();
  readonly #kept: string[] = [];
  #features = new Features();
  #subject: Subject | undefined;
  #inputs = 0;
  #known = 0;

  constructor(entry: SubjectEntry, current: CurrentInput) {
    this.#entry = entry;
    this.#current = current;
  }

  get name(): string {
    return this.#entry.name;
  }

  progress(): Progress['subjects'][number] {
    const { name } = this;
    return { name, inputs: this.#inputs, known: this.#known, features: this.#features.count, kept: this.#kept.length };
  }

  async #prepared(): Promise<Subject> {
    if (this.#subject !== undefined) return this.#subject;
    this.#features.discard();
    this.#subject = await this.#entry.prepare();
    this.#features.keepInstances();
    return this.#subject;
  }

  /** One turn. The first one runs the corpus. */
  async turn(random: ReturnType<typeof seeded>, report: (finding: Finding) => void): Promise<void> {
    let subject = await this.#prepared();
    if (this.#inputs === 0) for (const input of readCorpus(this.name)) await this.#try(subject, input, report);
    this.#features.discard();
    const end = performance.now() + TURN_MS * subject.share;
    while (performance.now() < end) {
      await this.#try(subject, subject.generate(random, this.#kept), report);
      subject = await this.#prepared();
    }
  }

  async #try(subject: Subject, input: string, report: (finding: Finding) => void): Promise<void> {
    this.#current.write(this.name, input);
    const failure = await judge(subject, input);
    this.#inputs += 1;
    if (failure === 'known') this.#known += 1;
    if (failure !== undefined && failure !== 'known') await this.#fail(failure, input, report);
    else if (this.#features.collect() && this.#kept.length < MAX_KEPT) this.#kept.push(input);
  }

  async #fail(failure: Failure, input: string, report: (finding: Finding) => void): Promise<void> {
    const key = `${failure.kind} ${failure.message
      .replace(/["'`].*/s, '')
      .replace(/\d+/g, '0')
      .slice(0, 80)}`;
    const times = this.#found.get(key) ?? 0;
    this.#found.set(key, times + 1);
    const restart = (): void => {
      this.#subject = undefined;
    };
    if (failure.kind === 'trap') restart();
    if (times >= SAME_FINDINGS) return;
    const end = performance.now() + SHRINK_MS;
    const smallest = await shrink(input, async (smaller) => {
      if (performance.now() > end) return false;
      const found = await judge(await this.#prepared(), smaller);
      if (found === undefined || found === 'known') return false;
      if (found.kind === 'trap') restart();
      return found.kind === failure.kind;
    });
    const { encoding } = await this.#prepared();
    report({ subject: this.name, encoding, ...failure, input: smallest });
  }

  /** Writes the inputs that together light all features, short ones first. */
  async save(): Promise<void> {
    const subject = await this.#prepared();
    const features = new Features(this.#features);
    features.discard();
    const saved: string[] = [];
    let characters = 0;
    for (const input of this.#kept.toSorted((one, other) => one.length - other.length)) {
      if ((await judge(subject, input)) !== undefined || !features.collect()) continue;
      characters += input.length;
      if (characters > SAVED_CHARACTERS) break;
      saved.push(input);
    }
    writeCorpus(this.name, saved);
  }
}

export async function runCampaign(work: Work, send: (message: Finding | Progress) => Promise<void>): Promise<void> {
  const wasm = await WebAssembly.compile(await moduleWithCounters());
  const seeds = await readSeeds(work.folders);
  const current = new CurrentInput(work.currentInput);
  const entries = subjectsOf(seeds, wasm).filter(
    ({ name }) => work.subjects.length === 0 || work.subjects.includes(name),
  );
  const lines = entries.map((entry) => new Line(entry, current));
  const random = seeded(work.seed);
  const findings: Finding[] = [];
  // What is thrown where nobody waits for it belongs to the current input.
  process.on('unhandledRejection', (error) => {
    const { subject, input } = current.last;
    findings.push({ subject, encoding: 'utf8', kind: 'error', message: `unhandled: ${String(error)}`, input });
  });
  const end = performance.now() + work.seconds * 1000;
  while (performance.now() < end) {
    for (const line of lines) {
      await line.turn(random, (finding) => findings.push(finding));
      for (const finding of findings.splice(0)) await send(finding);
      await send({ subjects: lines.map((one) => one.progress()) });
      if (performance.now() >= end) break;
    }
  }
  if (work.save) for (const line of lines) await line.save();
}
