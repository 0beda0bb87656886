/** Every stage runs in a process of its own, so that memory and caches of one stage do not affect the next. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Order } from './orders.ts';

/** The seed of all tables, so that equal tables have equal snapshots. */
export const SEED = 1;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The settings of all stages. */
export interface Work {
  readonly location: string;
  readonly sites: number;
  readonly pages: number;
  readonly order: Order;
  /** Bytes. */
  readonly maxMemory: number;
}

/** In a stage: reads its settings. */
export const readWork = (): Work => JSON.parse(process.argv[2] ?? '') as Work;

/** In a stage: sends the result to the parent process. */
export function sendResult<T>(result: T): void {
  process.send?.(result);
}

const compiledAt = (name: string): string => `${ROOT}build/many-sites/${name}.mjs`;

/** Compiles the stages, so that they run without a TypeScript loader in the process, as in use. */
export async function compileStages(names: readonly string[]): Promise<void> {
  const entryPoints = names.map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url)));
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' } as const;
  await build({ entryPoints, outdir: dirname(compiledAt('')), outExtension: { '.js': '.mjs' }, ...options });
}

/** Runs a compiled stage. Resolves with its result when the process exits. */
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
