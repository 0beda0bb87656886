import type { PageContext } from '../page/context.ts';
import type { PageKind } from '../page/records.ts';
import { readFacts } from './facts.ts';
import { metadataOf } from './metadata.ts';
import type { PageMetadata } from './records.ts';
import { factsOfTree } from './tree.ts';

/** Facts of the current page. `pages`: pages of the site before it. */
export function pageMetadata<N>(
  { core, origin }: PageContext<N>,
  title: string,
  pages: number,
  given: string | undefined,
  kind: PageKind | undefined,
): PageMetadata {
  const { adapter, root } = origin;
  const read = readFacts(core.facts());
  const facts = adapter === undefined || root === undefined ? read : factsOfTree(root, adapter, read);
  const name = core.pageName;
  const url = given ?? (/^https?:\/\//i.test(name) ? name : undefined);
  return { ...metadataOf(facts, { url, title, pages, kind, now: Date.now() }), ...(kind !== undefined && { kind }) };
}
