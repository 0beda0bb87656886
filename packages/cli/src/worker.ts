/** A thread that works on pages; the store is the main thread's, which is asked for it. */
import { parentPort } from 'node:worker_threads';
import type { PageKey, SiteChange, SiteStore } from '@refrain/crawl/unstable';
import { joined } from '@refrain/crawl/unstable';
import { Labeller } from './labeller.ts';
import type { BatchResult } from './task.ts';
import type { CrewQuestion, ThreadResult, ThreadStats } from './thread.ts';
import { Handover, Wire } from './wire.ts';

if (parentPort === null) throw new Error('this is a worker of the refrain command and nothing else');

const encoder = new TextEncoder();
let labeller: Labeller | undefined;

function stats(): ThreadStats {
  const { newSites = 0, memoryBytes = 0, queuedBytes = 0 } = labeller?.stats ?? {};
  return { newSites, memoryBytes, queuedBytes };
}

/**
 * One buffer for the output of a batch, to be handed over: that of an earlier one, where it is large enough. Fresh memory
 * costs more than what is done with it, and with two threads at it more than twice as much.
 */
function handOver({ output, tally }: BatchResult, separator: string, room?: ArrayBuffer): Handover<ThreadResult> {
  const parts = output.every((part) => typeof part === 'string')
    ? [encoder.encode(output.join(separator))]
    : output.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const whole = joined(parts, room);
  return new Handover({ output: whole, tally, stats: stats() }, [whole.buffer]);
}

async function answer(question: CrewQuestion): Promise<unknown> {
  if (question.ask === 'begin') {
    labeller = await Labeller.create(store, question.options);
    return undefined;
  }
  if (labeller === undefined) throw new Error('a worker was asked before it began');
  switch (question.ask) {
    case 'run':
      return handOver(await labeller.run(question.tasks), question.separator, question.room);
    case 'mode':
      return labeller.setMode(question.pass);
    case 'flush':
      await labeller.flush();
      return stats();
  }
}

const wire = new Wire(parentPort, answer);

const store: SiteStore = {
  records: (sites: readonly string[]) =>
    wire.ask({ ask: 'records', sites }) as Promise<readonly (Uint8Array | undefined)[]>,
  counted: (pages: readonly PageKey[]) => wire.ask({ ask: 'counted', pages }) as Promise<readonly boolean[]>,
  write: (changes: readonly SiteChange[]) => wire.ask({ ask: 'write', changes }) as Promise<void>,
};
