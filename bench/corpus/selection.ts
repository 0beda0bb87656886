/** The pages of a site that are used, and their order. */
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import type { CommandLine } from '../command.ts';
import { Problem } from '../problem.ts';

export interface Selection {
  /** The first pages after shuffling. */
  readonly pages: number | 'all';
  /** Seed of the order; `none` for path order. */
  readonly shuffle: number | 'none';
}

/** The paper has 400 pages of each site. The default order is one fixed shuffle. */
const DEFAULT_SELECTION: Selection = { pages: 400, shuffle: 1 };

const SEED_MAX = 0xffff_ffff;

export const selectionFlags = { pages: { type: 'string' }, shuffle: { type: 'string' } } as const;

export const helpOf = (defaults: Selection): string =>
  `  --pages N                      the first N pages after shuffling, or all (default: ${defaults.pages})
  --shuffle SEED                 seed as a whole number, or none for path order (default: ${defaults.shuffle})`;

export const selectionHelp = helpOf(DEFAULT_SELECTION);

export function readSelection(line: CommandLine, defaults: Selection = DEFAULT_SELECTION): Selection {
  const pages = line.text('pages') ?? String(defaults.pages);
  const seed = line.text('shuffle') ?? String(defaults.shuffle);
  if (pages !== 'all' && !/^[1-9]\d*$/.test(pages)) {
    throw new Problem(`--pages must be all or a whole number above 0, not ${pages}`);
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
