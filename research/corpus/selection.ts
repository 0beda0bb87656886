/** The pages of a site that are used, and their order. */
import { type CommandLine, Problem } from '../../bench/command.ts';
import { shuffle } from '../../bench/random.ts';

export interface Selection {
  /** The first pages after shuffling. */
  readonly pages: number | 'all';
  /** Seed of the order; `none` for path order. */
  readonly shuffle: number | 'none';
}

/** The paper has 400 pages of each site. The default order is one fixed shuffle. */
const DEFAULTS = { pages: '400', shuffle: '1' };

export const SELECTION_FLAGS = ['pages', 'shuffle'];

export const SELECTION_HELP = `  --pages N                      the first N pages after shuffling, or all (default: ${DEFAULTS.pages})
  --shuffle SEED                 seed as a whole number, or none for path order (default: ${DEFAULTS.shuffle})`;

export function readSelection(line: CommandLine, defaults = DEFAULTS): Selection {
  const pages = line.text('pages') ?? defaults.pages;
  const seed = line.text('shuffle') ?? defaults.shuffle;
  if (pages !== 'all' && !/^[1-9]\d*$/.test(pages))
    throw new Problem(`--pages must be all or a whole number above 0, not ${pages}`);
  if (seed !== 'none' && !/^\d{1,9}$/.test(seed))
    throw new Problem(`--shuffle must be none or a whole number below 1,000,000,000, not ${seed}`);
  return { pages: pages === 'all' ? pages : Number(pages), shuffle: seed === 'none' ? seed : Number(seed) };
}

export function selectPages<T>(pages: readonly T[], selection: Selection): T[] {
  const ordered = selection.shuffle === 'none' ? [...pages] : shuffle(pages, selection.shuffle);
  return selection.pages === 'all' ? ordered : ordered.slice(0, selection.pages);
}
