/** A worker thread that processes pages. The main thread has the store open and answers for it. */
import { parentPort } from 'node:worker_threads';
import type { SiteStore } from '@refrain/crawl/engine';
import { Judge, type WorkOptions } from './judge.ts';
import type { OpenWriters } from './page.ts';
import { Link } from './remote.ts';

/** What the main thread calls first; afterwards it calls the judge. */
export interface Starter<W> {
  start(options: WorkOptions<W>): Promise<void>;
}

/** Makes this thread such a worker. */
export function serve<W>(open: OpenWriters<W>): void {
  if (parentPort === null) throw new Error('this module is a worker thread of the command refrain');
  const starter: Starter<W> = {
    async start(options) {
      const { records, templates, counted, write } = link.there;
      link.here = await Judge.create({ records, templates, counted, write }, options, open);
    },
  };
  const link = new Link<Pick<SiteStore, 'records' | 'templates' | 'counted' | 'write'>>(parentPort, starter);
}
