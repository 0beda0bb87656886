/** Which pages of a site are used, and in which order. */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import type { CommandLine } from '../command.ts';
import { Problem } from '../problem.ts';

export interface Selection {
  /** The first so many after shuffling. */
  readonly pages: number | 'all';
  /** Seed of the order, or path order. */
  readonly shuffle: number | 'none';
}

/** The paper has 400 pages of each site; the order is one fixed shuffle unless another is asked for. */
const USUAL: Selection = { pages: 400, shuffle: 1 };

const SEED_MAX = 0xffff_ffff;

export const selectionFlags = { pages: { type: 'string' }, shuffle: { type: 'string' } } as const;

export const helpOf = (usual: Selection): string =>
  `  --pages N                      the first N pages after shuffling, or all (default ${usual.pages})
  --shuffle SEED                 whole number, or none for path order (default ${usual.shuffle})`;

export const selectionHelp = helpOf(USUAL);

export function readSelection(line: CommandLine, usual: Selection = USUAL): Selection {
  const pages = line.text('pages') ?? String(usual.pages);
  const seed = line.text('shuffle') ?? String(usual.shuffle);
  if (pages !== 'all' && !/^[1-9]\d*$/.test(pages)) {
    throw new Problem(`--pages must be all or a whole number from 1, not ${pages}`);
  }
  if (seed !== 'none' && (!/^\d+$/.test(seed) || Number(seed) > SEED_MAX)) {
    throw new Problem(`--shuffle must be none or a whole number from 0 to ${SEED_MAX}, not ${seed}`);
  }
  return { pages: pages === 'all' ? pages : Number(pages), shuffle: seed === 'none' ? seed : Number(seed) };
}

export function selectPages<T>(pages: readonly T[], selection: Selection): T[] {
  const ordered = selection.shuffle === 'none' ? [...pages] : shuffle(pages, selection.shuffle);
  return selection.pages === 'all' ? ordered : ordered.slice(0, selection.pages);
}
