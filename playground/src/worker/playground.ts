/** The playground behind the page: a store, the pages in hand, and one run at a time. */

import type { Sites } from '@refrain/crawl';
import { RefrainError } from 'refrain';
import { HtmlParser } from 'refrain/html';
import type { JudgedBy, Point, Reply, RunKind, Settings, Source, TextFormat } from '../protocol.ts';
import { createRender, type Render } from '../rendering.ts';
import { totalOf } from '../total.ts';
import type { GivenPage, Listener } from './given.ts';
import { Hand, type HeldPage } from './hand.ts';
import { Past } from './past.ts';
import { Run } from './run.ts';
import { readSource, sizeOf } from './sources.ts';
import { listSites, openSites, removeSites, settingsOf } from './store.ts';
import { shareOf, viewOf } from './view.ts';

const encoder = new TextEncoder();

interface Prepared {
  readonly run: Run;
  readonly pages: AsyncGenerator<GivenPage>;
}

export class Playground {
  readonly #tell: (reply: Reply) => void;
  readonly #render: Render;
  readonly #hand = new Hand();
  readonly #past = new Past();
  #sites: Sites;
  #run: Run | undefined;
  #ended: Promise<void> = Promise.resolve();
  #settling = 0;
  #isRenewing = false;

  private constructor(tell: (reply: Reply) => void, sites: Sites, render: Render) {
    this.#tell = tell;
    this.#sites = sites;
    this.#render = render;
  }

  /** @throws {StoreError} `STORE_LOCKED` where another tab has the store, and others */
  static async open(tell: (reply: Reply) => void): Promise<Playground> {
    const parser = await HtmlParser.create({ scripting: true });
    const playground = new Playground(tell, await openSites(), createRender(parser));
    await playground.#tellOpened();
    return playground;
  }

  async #tellOpened(): Promise<void> {
    this.#tell({ type: 'opened', settings: settingsOf(this.#sites), sites: await listSites(this.#sites) });
  }

  stop(): void {
    this.#run?.stop();
  }

  /** Reads pages and learns them, one after another. */
  learn(sources: readonly Source[]): Promise<void> {
    return this.#begin('learn', async () => {
      const sample = sources.some(({ kind }) => kind === 'sample') ? 1 : 0;
      const run = new Run(
        sources.reduce((sum, source) => sum + sizeOf(source), sample),
        this.#tell,
      );
      return { run, pages: this.#read(sources, run) };
    });
  }

  async *#read(sources: readonly Source[], run: Run): AsyncGenerator<GivenPage> {
    const { maxPageBytes } = this.#sites.options;
    const listener: Listener = {
      maxPageBytes,
      read: (bytes) => run.read(bytes),
      refuse: (refusal) => run.refuse(refusal),
      get isStopped() {
        return run.isStopped;
      },
    };
    for (const source of sources) {
      if (run.isStopped) return;
      yield* readSource(source, listener);
    }
  }

  /** Forgets everything that was learned, and learns the pages in hand again with these settings. */
  async set(settings: Settings): Promise<void> {
    const settling = ++this.#settling;
    this.stop();
    await this.#begin('again', async () => {
      // Another setting has come in the meantime.
      if (settling !== this.#settling) return undefined;
      await this.#renew(settings);
      this.#hand.unlearn();
      const held = [...this.#hand.pages];
      const run = new Run(held.length, this.#tell);
      return { run, pages: this.#again(held, run) };
    });
  }

  async *#again(held: readonly HeldPage[], run: Run): AsyncGenerator<GivenPage> {
    for (const { site, id, html } of held) {
      yield { site, id, html, contentType: undefined };
      run.read(1);
    }
  }

  forget(): Promise<void> {
    this.stop();
    return this.#inTurn(async () => {
      this.#hand.clear();
      await this.#renew(settingsOf(this.#sites));
      await this.#tellOpened();
    });
  }

  async #renew(settings: Settings): Promise<void> {
    this.#isRenewing = true;
    try {
      this.#past.clear();
      await removeSites(this.#sites);
      this.#sites = await openSites(settings);
    } finally {
      this.#isRenewing = false;
    }
  }

  /** One thing after another: there is one store. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#ended.then(work);
    this.#ended = done.catch(() => undefined);
    return done;
  }

  #begin(what: RunKind, prepare: () => Promise<Prepared | undefined>): Promise<void> {
    return this.#inTurn(async () => {
      const prepared = await prepare();
      if (prepared === undefined) return;
      const { run, pages } = prepared;
      this.#run = run;
      this.#tell({ type: 'began', what });
      this.#tell({ type: 'point', point: await this.#point() });
      try {
        await this.#learnAll(pages, run);
      } finally {
        this.#run = undefined;
        run.report();
        const sites = await listSites(this.#sites);
        this.#tell({ type: 'ended', what, progress: run.progress, stopped: run.isStopped, sites });
      }
    });
  }

  async #learnAll(pages: AsyncGenerator<GivenPage>, run: Run): Promise<void> {
    for await (const page of pages) {
      if (run.isStopped) return;
      try {
        await this.#learnOne(page, run);
      } catch (error) {
        // What is wrong with a page is wrong with it alone; what is wrong with the store is wrong with all.
        if (!(error instanceof RefrainError) || error.code.startsWith('STORE_')) throw error;
        run.refuse({ name: page.id, reason: error.message });
      }
      await run.turn(() => this.#point());
    }
  }

  async #learnOne({ site, id, html, contentType }: GivenPage, run: Run): Promise<void> {
    const bytes = typeof html === 'string' ? encoder.encode(html).length : html.length;
    const isKept = this.#hand.hasRoom(site, id, bytes);
    if (isKept) await this.#past.note(this.#sites, site);
    const began = performance.now();
    const page = await this.#sites.learn(id, html, { site, id, contentType });
    const milliseconds = performance.now() - began;
    const { counted } = page;
    if (counted) this.#past.learned(site, page.number, bytes);
    let held: HeldPage | undefined;
    if (isKept) {
      const share = shareOf(page);
      const content = page.text('content');
      // With everything kept the source is whole: that is the page as text, whatever its character set was.
      page.keepAll();
      const source = typeof html === 'string' ? html : page.html({ remove: 'template' });
      held = this.#hand.hold({
        site,
        id,
        html: source,
        bytes,
        number: counted ? page.number : undefined,
        share,
        content,
      });
    }
    run.learned(held, { counted, bytes, milliseconds });
  }

  async #point(): Promise<Point> {
    return totalOf(await listSites(this.#sites));
  }

  /** Shows a page as it was judged when it was learned, or, where that is not to be had, as it is now. */
  async view(key: number, by: JudgedBy, needsMarkup: boolean): Promise<void> {
    // Not while the store is made anew; the page asks again when that is done.
    const held = this.#isRenewing ? undefined : this.#hand.get(key);
    if (held === undefined) return;
    const recalled = by === 'learned' ? await this.#past.recall(this.#sites, held, this.#hand.pages) : undefined;
    const { site, id, html } = held;
    const page = recalled ?? (await this.#sites.label(id, html, { site, id }));
    const how = { by: recalled === undefined ? 'now' : by, render: needsMarkup ? this.#render : undefined } as const;
    this.#tell({ type: 'viewed', page: viewOf(page, held, how) });
  }

  /** The content of all pages in hand, as it was when they were learned. */
  text(format: TextFormat): void {
    const parts: string[] = [];
    for (const { site, id, number, content } of this.#hand.pages) {
      parts.push(format === 'text' ? `${content}\n\f\n` : `${JSON.stringify({ id, site, page: number, content })}\n`);
    }
    const type = format === 'text' ? 'text/plain;charset=utf-8' : 'application/x-ndjson';
    const name = format === 'text' ? 'content.txt' : 'content.ndjson';
    this.#tell({ type: 'file', name, blob: new Blob(parts, { type }) });
  }

  async snapshot(site: string): Promise<void> {
    const blob = new Blob([await this.#sites.snapshot(site)], { type: 'application/octet-stream' });
    this.#tell({ type: 'file', name: `${site.replace(/[^\w.-]+/g, '_')}.refrain`, blob });
  }
}
