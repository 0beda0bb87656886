/** `--templates`: the text of each site's template, written once at the end of a run. */
import { type TemplateTextRecord, TemplateTexts } from '@refrain/rules';
import type { Page } from 'refrain';
import { isWriting, type Writer } from '../judge/page.ts';
import { LinkReader } from '../read/crawl/links.ts';
import { urlOf } from '../read/task.ts';

/** A line of the file. */
export interface SiteTemplateText extends TemplateTextRecord {
  readonly site: string;
}

/** The template texts of the sites of one thread. */
export class TemplateCollector {
  readonly #sites = new Map<string, TemplateTexts>();
  readonly #links: LinkReader | undefined;

  /** `links`: reads the links of the texts. */
  constructor(links?: LinkReader) {
    this.#links = links;
  }

  /** `source`: of the page, for its links. */
  observe(site: string, page: Page, source?: { readonly html: string | Uint8Array; readonly url: string }): void {
    let texts = this.#sites.get(site);
    if (texts === undefined) {
      texts = new TemplateTexts();
      this.#sites.set(site, texts);
    }
    const links = this.#links;
    texts.observe(page, links && source && (() => links.linksOf(source.html, source.url)));
  }

  records(): SiteTemplateText[] {
    return [...this.#sites].flatMap(([site, texts]) => texts.records().map((record) => ({ site, ...record })));
  }
}

/** Collects the texts of all pages in passes that write. */
export async function templateWriter(): Promise<Writer> {
  const texts = new TemplateCollector(await LinkReader.create());
  return {
    name: 'templates',
    page({ task, page, html, mode }) {
      if (isWriting(mode)) texts.observe(task.site, page, { html, url: urlOf(task) });
      return undefined;
    },
    end: () => texts.records(),
  };
}

/** What writers have found on all threads, in an order that does not depend on the threads. */
export const inOrder = (found: readonly unknown[]): SiteTemplateText[] =>
  (found as readonly (SiteTemplateText[] | undefined)[])
    .flatMap((records) => records ?? [])
    .sort((one, other) => (one.site < other.site ? -1 : one.site > other.site ? 1 : other.pages - one.pages));
