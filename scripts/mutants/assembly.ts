/** Mutants of assembly/, all in one module. A global of the module chooses one; in a second module, mutants record that they ran. */
import { compileSources, importFor, readSources, type Source } from '../instrument/assembly.ts';
import { type Mutant, shortened } from './mutant.ts';
import { type Change, changesOf, withChoices } from './operators.ts';

interface Place {
  readonly source: Source;
  readonly changes: readonly Change[];
}

/** Generated sources, code that does not ship, and constants. */
const LEFT_OUT = /^(abi|layout|indexing\/layout|bench|evidence\/collect|html\/(names|entities|test|tokens))\.ts$/;

const places = (): Place[] =>
  readSources()
    .filter(({ path }) => !LEFT_OUT.test(path))
    .map((source) => ({ source, changes: changesOf(source.text, source.path) }));

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** All mutants, in the order of files and lines. */
export function assemblyMutants(): Mutant[] {
  return places()
    .flatMap(({ source, changes }) =>
      changes.map(({ at, end, to }) => ({
        file: `assembly/${source.path}`,
        line: lineOf(source.text, at),
        from: shortened(source.text.slice(at, end)),
        to: shortened(to === '' ? '(nothing)' : to),
      })),
    )
    .map((mutant, id) => ({ id, ...mutant }));
}

const SWITCH = `
export let mutant: i32 = -1;

// @ts-ignore: decorator
@inline
export function on(number: i32): bool {
  return mutant == number;
}
`;

const recorder = (mutants: number): string => `
const REACHED = memory.data(<i32>${mutants}, 16);
export let mutant: i32 = -1;

// @ts-ignore: decorator
@inline
export function on(number: i32): bool {
  store<u8>(REACHED + number, 1);
  return false;
}
export function reachedAt(): usize {
  return REACHED;
}
`;

export interface MutantModules {
  readonly core: Uint8Array;
  readonly indexing: Uint8Array;
}

/** Both modules with the chosen mutants. */
export async function compileMutants(chosen: ReadonlySet<number>, isRecorder: boolean): Promise<MutantModules> {
  let next = 0;
  const changed = places().map(({ source, changes }): Source => {
    const numbers = changes.map((_, index) => (chosen.has(next + index) ? next + index : Number.NaN));
    next += changes.length;
    const kept = changes.filter((_, index) => !Number.isNaN(numbers[index]));
    if (kept.length === 0) return source;
    const text = withChoices(
      source.text,
      kept,
      numbers.filter((number) => !Number.isNaN(number)),
    );
    return { path: source.path, text: importFor(source, 'on', 'mutant') + text };
  });
  const others = readSources().filter(({ path }) => LEFT_OUT.test(path));
  const exported = isRecorder ? 'mutant, reachedAt' : 'mutant';
  const sources = [...changed, ...others].map((source) =>
    source.path === 'index.ts'
      ? { ...source, text: `${source.text}\nexport { ${exported} } from './mutant';\n` }
      : source,
  );
  sources.push({ path: 'mutant.ts', text: isRecorder ? recorder(next) : SWITCH });
  const folder = isRecorder ? 'mutants-reach' : 'mutants-core';
  const core = await compileSources(sources, folder);
  return { core, indexing: await compileSources(sources, folder, 'indexing.ts') };
}
