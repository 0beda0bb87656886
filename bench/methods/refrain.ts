import { type Block, type CreateOptions, Detector, type Page, type ResolvedOptions } from 'refrain';
import type { SegmentVerdict } from '../evaluation/align.ts';
import type { Method } from './method.ts';

/** Verdicts of a page on every text segment, block by block. */
type ReadVerdicts = (page: Page | undefined) => SegmentVerdict[];

const readVerdicts =
  (isKept: (block: Block) => boolean): ReadVerdicts =>
  (page) =>
    (page?.blocks ?? []).flatMap((block) => {
      const template = !isKept(block);
      return block.segments.map(({ text }) => ({ text, template }));
    });

/** By the question whether a block is template. */
export const verdictsOf = readVerdicts(({ kind }) => kind === 'content');

/** By the question whether a block is main content: everything else counts as template. */
const mainVerdictsOf = readVerdicts(({ main }) => main);

/** refrain's main content. */
export const createMain = (options: ResolvedOptions, create?: CreateOptions): Promise<Method> =>
  createRefrain(options, create, mainVerdictsOf);

/** The package, by its public API. */
export async function createRefrain(
  options: ResolvedOptions,
  create?: CreateOptions,
  read: ReadVerdicts = verdictsOf,
): Promise<Method> {
  const detector = await Detector.create(options, create);
  let page: Page | undefined;
  let entriesBefore = 0;
  return {
    separators: new Set(options.separators),
    read: (html) => {
      page = detector.learn(html);
    },
    verdicts: () => read(page),
    table: () => {
      const { entries, tableBytes: bytes } = detector.stats;
      const peak = entriesBefore + (page?.fresh ?? 0);
      entriesBefore = entries;
      return { peak, entries, bytes };
    },
  };
}
