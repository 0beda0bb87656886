/** Stages run in processes of their own: what one leaves in memory or has warmed up is no matter of the next. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Order } from './orders.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

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

/** Runs a stage of this folder as a user would run it, with nothing in its process that turns TypeScript into JavaScript. */
export async function runStage<T>(name: string, work: Work): Promise<T> {
  const outfile = `${ROOT}build/many-sites/${name}.mjs`;
  const entry = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const;
  await build({ entryPoints: [entry], outfile, ...options, logLevel: 'error' });
  const child = fork(outfile, [JSON.stringify(work)], { execArgv: [] });
  let result: T | undefined;
  child.on('message', (message) => {
    result = message as T;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || result === undefined) throw new Error(`stage ${name} ended with ${code}`);
  return result;
}
