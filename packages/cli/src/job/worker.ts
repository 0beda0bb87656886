/** A worker thread that processes pages. The main thread has the store open and answers for it. */
import { parentPort } from 'node:worker_threads';
import type { PageKey, SiteChange, SiteStore } from '@refrain/crawl/internal';
import { joined } from '@refrain/crawl/internal';
import { Labeller } from './labeller.ts';
import { RequestChannel, Transferred } from './request-channel.ts';
import type { BatchResult } from './task.ts';
import type { StoreRequest, WorkerBatch, WorkerRequest, WorkerStats } from './worker-messages.ts';

if (parentPort === null) throw new Error('this module is a worker thread of the command refrain');

const encoder = new TextEncoder();
let labeller: Labeller | undefined;

function stats(): WorkerStats {
  const { newSites = 0, memoryBytes = 0, queuedBytes = 0 } = labeller?.stats ?? {};
  return { newSites, memoryBytes, queuedBytes };
}

/**
 * The output of a batch in one buffer, that of an earlier batch where it is large enough. Fresh memory costs more time than filling
 * it, and more than twice as much where two threads allocate.
 */
function wholeOf({ output }: BatchResult, separator: string, memory?: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const [first] = output;
  if (output.length === 1 && first instanceof Uint8Array) return first as Uint8Array<ArrayBuffer>;
  if (output.every((part) => typeof part === 'string')) {
    return joined([encoder.encode(output.join(separator))], memory);
  }
  // Some of the parts may be in that memory.
  return joined(output.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}

async function run(
  labels: Labeller,
  { tasks, room, separator, buffer }: Extract<WorkerRequest, { kind: 'run' }>,
): Promise<Transferred<WorkerBatch>> {
  const result = await labels.run(tasks, buffer);
  const output = wholeOf(result, separator, buffer);
  const transfer = room === undefined ? [output.buffer] : [output.buffer, room];
  return new Transferred({ output, tally: result.tally, stats: stats(), room }, transfer);
}

async function answer(request: WorkerRequest): Promise<unknown> {
  if (request.kind === 'start') {
    labeller = await Labeller.create(store, request.options);
    return undefined;
  }
  if (labeller === undefined) throw new Error('a worker thread must be started before its first batch');
  switch (request.kind) {
    case 'run':
      return run(labeller, request);
    case 'mode':
      return labeller.setMode(request.pass);
    case 'templates':
      return labeller.templates;
    case 'flush':
      await labeller.flush();
      return stats();
  }
}

const channel = new RequestChannel<StoreRequest, WorkerRequest>(parentPort, answer);

const store: SiteStore = {
  records: (sites: readonly string[]) =>
    channel.request({ kind: 'records', sites }) as Promise<readonly (Uint8Array | undefined)[]>,
  templates: (sites: readonly string[]) =>
    channel.request({ kind: 'templates', sites }) as Promise<readonly (Uint8Array | undefined)[]>,
  counted: (pages: readonly PageKey[]) => channel.request({ kind: 'counted', pages }) as Promise<readonly boolean[]>,
  write: (changes: readonly SiteChange[]) => channel.request({ kind: 'write', changes }) as Promise<void>,
};
