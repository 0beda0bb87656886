/** The template of sites as this server has seen it: tables hold fingerprints only, so texts are noted here. */
import type { Page } from 'refrain';

/** A template block of a site. */
export interface TemplateBlock {
  readonly text: string;
  readonly path: string;
  /** Pages of this session that have it. */
  pages: number;
  score?: number | undefined;
}

/** The blocks of a site, and its pages that were seen. */
export interface SeenSite {
  pages: number;
  readonly blocks: Map<number, TemplateBlock>;
}

const SITES_MAX = 200;
const BLOCKS_MAX = 500;
const TEXT_MAX = 300;

export class TemplateMemory {
  readonly #sites = new Map<string, SeenSite>();

  /** Notes the template of a page. */
  note(site: string, page: Page<never>): void {
    const seen = this.#use(site);
    seen.pages += 1;
    for (const block of page.blocks) {
      if (block.kind !== 'template') continue;
      const { fingerprint, path, score } = block;
      const known = seen.blocks.get(fingerprint);
      if (known !== undefined) {
        known.pages += 1;
        known.score = score;
      } else if (seen.blocks.size < BLOCKS_MAX) {
        seen.blocks.set(fingerprint, { text: block.text.slice(0, TEXT_MAX), path, pages: 1, score });
      }
    }
  }

  of(site: string): SeenSite | undefined {
    return this.#sites.get(site);
  }

  /** The site, which is the last to be forgotten now. */
  #use(site: string): SeenSite {
    const seen = this.#sites.get(site) ?? { pages: 0, blocks: new Map<number, TemplateBlock>() };
    this.#sites.delete(site);
    this.#sites.set(site, seen);
    const [oldest] = this.#sites.keys();
    if (this.#sites.size > SITES_MAX && oldest !== undefined) this.#sites.delete(oldest);
    return seen;
  }
}
