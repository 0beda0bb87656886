import { type CreateOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import type { Method } from './method.ts';
import { createRefrain } from './refrain.ts';

/** Decides by repetition alone, on blocks of the separators of HTML5. */
export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

/** refrain without its model: the lifetimes of `default` and the rule of the paper. */
export function createRepetition(options: ResolvedOptions, create?: CreateOptions): Promise<Method> {
  return createRefrain(resolveOptions({ ...options, ...REPETITION }), create);
}

/** refrain with the part of the model that uses the page alone. */
export function createPage(options: ResolvedOptions, create?: CreateOptions): Promise<Method> {
  return createRefrain(resolveOptions({ ...options, evidence: 'page', separators: 'blocks' }), create);
}
