/**
 * Chooses the mutant of a process of tests, and of the processes that it starts, or records which mutants were reached. For the
 * module the mutant is a global; for scripts Stryker's code reads the environment by itself.
 */
import { appendFileSync } from 'node:fs';

interface StrykerState {
  readonly mutantCoverage?: { readonly static: Readonly<Record<string, number>> };
}

declare global {
  var __stryker__: StrykerState | undefined;
}

const chosen = process.env['REFRAIN_MUTANT'];
const recorded = process.env['REFRAIN_REACHED'];
const mutants = Number(process.env['REFRAIN_MUTANTS'] ?? 0);
const instances: WebAssembly.Exports[] = [];

const { instantiate } = WebAssembly;
WebAssembly.instantiate = (async (source: WebAssembly.Module | BufferSource, imports?: WebAssembly.Imports) => {
  const result: unknown = await (instantiate as (...parameters: unknown[]) => Promise<unknown>)(source, imports);
  const { exports } =
    result instanceof WebAssembly.Instance ? result : (result as WebAssembly.WebAssemblyInstantiatedSource).instance;
  const { mutant } = exports;
  if (mutant instanceof WebAssembly.Global) {
    if (chosen !== undefined) mutant.value = Number(chosen);
    if (recorded !== undefined) instances.push(exports);
  }
  return result;
}) as typeof instantiate;

/** Reached mutants of the module: a byte each. */
function reachedOf(exports: WebAssembly.Exports): number[] {
  const { memory, reachedAt } = exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof reachedAt !== 'function') return [];
  const bytes = new Uint8Array(memory.buffer, Number(reachedAt()) >>> 0, mutants);
  return Array.from(bytes.keys()).filter((at) => bytes[at] !== 0);
}

if (recorded !== undefined) {
  process.on('exit', () => {
    const ofScripts = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {}).map(Number);
    const reached = new Set([...instances.flatMap(reachedOf), ...ofScripts]);
    appendFileSync(recorded, `${[...reached].join(' ')}\n`);
  });
}
