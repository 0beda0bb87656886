/** Labelled sites with their pages as text. */
import type { SiteSource } from '../corpus/sites.ts';
import { urlOf } from '../evaluation/judge.ts';

export interface LabelledSource {
  readonly url: string;
  /** With the labels. */
  readonly html: string;
}

export interface LabelledSite {
  readonly name: string;
  readonly pages: readonly LabelledSource[];
}

const decoder = new TextDecoder();

export async function readLabelledSite(site: SiteSource): Promise<LabelledSite> {
  const pages = await site.read();
  return {
    name: site.name,
    pages: pages.map((page) => ({ url: urlOf(site.name, page), html: decoder.decode(page.bytes) })),
  };
}
