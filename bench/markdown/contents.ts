/** The content of real pages: of sites, each read by a detector of its own, and of single pages of unrelated sites. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Detector } from 'refrain';
import { shuffle } from '../../packages/cli/src/shuffle.ts';
import { Problem } from '../problem.ts';
import { readBenchSites } from '../throughput/pages.ts';

export interface Content {
  readonly name: string;
  readonly url: string;
  /** HTML of the content: what stays of the body. */
  readonly html: string;
  /** Markdown of the content, written from the whole page. */
  readonly markdown: string;
}

export interface SiteContents {
  readonly site: string;
  readonly contents: readonly Content[];
}

interface Source {
  readonly name: string;
  readonly url: string;
  readonly bytes: Uint8Array;
}

const SEED = 1;

/**
 * The body of a page without scripts and styles, whose text some writers take for text of the page. Formulas in scripts stay,
 * and `base`.
 */
function bodyOf(html: string): string {
  const base = /<base\s[^>]*>/i.exec(html)?.[0] ?? '';
  const body = html
    .replace(/<head[\s>][\s\S]*?<\/head\s*>/i, base)
    .replace(/<(script|style)\b(?![^>]*math\/tex)[^>]*>[\s\S]*?<\/\1\s*>/gi, '');
  const shown = body.replace(/<noscript\b[^>]*>[\s\S]*?<\/noscript\s*>/gi, '');
  // Some pages show nothing without scripts but what is in `noscript`.
  return shown.replace(/<[^>]*>|\s+/g, ' ').length > 600 ? shown : body.replace(/<(\/?)noscript\b[^>]*>/gi, '<$1div>');
}

/** Learns the pages in turn. Pages without any content are left out. */
async function readContents(sources: readonly Source[], separate: boolean): Promise<Content[]> {
  const contents: Content[] = [];
  let detector = await Detector.create();
  for (const { name, url, bytes } of sources) {
    if (separate && contents.length > 0) {
      detector[Symbol.dispose]();
      detector = await Detector.create();
    }
    const page = detector.learn(Buffer.from(bytes).toString(), { id: name });
    const content = {
      name,
      url,
      html: bodyOf(page.html({ keep: 'content' })),
      markdown: page.markdown('content', { url }),
    };
    if (content.markdown !== '') contents.push(content);
  }
  detector[Symbol.dispose]();
  return contents;
}

/** At most `count` pages of each site of a folder. */
export async function siteContents(folder: string | undefined, count: number): Promise<SiteContents[]> {
  const sites: SiteContents[] = [];
  for (const { name: site, pages } of await readBenchSites(folder)) {
    const sources = pages.slice(0, count).map(({ name, bytes }) => {
      const path = name.startsWith(`${site}/`) ? name.slice(site.length + 1) : name;
      return { name, url: new URL(encodeURI(path), `https://${encodeURIComponent(site)}.example/`).href, bytes };
    });
    sites.push({ site, contents: await readContents(sources, false) });
  }
  return sites;
}

/** At most `count` pages of a folder with single pages, whose `index.tsv` has a name, a kind and a URL on each line. */
export async function singleContents(folder: string, count: number): Promise<SiteContents> {
  const urls = new Map<string, string>();
  try {
    for (const line of readFileSync(join(folder, 'index.tsv'), 'utf8').split('\n')) {
      const [name, , url] = line.split('\t');
      if (name !== undefined && url !== undefined && URL.canParse(url)) urls.set(`${name}.html`, url);
    }
  } catch (error) {
    throw new Problem(
      `${folder}: index.tsv cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  const names = shuffle(
    readdirSync(folder)
      .filter((name) => urls.has(name))
      .sort(),
    SEED,
  ).slice(0, count);
  const sources = names.map((name) => ({
    ...{ name, url: urls.get(name) ?? '' },
    bytes: readFileSync(join(folder, name)),
  }));
  return { site: 'single pages', contents: await readContents(sources, true) };
}
