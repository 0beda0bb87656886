/** Stages run in processes of their own: what one leaves in memory or has warmed up is no matter of the next. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
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

const compiledAt = (name: string): string => `${ROOT}build/many-sites/${name}.mjs`;

/** Compiles stages of this folder, so that they run as users do, with nothing in the process that does it on the way. */
export async function compileStages(names: readonly string[]): Promise<void> {
  const entryPoints = names.map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url)));
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' } as const;
  await build({ entryPoints, outdir: dirname(compiledAt('')), outExtension: { '.js': '.mjs' }, ...options });
}

/** Runs a stage that was compiled; resolves with its answer when it is over. */
export async function runStage<T>(name: string, work: Work): Promise<T> {
  const child = fork(compiledAt(name), [JSON.stringify(work)], { execArgv: [] });
  let result: T | undefined;
  child.on('message', (message) => {
    result = message as T;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 || result === undefined) throw new Error(`stage ${name} ended with ${code}`);
  return result;
}
