/** Mutants that no test can notice, each with the reason. They are left out. */
import { keyOf, type Mutant } from './mutant.ts';

/** Reasons by the keys of mutants. */
const EQUIVALENT: ReadonlyMap<string, string> = new Map([]);

export const isEquivalent = (mutant: Mutant): boolean => EQUIVALENT.has(keyOf(mutant));
