/** Pages of a worker that wait for the answers to their digests, each in an instance of its own. */
import { coreForSites } from '@refrain/crawl/internal';
import type { Page } from 'refrain';
import { type Core, type DigestedPage, Reader } from 'refrain/internal';
import { endsRun, type Labeller, type WorkOptions } from '../labeller.ts';
import { OutputBuffer } from '../output-buffer.ts';
import { readTask } from '../read-task.ts';
import { RemoteError } from '../request-channel.ts';
import { type BatchResult, isPage, type PageTask, type Task } from '../task.ts';
import type { DigestBatch, Judging } from '../worker-messages.ts';
import { type AnswerOrFailure, type SeedOrFailure, unpackAnswers } from './messages.ts';

/** Linear memory of an instance that is kept for later pages. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Owner and workers are of one process, so no mark is needed. */
const NO_MARK = 0n;

/** An instance that reads one page at a time. */
class PageSlot {
  readonly #core: Core;
  readonly #reader: Reader;
  #seed: string | undefined;
  #table = 0;

  constructor(core: Core, { detector }: WorkOptions) {
    this.#core = core;
    this.#reader = new Reader(core, detector);
  }

  get isLarge(): boolean {
    return this.#core.size > KEPT_BYTES;
  }

  digest(html: string | Uint8Array, seed: string, name: string): DigestedPage {
    if (seed !== this.#seed) {
      if (this.#seed !== undefined) this.#core.releaseTable(this.#table);
      this.#seed = undefined;
      this.#table = this.#core.createTable(seed);
      this.#seed = seed;
    }
    return this.#reader.digest(this.#table, html, { mark: NO_MARK, name });
  }

  apply(page: DigestedPage, answer: Uint8Array): Page<never> {
    this.#core.applyAnswer(this.#table, answer);
    return page.judged();
  }
}

/** A page that waits; or why it has no digest. */
type Waiting = { readonly slot: PageSlot; readonly page: DigestedPage; readonly length: number } | { error: unknown };

interface PageSet {
  readonly slots: PageSlot[];
  tasks: readonly Task[];
  waiting: (Waiting | undefined)[];
  room: ArrayBuffer | undefined;
}

const thrown = (failure: Exclude<AnswerOrFailure, Uint8Array> | SeedOrFailure): Error =>
  typeof failure === 'object' ? new RemoteError(failure.code, failure.message) : new Error('a page has no answer');

export class PageSets {
  readonly #options: WorkOptions;
  readonly #sets = new Map<number, PageSet>();

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** The digests of tasks, undefined where there is none. The pages wait in the set until they are judged. */
  async digest({
    set: number,
    tasks,
    seeds,
    room,
  }: DigestBatch): Promise<readonly (Uint8Array<ArrayBuffer> | undefined)[]> {
    const set: PageSet = this.#sets.get(number) ?? { slots: [], tasks, waiting: [], room };
    this.#sets.set(number, set);
    set.tasks = tasks;
    set.waiting = [];
    set.room = room;
    for (const [at, task] of tasks.entries()) {
      let slot = set.slots[at];
      if (slot === undefined || slot.isLarge) slot = await this.#open();
      set.slots[at] = slot;
      set.waiting.push(isPage(task) ? this.#read(slot, task, seeds[at]) : undefined);
    }
    return set.waiting.map((waiting) =>
      waiting === undefined || 'error' in waiting ? undefined : waiting.page.digest,
    );
  }

  async #open(): Promise<PageSlot> {
    const { detector, model } = this.#options;
    return new PageSlot(await coreForSites(detector, model === undefined ? {} : { model }), this.#options);
  }

  #read(slot: PageSlot, task: PageTask, seed: SeedOrFailure | undefined): Waiting {
    try {
      if (typeof seed !== 'string') throw thrown(seed);
      const { html, length } = readTask(task, this.#options.detector.maxPageBytes);
      return { slot, page: slot.digest(html, seed, task.id), length };
    } catch (error) {
      if (endsRun(error)) throw error;
      return { error };
    }
  }

  /** Judges the pages of a set by the answers, and renders them. */
  judge({ set, answers, memory }: Judging, labeller: Labeller): Promise<BatchResult> {
    const { tasks = [], waiting = [] } = this.#sets.get(set) ?? {};
    const given = unpackAnswers(answers);
    return labeller.collect(tasks, new OutputBuffer(memory), (task, batch, at) => {
      const found = waiting[at];
      if (found === undefined || 'error' in found) throw found?.error;
      const answer = given[at];
      if (!(answer instanceof Uint8Array)) throw thrown(answer);
      labeller.write(task, found.slot.apply(found.page, answer), found.length, batch);
    });
  }

  /** The memory of the pages of a set, which are done. */
  takeRoom(number: number): ArrayBuffer | undefined {
    const set = this.#sets.get(number);
    const room = set?.room;
    if (set !== undefined) Object.assign(set, { tasks: [], waiting: [], room: undefined });
    return room;
  }
}
