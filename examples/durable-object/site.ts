import { Detector, type DetectorOptions } from 'refrain';
import { failure, HttpError, readBody } from './http.ts';
import { type DurableObjectState, SiteStore } from './site-store.ts';

/** An isolate has 128 MiB of memory in total. */
export const LIMITS: DetectorOptions = {
  maxPageBytes: 8 * 2 ** 20,
  maxTableBytes: 16 * 2 ** 20,
  maxMemory: 64 * 2 ** 20,
};

/**
 * One site. The platform ensures that there is one object per name, and sends an answer only after its writes are safe.
 * Between the table lookup of a page and its write the code does not `await`, so no other request interferes.
 */
export class Site {
  readonly #store: SiteStore;
  #opening: Promise<Detector> | undefined;

  constructor(state: DurableObjectState) {
    this.#store = new SiteStore(state);
  }

  async fetch(request: Request): Promise<Response> {
    try {
      return await this.#answer(request);
    } catch (error) {
      return failure(error);
    }
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const action = `${request.method} ${pathname}`;
    if (action === 'DELETE /') return this.#forget();
    if (action === 'POST /learn' || action === 'POST /label') {
      const url = searchParams.get('url') ?? '';
      return this.#judge(request, action === 'POST /learn' ? searchParams.get('id') || url : undefined);
    }
    const detector = await this.#open();
    const { stats } = detector;
    if (stats.pages === 0) throw new HttpError(404, 'SITE_UNKNOWN', 'no page of this site was counted');
    if (action === 'GET /stats') return Response.json(stats);
    if (action === 'GET /snapshot') return new Response(detector.snapshot());
    throw new HttpError(404, 'NOT_FOUND', `unknown request ${action}`);
  }

  /** Labels a page, and counts it if it has an id that was not counted before. */
  async #judge(request: Request, id: string | undefined): Promise<Response> {
    const { maxPageBytes } = LIMITS;
    const html = await readBody(request, maxPageBytes ?? Number.POSITIVE_INFINITY);
    const contentType = request.headers.get('content-type') ?? undefined;
    const detector = await this.#open();
    const page =
      id === undefined || this.#store.has(id)
        ? detector.label(html, { contentType })
        : detector.learn(html, { id, contentType });
    const { title, lengths } = page;
    const answer = { title, lengths, ...page.toJSON() };
    if (page.counted && id !== undefined) this.#write(id, detector);
    return Response.json(answer);
  }

  #write(id: string, detector: Detector): void {
    try {
      this.#store.write(id, detector.snapshot());
    } catch (error) {
      // The table in memory is ahead of the store, so the next request restores it from the store.
      this.#opening = undefined;
      throw error;
    }
  }

  #forget(): Response {
    this.#store.clear();
    this.#opening = undefined;
    return new Response(null, { status: 204 });
  }

  /** The current detector. It is restored again if the site was forgotten in the meantime. */
  async #open(): Promise<Detector> {
    for (;;) {
      this.#opening ??= this.#restore();
      const opening = this.#opening;
      try {
        const detector = await opening;
        if (opening === this.#opening) return detector;
      } catch (error) {
        if (opening === this.#opening) this.#opening = undefined;
        throw error;
      }
    }
  }

  #restore(): Promise<Detector> {
    const snapshot = this.#store.read();
    return snapshot === undefined ? Detector.create(LIMITS) : Detector.restore(snapshot);
  }
}
