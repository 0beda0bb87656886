/** `refrain changed`: what the pages of a site say differently in a second crawl. */

import { codeOf } from '@refrain/crawl/unstable';
import { contentSimilarity, type Page } from 'refrain';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../errors.ts';
import { RUN_MEMORY } from '../flag-values.ts';
import { readModelFile } from '../model-file.ts';
import { type Output, OutputError, streamOutput } from '../output.ts';
import { type Plan, planInputs } from '../plan.ts';
import { Progress } from '../progress.ts';
import type { PageTask } from '../task.ts';
import { resolveFlags } from '../values.ts';
import type { ChangedOptions } from './arguments.ts';
import { type CrawlOptions, readCrawl } from './crawl.ts';
import { changesOf } from './lines.ts';
import { OldPages, versionOf } from './old-pages.ts';
import { pageKey } from './page-key.ts';
import { type Counts, countsText, lineOf, type PageChange, textOf } from './report.ts';

/** Compares two crawls; gives the exit code, unless a signal interrupts it. */
export async function compareCrawls(options: ChangedOptions, context: CommandContext): Promise<number> {
  const { stdin, stdout, stderr, interrupted } = context;
  const detector = resolveFlags({ maxMemory: RUN_MEMORY.default });
  const model = options.model === undefined ? undefined : await readModelFile(options.model, detector);
  const planOf = (input: string): Promise<Plan> =>
    planInputs(
      {
        ...{ inputs: [input], patterns: options.patterns, site: undefined, siteOf: options.siteOf },
        ...{ raw: false, maxPageBytes: detector.maxPageBytes, readsAhead: true },
      },
      stdin,
    );
  const [old, next] = [await planOf(options.old), await planOf(options.next)];
  const isVisible = !options.quiet && stderr.isTTY && !stdout.isTTY;
  const progress = new Progress({
    ...{ stream: stderr, isVisible, quiet: options.quiet, passes: 1, interrupted },
    total: () => (old.total === undefined || next.total === undefined ? undefined : 2 * (old.total + next.total)),
  });
  const pages = await OldPages.create();
  try {
    const crawl = { detector, model, progress, interrupted };
    const comparison = new Comparison(pages, streamOutput(stdout), options.format);
    await comparison.run({ old, next }, crawl);
    return progress.failed > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    if (codeOf(error) === 'STORE_FAILED') throw CommandError.of('scratch folder', error);
    throw error;
  } finally {
    progress.stop();
    await pages.close();
  }
}

/** A page of the second crawl that the first one does not have. */
interface NewPage {
  readonly id: string;
  readonly hash: string | undefined;
}

class Comparison {
  readonly #pages: OldPages;
  readonly #output: Output;
  readonly #format: ChangedOptions['format'];
  readonly #counts: Counts = { old: 0, new: 0, unchanged: 0, changed: 0, moved: 0, added: 0, gone: 0 };
  readonly #seen = new Set<string>();
  readonly #found: NewPage[] = [];
  /** What waits for the output: a page is compared in one call of the module's. */
  #waiting: PageChange[] = [];
  #written = 0;

  constructor(pages: OldPages, output: Output, format: ChangedOptions['format']) {
    this.#pages = pages;
    this.#output = output;
    this.#format = format;
  }

  async run({ old, next }: Readonly<Record<'old' | 'next', Plan>>, crawl: CrawlOptions): Promise<void> {
    await readCrawl(old, crawl, (task, page) => this.#pages.add(pageKey(task), page));
    this.#counts.old = this.#pages.size;
    if (this.#format === 'json') await this.#output.write('{"pages":[');
    await readCrawl(
      next,
      crawl,
      (task, page) => this.#compare(task, page),
      () => this.#flush(),
    );
    if (crawl.interrupted.aborted) return this.#output.end();
    this.#pairMoved();
    await this.#flush();
    await this.#end();
  }

  #compare(task: PageTask, page: Page): void {
    const id = pageKey(task);
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#counts.new += 1;
    const old = this.#pages.take(id);
    const { contentHash: hash } = page;
    if (old === undefined) {
      this.#found.push({ id, hash });
      return;
    }
    const changes = changesOf(this.#pages.version(old), versionOf(page));
    if (changes.length === 0) {
      this.#counts.unchanged += 1;
      return;
    }
    this.#counts.changed += 1;
    const digests = [old.digest, page.contentDigest] as const;
    const similarity =
      digests[0] === undefined || digests[1] === undefined ? undefined : contentSimilarity(digests[0], digests[1]);
    this.#waiting.push({ kind: 'changed', id, similarity, changes });
  }

  /** Pages that are gone and new with the same content have moved, where no other page has it. */
  #pairMoved(): void {
    const gone = [...this.#pages.left()].map(([id, { hash }]) => ({ id, hash }));
    const byHash = uniqueByHash(gone);
    const moved = new Set<string>();
    for (const [hash, { id }] of uniqueByHash(this.#found)) {
      const from = byHash.get(hash)?.id;
      if (from === undefined) continue;
      moved.add(id).add(from);
      this.#waiting.push({ kind: 'moved', id, from });
    }
    const added = this.#found.filter(({ id }) => !moved.has(id));
    const left = gone.filter(({ id }) => !moved.has(id));
    for (const { id } of added) this.#waiting.push({ kind: 'new', id });
    for (const { id } of left) this.#waiting.push({ kind: 'gone', id });
    Object.assign(this.#counts, { moved: moved.size / 2, added: added.length, gone: left.length });
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const page of waiting) {
      if (this.#format === 'json') {
        await this.#output.write(`${this.#written === 0 ? '\n' : ',\n'}${lineOf(page).trimEnd()}`);
      } else await this.#output.write(this.#format === 'ndjson' ? lineOf(page) : textOf(page));
      this.#written += 1;
    }
  }

  async #end(): Promise<void> {
    if (this.#format === 'text') await this.#output.write(countsText(this.#counts));
    if (this.#format === 'json') await this.#output.write(`\n],"counts":${JSON.stringify(this.#counts)}}\n`);
    await this.#output.end();
  }
}

/** The pages whose hash no other has. */
function uniqueByHash<T extends NewPage>(pages: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  const several = new Set<string>();
  for (const page of pages) {
    if (page.hash === undefined) continue;
    if (found.has(page.hash)) several.add(page.hash);
    found.set(page.hash, page);
  }
  for (const hash of several) found.delete(hash);
  return found;
}
