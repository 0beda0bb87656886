/** The posts of a thread with their authors and dates. */
import { layout } from '../core-exports.ts';
import { startTagOf } from '../html/records.ts';
import { isMember } from '../metadata/authors.ts';
import { dateIn } from '../metadata/dates.ts';
import { withoutUndefined } from '../values.ts';
import type { PageContext } from './context.ts';

/** A post of a thread. */
export interface PagePost {
  /** The name of its author on the page. */
  author?: string;
  /** When it was written: in ISO 8601, or as on the page if that is not a complete date. */
  date?: string;
  /** 0 for the first post and answers to it, 1 for answers to these, and so on. */
  level: number;
  text: string;
}

/** Maximum levels above a date at which an attribute may contain it. */
const LEVELS = 2;
/** Maximum bytes of a start tag that is read, because many dates may be in one element. */
const TAG_MAX = 4096;
/** A start tag with a date contains one of these; the attributes of other tags are not read. */
const YEAR_OR_REFERENCE = /\d{4}|&/;

/** The posts of a thread; none for other pages. Throws as `Page.document` does. */
export function postsOf<N>(context: PageContext<N>): PagePost[] {
  const { core } = context;
  const count = countOf(context);
  if (count === 0) return [];
  core.check((exports) => exports.renderPosts());
  const texts = Array.from({ length: count }, (_, at) =>
    core.outputText(core.post(at, layout.Post.FROM), core.post(at, layout.Post.TO)),
  );
  return texts
    .map((text, at): PagePost => {
      const author = authorAt(context, at);
      const date = dateAt(context, core.post(at, layout.Post.DATE));
      return withoutUndefined({ author, date, level: core.post(at, layout.Post.LEVEL), text });
    })
    .filter(({ text }) => text !== '');
}

/** The author of the first post; faster than reading all posts. Throws as `Page.document` does. */
export const firstAuthorOf = <N>(context: PageContext<N>): string | undefined =>
  countOf(context) === 0 ? undefined : authorAt(context, 0);

function countOf<N>({ core }: PageContext<N>): number {
  core.divideItems();
  return core.hasMain ? core.result(layout.Page.POST_COUNT) : 0;
}

function shownAt<N>({ core }: PageContext<N>, segment: number): string | undefined {
  return segment === layout.Segment.NONE ? undefined : core.renderSegment(segment);
}

function authorAt<N>(context: PageContext<N>, post: number): string | undefined {
  const shown = shownAt(context, context.core.post(post, layout.Post.AUTHOR));
  return shown !== undefined && isMember(shown) ? shown : undefined;
}

function dateAt<N>(context: PageContext<N>, segment: number): string | undefined {
  const { core } = context;
  const shown = shownAt(context, segment);
  if (shown === undefined) return undefined;
  let element = core.segment(segment, layout.Segment.NODE);
  for (let level = 0; level < LEVELS; level += 1) {
    element = core.node(element, layout.Node.PARENT);
    if (core.node(element, layout.Node.EXTRA_LENGTH) > TAG_MAX) continue;
    if (!YEAR_OR_REFERENCE.test(startTagOf(core, element))) continue;
    const attributes = context.attributes(element);
    const date = dateIn(attributes.get('datetime') ?? attributes.get('title') ?? '');
    if (date !== undefined) return date;
  }
  return dateIn(shown) ?? shown.replace(/,$/, '');
}
