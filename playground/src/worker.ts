/** The worker: learns pages, keeps them with the tables of their sites, and answers calls of the page. */
import { TemplateTexts } from '@refrain/rules';
import {
  Collection,
  judgementOf,
  type ListData,
  type PageEntry,
  type PageView,
  pageView,
  runList,
  siteList,
  type TemplateText,
  VALUES_MAX,
} from '@refrain/viewer';
import { Detector, type Evidence } from 'refrain';
import { count, htmlRule } from 'refrain/engine';

/** Limits for a browser tab. Each site has an instance of the module. */
const [PAGES_MAX, SITES_MAX, BYTES_MAX] = [5000, 100, 256 * 2 ** 20];

const HTML_NAME = /\.(?:html?|xhtml?)$/i;

/** A page to learn. */
export interface Source {
  readonly file: Blob;
  readonly site: string;
  readonly id: string;
  readonly contentType?: string;
}

interface KeptPage extends Omit<Source, 'file'> {
  readonly html: Uint8Array;
}

/** The result of a call of `learn`. */
interface Learned {
  readonly pages: number;
  /** The first learned page; the reason why the first omitted page was omitted. */
  readonly first: PageEntry | undefined;
  readonly failures: readonly string[];
  /** Time of learning, without the time of reading. */
  readonly seconds: number;
}

/** Reports the number of pages that were read. */
type Progress = (done: number, all: number) => void;

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export class Playground {
  readonly #progress: Progress;
  /** Pages by site and id, in the order of learning. */
  readonly #pages = new Map<string, KeptPage>();
  readonly #detectors = new Map<string, Detector>();
  readonly #failures: string[] = [];
  #evidence: Evidence = 'joint';
  #isSample = false;
  #bytes = 0;
  #collection = new Collection();
  #texts = new Map<string, TemplateTexts>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Learns pages one after another, then judges all pages with the final tables. A sample is kept until the next page. */
  async learn(sources: readonly Source[], isSample = false): Promise<Learned> {
    const replaces = this.#isSample;
    const failed = this.#failures.length;
    const learned: KeptPage[] = [];
    let milliseconds = 0;
    for (const [at, source] of sources.entries()) {
      try {
        const page = await this.#read(source);
        if (replaces && learned.length === 0) this.#forget();
        const began = performance.now();
        await this.#learn(page);
        milliseconds += performance.now() - began;
        learned.push(page);
        this.#isSample = isSample;
      } catch (error) {
        this.#failures.push(`${source.id}: ${wordsOf(error)}`);
      }
      this.#progress(at + 1, sources.length);
    }
    this.#judge();
    const [first] = learned;
    return {
      pages: learned.length,
      first: first && this.#collection.site(first.site).shown.find(({ id }) => id === first.id),
      failures: this.#failures.slice(failed),
      seconds: milliseconds / 1000,
    };
  }

  /** Learns all pages again with other evidence. */
  async decide(evidence: Evidence): Promise<void> {
    this.#evidence = evidence;
    const pages = [...this.#pages.values()];
    this.#forget();
    for (const page of pages) await this.#learn(page);
    this.#judge();
  }

  list(site: string | undefined): ListData {
    const textsOf = (name: string): TemplateText[] =>
      this.#texts
        .get(name)
        ?.records()
        .flatMap(({ blocks }) => blocks) ?? [];
    if (site !== undefined) return siteList(this.#collection.site(site), textsOf(site));
    const failures = { count: this.#failures.length, first: this.#failures.slice(0, VALUES_MAX) };
    return runList(this.#collection.sites, { facts: [], failures }, textsOf);
  }

  page(site: string, position: number): PageView {
    const page = [...this.#pages.values()].filter((each) => each.site === site)[position - 1];
    if (page === undefined) throw new Error(`${site} has no page ${position}`);
    return pageView(...this.#label(page));
  }

  /** The documents of all pages as NDJSON. */
  documents(): Blob {
    const lines = Array.from(this.#pages.values(), (page) => {
      const { site, id } = page;
      return `${JSON.stringify({ id, site, ...this.#label(page)[0].document() })}\n`;
    });
    return new Blob(lines, { type: 'application/x-ndjson' });
  }

  #forget(): void {
    for (const detector of this.#detectors.values()) detector.dispose();
    this.#detectors.clear();
    this.#pages.clear();
    this.#bytes = 0;
  }

  async #read({ file, site, id, contentType }: Source): Promise<KeptPage> {
    if (this.#pages.size >= PAGES_MAX || this.#bytes + file.size > BYTES_MAX)
      throw new Error(`a tab keeps at most ${count(PAGES_MAX)} pages of ${BYTES_MAX / 2 ** 20} MiB`);
    if (this.#detectors.size >= SITES_MAX && !this.#detectors.has(site))
      throw new Error(`a tab keeps at most ${SITES_MAX} sites`);
    const html = new Uint8Array(await file.arrayBuffer());
    if (contentType === undefined && !HTML_NAME.test(id) && !htmlRule.startsAsHtml(html))
      throw new Error('it is not HTML');
    return { site, id, html, ...(contentType !== undefined && { contentType }) };
  }

  async #learn(page: KeptPage): Promise<void> {
    const { site, id, html, contentType } = page;
    const detector = this.#detectors.get(site) ?? (await Detector.create({ evidence: this.#evidence }));
    detector.learn(html, { id, contentType });
    this.#detectors.set(site, detector);
    const key = `${site}\0${id}`;
    this.#bytes += html.length - (this.#pages.get(key)?.html.length ?? 0);
    this.#pages.set(key, page);
  }

  #judge(): void {
    this.#collection = new Collection();
    this.#texts = new Map();
    for (const kept of this.#pages.values()) {
      const { site, id } = kept;
      const [page] = this.#label(kept);
      const texts = this.#texts.get(site) ?? new TemplateTexts();
      this.#texts.set(site, texts);
      texts.observe(page);
      this.#collection.site(site).judge(judgementOf(page, site, { id }));
    }
  }

  #label({ site, id, html, contentType }: KeptPage): Parameters<typeof pageView> {
    const detector = this.#detectors.get(site);
    if (detector === undefined) throw new Error(`${site} was not learned`);
    return [detector.label(html, { id, contentType }), detector.options];
  }
}

/** A call of a method. The answer has the same number. */
export interface Call {
  readonly number: number;
  readonly name: 'learn' | 'decide' | 'list' | 'page' | 'documents';
  readonly args: readonly unknown[];
}

export type Answer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly error: string }
  | { readonly done: number; readonly all: number };

const send = (answer: Answer): void => postMessage(answer);
const playground = new Playground((done, all) => send({ done, all }));

self.addEventListener('message', async ({ data: { number, name, args } }: MessageEvent<Call>) => {
  try {
    const method: (...given: never[]) => unknown = playground[name].bind(playground);
    send({ number, value: await method(...(args as never[])) });
  } catch (error) {
    send({ number, error: wordsOf(error) });
  }
});
