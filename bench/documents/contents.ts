/** The content of real pages, each site read by a separate detector. */
import { Detector } from 'refrain';
import type { BenchSite } from '../pages/read.ts';

export interface Content {
  readonly name: string;
  readonly url: string;
  /** HTML of the content of the body. */
  readonly html: string;
  /** Markdown of the content, written from the whole page. */
  readonly markdown: string;
}

/** The body of a page without scripts and styles, whose text some writers output. Formulas in scripts and `base` are kept. */
function bodyOf(html: string): string {
  const base = /<base\s[^>]*>/i.exec(html)?.[0] ?? '';
  return html
    .replace(/<head[\s>][\s\S]*?<\/head\s*>/i, base)
    .replace(/<(script|style|noscript)\b(?![^>]*math\/tex)[^>]*>[\s\S]*?<\/\1\s*>/gi, '');
}

/** At most `count` pages of each site. Pages without content are omitted. */
export async function readContents(sites: readonly BenchSite[], count: number): Promise<Content[]> {
  const contents: Content[] = [];
  for (const { name: site, pages } of sites) {
    using detector = await Detector.create();
    for (const { name, bytes } of pages.slice(0, count)) {
      const url = new URL(encodeURI(name.slice(site.length + 1)), `https://${encodeURIComponent(site)}.example/`).href;
      const page = detector.learn(bytes, { id: name });
      const markdown = page.markdown('content', { url });
      if (markdown !== '') contents.push({ name, url, html: bodyOf(page.html('content')), markdown });
    }
  }
  return contents;
}
