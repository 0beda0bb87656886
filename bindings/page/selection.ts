import { isObject, oneOf } from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { OptionError, UsageError } from '../errors.ts';
import { PARTS, type Part } from './records.ts';

export { PARTS };

/** Whether a model finds the part. */
export const isOfModel = (part: Part): boolean => part === 'main' || part === 'main+comments' || part === 'comments';

/**
 * The part that is asked for; where none is, the default. `hasMain`: whether a model decides.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown part
 * @throws {UsageError} `NO_MAIN` for main content or comments where no model decides
 */
export function check(name: string, given: unknown, hasMain: boolean): Part {
  if (given === undefined) return hasMain ? 'main' : 'content';
  if (isObject(given))
    throw new OptionError(
      `${name} must be a part of a page; options stand behind it, as in page.markdown('main', { url })`,
    );
  const part = oneOf(name, given, PARTS);
  if (hasMain || !isOfModel(part)) return part;
  throw new UsageError('NO_MAIN', "main content is found by the model: with evidence 'repetition' there is none");
}

const MAIN = 1 << (layout.Part.SELECT + layout.Part.MAIN);
/** What a document has beside its main content. */
const BESIDE = (1 << (layout.Part.SELECT + layout.Part.CAPTION)) | (1 << (layout.Part.SELECT + layout.Part.ITEM));
const COMMENTS = 1 << (layout.Part.SELECT + layout.Part.COMMENTS);
const DIVIDED = (1 << (layout.Part.SELECT + layout.Part.REST)) | MAIN | BESIDE | COMMENTS;
const CONTENT = (1 << layout.Verdict.CONTENT) | (1 << layout.Verdict.KEPT);
const TEMPLATE = 1 << layout.Verdict.TEMPLATE;

/** The selection of all text. */
export const ALL = CONTENT | TEMPLATE;

const BITS: Readonly<Record<Part, number>> = {
  main: MAIN,
  'main+comments': MAIN | COMMENTS,
  content: CONTENT,
  comments: COMMENTS,
  template: TEMPLATE,
  all: ALL,
};

/** Whether a selection has main content: other parts need neither what a document has beside it nor the time to find that. */
export const hasMainContent = (selection: number): boolean => (selection & MAIN) !== 0;

/**
 * The selection of the blocks of a part of the page, as assembly/page/records.ts has it. `hasPictures`: main content has the captions of
 * its pictures.
 *
 * @throws as `check` does
 */
export function selectionOf(core: Core, given: unknown, hasPictures = false): number {
  const part = check('part', given, core.hasMain);
  const selection = BITS[part];
  if (isOfModel(part)) core.divideParts();
  if (!hasPictures || !(selection & MAIN)) return selection;
  core.divideItems();
  return selection | BESIDE;
}

/**
 * The selection of the blocks to remove, so that a part is left.
 *
 * @throws as `check` does
 */
export const removal = (core: Core, part: unknown): number => othersThan(selectionOf(core, part, true));

/** All other blocks than those of a selection. It has verdicts or parts, and each block has one of either. */
export const othersThan = (selection: number): number => (selection & DIVIDED ? DIVIDED : BITS.all) & ~selection;
