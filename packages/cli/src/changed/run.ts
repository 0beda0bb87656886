/** `refrain changed`: what the pages of a site say differently in a second crawl. */

import { codeOf } from '@refrain/crawl/internal';
import { contentSimilarity } from 'refrain';
import type { CommandContext } from '../arguments/command.ts';
import { RUN_MEMORY } from '../arguments/common-flags.ts';
import { readModelFile, resolveFlags } from '../arguments/detector-flags.ts';
import { CommandError } from '../errors.ts';
import { type Output, OutputError, streamOutput } from '../output/output.ts';
import { Progress } from '../output/progress.ts';
import type { ChangedOptions } from './arguments.ts';
import { type Crawl, openCrawl, type Reading } from './crawl.ts';
import { changesOf, versionOf } from './lines.ts';
import { OldPages } from './old-pages.ts';
import type { PageFacts } from './pages.ts';
import { type Counts, countsText, lineOf, type PageChange, textOf } from './report.ts';

/** Compares two crawls; gives the exit code, unless a signal interrupts it. */
export async function compareCrawls(options: ChangedOptions, context: CommandContext): Promise<number> {
  const { stdin, stdout, stderr, interrupted } = context;
  const detector = resolveFlags({ maxMemory: RUN_MEMORY.default });
  const model = await readModelFile(options.model, detector);
  const [old, next] = [await openCrawl(options.old, options, stdin), await openCrawl(options.next, options, stdin)];
  const isVisible = !options.quiet && stderr.isTTY === true && !stdout.isTTY;
  const progress = new Progress({
    ...{ stream: stderr, isVisible, quiet: options.quiet, passes: 1, interrupted },
    total: () => (old.total === undefined || next.total === undefined ? undefined : old.total + next.total),
  });
  let pages: OldPages | undefined;
  try {
    pages = await OldPages.create();
    const reading = { detector, model, progress, interrupted };
    const comparison = new Comparison(pages, streamOutput(stdout), options.format);
    await comparison.run({ old, next }, reading);
    return progress.failed > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof OutputError && error.code === 'EPIPE') return 0;
    if (codeOf(error) === 'STORE_FAILED') throw CommandError.of('scratch folder', error);
    throw error;
  } finally {
    progress.stop();
    await pages?.close();
  }
}

/** A page of the second crawl that the first one does not have. */
type NewPage = Pick<PageFacts, 'name' | 'hash'>;

class Comparison {
  readonly #pages: OldPages;
  readonly #output: Output;
  readonly #format: ChangedOptions['format'];
  readonly #counts: Counts = { old: 0, new: 0, unchanged: 0, changed: 0, moved: 0, added: 0, gone: 0 };
  readonly #seen = new Set<string>();
  readonly #found: NewPage[] = [];
  /** What waits for the output: a page is compared in one synchronous call. */
  #waiting: PageChange[] = [];
  #written = 0;

  constructor(pages: OldPages, output: Output, format: ChangedOptions['format']) {
    this.#pages = pages;
    this.#output = output;
    this.#format = format;
  }

  async run(
    { old, next }: Readonly<Record<'old' | 'next', Crawl>>,
    reading: Omit<Reading, 'take' | 'taken'>,
  ): Promise<void> {
    const { interrupted } = reading;
    await old.read({ ...reading, take: (page) => this.#pages.add(page), taken: async () => undefined });
    this.#counts.old = this.#pages.size;
    if (this.#format === 'json') await this.#output.write('{"pages":[');
    await next.read({ ...reading, take: (page) => this.#compare(page), taken: () => this.#flush() });
    if (interrupted.aborted) return this.#output.end();
    this.#pairMoved();
    await this.#flush();
    await this.#end();
  }

  #compare(page: PageFacts): void {
    const { key, name, hash, digest, texts } = page;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#counts.new += 1;
    const old = this.#pages.take(key);
    if (old === undefined) {
      this.#found.push({ name, hash });
      return;
    }
    const before = texts && this.#pages.texts(old);
    const said = texts && before && changesOf(versionOf(before), versionOf(texts));
    const isChanged = said === undefined ? old.hash !== hash : said.changes.length > 0;
    this.#counts[isChanged ? 'changed' : 'unchanged'] += 1;
    if (!isChanged) return;
    const similarity =
      old.digest === undefined || digest === undefined ? undefined : contentSimilarity(old.digest, digest);
    this.#waiting.push({
      ...{ kind: 'changed', id: name, similarity, changes: said?.changes },
      isCoarse: said?.isCoarse === true ? true : undefined,
    });
  }

  /** Pages that are gone and new with the same content have moved, where no other page has it. */
  #pairMoved(): void {
    const gone = [...this.#pages.left()];
    const byHash = uniqueByHash(gone);
    const moved = new Set<NewPage>();
    for (const [hash, page] of uniqueByHash(this.#found)) {
      const from = byHash.get(hash);
      if (from === undefined) continue;
      moved.add(page).add(from);
      this.#waiting.push({ kind: 'moved', id: page.name, from: from.name });
    }
    const added = this.#found.filter((page) => !moved.has(page));
    const left = gone.filter((page) => !moved.has(page));
    for (const { name } of added) this.#waiting.push({ kind: 'new', id: name });
    for (const { name } of left) this.#waiting.push({ kind: 'gone', id: name });
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
