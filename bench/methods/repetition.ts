import { type CreateOptions, type ResolvedOptions, resolveOptions } from 'refrain';
import type { Method } from './method.ts';
import { createRefrain } from './refrain.ts';

/** What decides by repetition alone, on the elements that divide pages of today. */
export const REPETITION = { evidence: 'repetition', separators: 'html5' } as const;

/** refrain without its model: the lifetimes of `default`, the rule of the paper. */
export function createRepetition(options: ResolvedOptions, create?: CreateOptions): Promise<Method> {
  return createRefrain(resolveOptions({ ...options, ...REPETITION }), create);
}

/** The part of the model that sees one page alone. */
export function createPage(options: ResolvedOptions, create?: CreateOptions): Promise<Method> {
  return createRefrain(resolveOptions({ ...options, evidence: 'page', separators: 'blocks' }), create);
}
