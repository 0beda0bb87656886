/** The state of the playground: a store, the kept pages, and at most one run. */

import type { Sites } from '@refrain/crawl';
import { tableView } from '@refrain/viewer';
import { RefrainError } from 'refrain';
import { contextOf } from 'refrain/engine';
import {
  type Point,
  type Reply,
  type RunKind,
  type Settings,
  type Source,
  type TextFormat,
  totalOf,
  type ViewRequest,
} from '../protocol.ts';
import { History } from './history.ts';
import { type KeptPage, KeptPages, shareOf, viewOf } from './kept.ts';
import { type GivenPage, Run } from './run.ts';
import { readSource, sizeOf } from './sources.ts';
import { listSites, openSites, removeSites, settingsOf } from './store.ts';

const encoder = new TextEncoder();

interface Prepared {
  readonly run: Run;
  readonly pages: AsyncGenerator<GivenPage>;
}

/** The files that the contents of pages are saved to. */
const FILES: Readonly<Record<TextFormat, { readonly name: string; readonly type: string }>> = {
  text: { name: 'content.txt', type: 'text/plain;charset=utf-8' },
  markdown: { name: 'content.md', type: 'text/markdown;charset=utf-8' },
  ndjson: { name: 'content.ndjson', type: 'application/x-ndjson' },
};

export class Playground {
  readonly #send: (reply: Reply) => void;
  readonly #kept = new KeptPages();
  readonly #history = new History();
  #sites: Sites;
  #run: Run | undefined;
  #ended: Promise<void> = Promise.resolve();
  #settling = 0;
  #isRenewing = false;

  private constructor(send: (reply: Reply) => void, sites: Sites) {
    this.#send = send;
    this.#sites = sites;
  }

  /** @throws {StoreError} `STORE_LOCKED` where another tab uses the store; and others */
  static async open(send: (reply: Reply) => void): Promise<Playground> {
    const playground = new Playground(send, await openSites());
    await playground.#sendOpened();
    return playground;
  }

  async #sendOpened(): Promise<void> {
    this.#send({ type: 'opened', settings: settingsOf(this.#sites), sites: await listSites(this.#sites) });
  }

  stop(): void {
    this.#run?.stop();
  }

  /** Learns the pages of inputs, one after another. */
  learn(sources: readonly Source[]): Promise<void> {
    return this.#begin('learn', async () => {
      const sample = sources.some(({ kind }) => kind === 'sample') ? 1 : 0;
      const run = this.#newRun(sources.reduce((sum, source) => sum + sizeOf(source), sample));
      return { run, pages: this.#read(sources, run) };
    });
  }

  #newRun(size: number): Run {
    return new Run(size, this.#sites.options.maxPageBytes, this.#send);
  }

  async *#read(sources: readonly Source[], run: Run): AsyncGenerator<GivenPage> {
    for (const source of sources) {
      if (run.isStopped) return;
      yield* readSource(source, run);
    }
  }

  /** Makes a new store with these settings, and learns the kept pages again. */
  async set(settings: Settings): Promise<void> {
    const settling = ++this.#settling;
    this.stop();
    await this.#begin('again', async () => {
      // The user has changed the settings again in the meantime.
      if (settling !== this.#settling) return undefined;
      await this.#renew(settings);
      this.#kept.unlearn();
      const kept = [...this.#kept.pages];
      const run = this.#newRun(kept.length);
      return { run, pages: this.#again(kept, run) };
    });
  }

  async *#again(kept: readonly KeptPage[], run: Run): AsyncGenerator<GivenPage> {
    for (const { site, id, html } of kept) {
      yield { site, id, html, contentType: undefined };
      run.read(1);
    }
  }

  forget(): Promise<void> {
    this.stop();
    return this.#enqueue(async () => {
      this.#kept.clear();
      await this.#renew(settingsOf(this.#sites));
      await this.#sendOpened();
    });
  }

  async #renew(settings: Settings): Promise<void> {
    this.#isRenewing = true;
    try {
      this.#history.clear();
      await removeSites(this.#sites);
      this.#sites = await openSites(settings);
    } finally {
      this.#isRenewing = false;
    }
  }

  /** A queue: calls run one after another, since there is one store. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#ended.then(work);
    this.#ended = done.catch(() => undefined);
    return done;
  }

  #begin(what: RunKind, prepare: () => Promise<Prepared | undefined>): Promise<void> {
    return this.#enqueue(async () => {
      const prepared = await prepare();
      if (prepared === undefined) return;
      const { run, pages } = prepared;
      this.#run = run;
      this.#send({ type: 'began', what });
      this.#send({ type: 'point', point: await this.#point() });
      try {
        await this.#learnAll(pages, run);
      } finally {
        this.#run = undefined;
        run.report();
        const sites = await listSites(this.#sites);
        this.#send({ type: 'ended', what, progress: run.progress, stopped: run.isStopped, sites });
      }
    });
  }

  async #learnAll(pages: AsyncGenerator<GivenPage>, run: Run): Promise<void> {
    for await (const page of pages) {
      if (run.isStopped) return;
      try {
        await this.#learnOne(page, run);
      } catch (error) {
        // An error of a page concerns that page only; an error of the store ends the run.
        if (!(error instanceof RefrainError) || error.code.startsWith('STORE_')) throw error;
        run.refuse({ name: page.id, reason: error.message });
      }
      await run.turn(() => this.#point());
    }
  }

  async #learnOne({ site, id, html, contentType }: GivenPage, run: Run): Promise<void> {
    const bytes = typeof html === 'string' ? encoder.encode(html).length : html.length;
    const isKept = this.#kept.hasRoom(site, id, bytes);
    if (isKept) await this.#history.note(this.#sites, site);
    const began = performance.now();
    const page = await this.#sites.learn(id, html, { site, id, contentType });
    const milliseconds = performance.now() - began;
    const { counted } = page;
    if (counted) this.#history.learned(site, page.number, bytes);
    let kept: KeptPage | undefined;
    if (isKept) {
      const share = shareOf(page);
      const { part } = contextOf(page).shown(undefined);
      const [text, markdown] = [page.text(part), page.markdown(part)];
      // Nothing is removed, so this is the whole source, decoded from its character set.
      page.keepAll();
      const source = typeof html === 'string' ? html : page.html('content', { mode: 'cut' });
      kept = this.#kept.keep({
        site,
        id,
        html: source,
        bytes,
        number: counted ? page.number : undefined,
        share,
        text,
        markdown,
      });
    }
    run.learned(kept, { counted, bytes, milliseconds });
  }

  async #point(): Promise<Point> {
    return totalOf(await listSites(this.#sites));
  }

  /** Shows a page by the table of the time when it was learned; where that is unavailable, by the current table. */
  async view({ asked, key, by }: ViewRequest): Promise<void> {
    // No answer while a new store is made: the page asks again afterwards.
    const kept = this.#isRenewing ? undefined : this.#kept.get(key);
    if (kept === undefined) return;
    const recalled = by === 'learned' ? await this.#history.recall(this.#sites, kept, this.#kept.pages) : undefined;
    const { site, id, html } = kept;
    const page = recalled ?? (await this.#sites.label(id, html, { site, id }));
    const judged = recalled === undefined ? 'now' : by;
    const table = tableView(this.#sites.options, page);
    this.#send({ type: 'viewed', asked, page: viewOf(page, key, judged, table) });
  }

  /** The text of all kept pages, by the tables of the times when they were learned. */
  text(format: TextFormat): void {
    const parts: string[] = [];
    for (const { site, id, number, text, markdown } of this.#kept.pages) {
      if (format === 'ndjson') parts.push(`${JSON.stringify({ id, site, page: number, text })}\n`);
      else parts.push(`\f==> ${id} <==\n${format === 'text' ? `${text}\n` : markdown}`);
    }
    const { name, type } = FILES[format];
    this.#send({ type: 'file', name, blob: new Blob(parts, { type }) });
  }

  async snapshot(site: string): Promise<void> {
    const blob = new Blob([await this.#sites.snapshot(site)], { type: 'application/octet-stream' });
    this.#send({ type: 'file', name: `${site.replace(/[^\w.-]+/g, '_')}.refrain`, blob });
  }
}
