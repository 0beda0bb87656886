/** A worker thread that processes pages. The main thread has the store open and answers for it. */
import { parentPort } from 'node:worker_threads';
import type { SiteStore } from '@refrain/crawl/internal';
import { Labeller, type WorkOptions } from './judge.ts';
import { Link } from './remote.ts';

if (parentPort === null) throw new Error('this module is a worker thread of the command refrain');

/** What the main thread calls first; afterwards it calls the labeller. */
const starter = {
  async start(options: WorkOptions): Promise<void> {
    const { records, templates, counted, write } = link.there;
    link.here = await Labeller.create({ records, templates, counted, write }, options);
  },
};

export type Starter = typeof starter;

const link = new Link<Pick<SiteStore, 'records' | 'templates' | 'counted' | 'write'>>(parentPort, starter);
