import { isObject, oneOf } from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { OptionError, UsageError } from '../errors.ts';
import type { Part } from './records.ts';

/** Parts of a page that an output has: one, or main content and comments together. */
export type Choice = Part | readonly ('main' | 'comments')[];

/**
 * The parts that a choice names. `hasMain`: whether a model decides.
 *
 * @throws {OptionError} `OPTION_INVALID` for an unknown part
 * @throws {UsageError} `NO_MAIN` for main content or comments where no model decides
 */
export function check(name: string, choice: unknown, hasMain: boolean): readonly Part[] {
  const list = listOf(name, choice);
  if (list === undefined && isObject(choice))
    throw new OptionError(
      `${name} must be a part of a page; options stand behind it, as in page.markdown('main', { url })`,
    );
  const parts: Part[] = list?.map((part) => oneOf(name, part, ['main', 'comments'])) ?? [
    oneOf(name, choice, ['content', 'template', 'main', 'comments', 'all']),
  ];
  if (parts.length === 0) throw new OptionError(`${name} must have main, comments or both`);
  if (hasMain || !parts.some((part) => part === 'main' || part === 'comments')) return parts;
  throw new UsageError('NO_MAIN', "main content is found by the model: with evidence 'repetition' there is none");
}

/**
 * The selection of the blocks of some parts of a page, as assembly/page/records.ts has it. `hasPictures`: main content has the captions of
 * its pictures.
 *
 * @throws as `check` does
 */
export function selectionOf(core: Core, name: string, choice: unknown, hasPictures = false): number {
  const selection = check(name, choice, core.hasMain).reduce((bits, part) => bits | bitsOf(core, part), 0);
  if (!hasPictures || !(selection & MAIN)) return selection;
  core.divideItems();
  return selection | BESIDE;
}

const MAIN = 1 << (layout.Part.SELECT + layout.Part.MAIN);
/** What a document has beside its main content. */
const BESIDE = (1 << (layout.Part.SELECT + layout.Part.CAPTION)) | (1 << (layout.Part.SELECT + layout.Part.ITEM));
const COMMENTS = 1 << (layout.Part.SELECT + layout.Part.COMMENTS);
const PARTS = (1 << (layout.Part.SELECT + layout.Part.REST)) | MAIN | BESIDE | COMMENTS;

/**
 * The selection of the blocks to remove.
 *
 * @throws as `selectionOf` does
 */
export function removal(core: Core, { remove, keep }: { remove?: unknown; keep?: unknown }): number {
  if (keep === undefined) return selectionOf(core, 'remove', oneOf('remove', remove, ['template', 'content']));
  if (remove !== undefined) throw new OptionError('page.html takes remove or keep, not both');
  return keptBy(core, selectionOf(core, 'keep', keep, true));
}

/** What a selection leaves: it has kinds or parts, and each block has one of either. */
export function keptBy(core: Core, selection: number): number {
  return (selection & PARTS ? PARTS : bitsOf(core, 'all')) & ~selection;
}

/** A copy of a list, which is read once; undefined for anything else. */
function listOf(name: string, choice: unknown): unknown[] | undefined {
  try {
    return Array.isArray(choice) ? Array.from(choice) : undefined;
  } catch {
    throw new OptionError(`${name} must be a part of a page, not a list that cannot be read`);
  }
}

function bitsOf(core: Core, part: Part): number {
  const content = (1 << layout.BlockKind.CONTENT) | (1 << layout.BlockKind.KEPT);
  const template = 1 << layout.BlockKind.TEMPLATE;
  if (part === 'content') return content;
  if (part === 'template') return template;
  if (part === 'all') return content | template;
  core.divideParts();
  return part === 'main' ? MAIN : COMMENTS;
}
