/** Stages run in processes of their own: what one leaves in memory or has warmed up is no matter of the next. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Order } from './orders.ts';

/** What all stages are told. */
export interface Work {
  readonly location: string;
  readonly sites: number;
  readonly pages: number;
  readonly order: Order;
  /** Bytes. */
  readonly maxMemory: number;
}

/** In a stage: what it was told. */
export const readWork = (): Work => JSON.parse(process.argv[2] ?? '') as Work;

/** In a stage: its one answer. */
export function answer<T>(result: T): void {
  process.send?.(result);
}

/** Runs a stage of this folder; resolves with its answer when it is over. */
export async function runStage<T>(name: string, work: Work): Promise<T> {
  const child = fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), [JSON.stringify(work)]);
  let result: T | undefined;
  child.on('message', (message) => {
    result = message as T;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || result === undefined) throw new Error(`stage ${name} ended with ${code}`);
  return result;
}
