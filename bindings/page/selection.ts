import { isObject, oneOf } from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { OptionError, UsageError } from '../errors.ts';
import { PARTS, type Part } from './records.ts';

export { PARTS };

/** True if only a model finds the part. */
export const isOfModel = (part: Part): boolean => part === 'main' || part === 'main+comments' || part === 'comments';

/**
 * The requested part, or the default. `hasMain`: true if a model decides.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown part
 * @throws {UsageError} `NO_MAIN` for main content or comments if no model decides
 */
export function check(name: string, given: unknown, hasMain: boolean): Part {
  if (given === undefined) return hasMain ? 'main' : 'content';
  if (isObject(given))
    throw new OptionError(`${name} must be a part of a page; options follow it, as in page.markdown('main', { url })`);
  const part = oneOf(name, given, PARTS);
  if (hasMain || !isOfModel(part)) return part;
  throw new UsageError('NO_MAIN', "main content is found by the model: with evidence 'repetition' there is none");
}

const MAIN = 1 << (layout.Part.SELECT + layout.Part.MAIN);
/** Parts of a document in addition to its main content: captions and items. */
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

/** True if a selection has main content. Only then captions and items are needed, which are slow to find. */
export const hasMainContent = (selection: number): boolean => (selection & MAIN) !== 0;

/**
 * The selection of the blocks of a part: see assembly/page/records.ts. `hasPictures`: main content includes captions of
 * pictures.
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
 * All blocks except those of a selection. A selection consists of verdicts or of parts; each block has one verdict and
 * one part.
 */
export const othersThan = (selection: number): number => (selection & DIVIDED ? DIVIDED : BITS.all) & ~selection;
