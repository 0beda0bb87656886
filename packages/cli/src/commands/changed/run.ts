/** `refrain changed`: what the pages of a site say differently in a second crawl. */
import { contentSimilarity } from 'refrain';
import type { CommandContext } from '../../arguments/command.ts';
import { RUN_MEMORY } from '../../arguments/common-flags.ts';
import { readModelFile, resolveFlags } from '../../arguments/detector-flags.ts';
import { withFolder } from '../../files/scratch-folder.ts';
import { jsonLine } from '../../formats/json-line.ts';
import { type Output, streamOutput } from '../../write/output.ts';
import { Progress } from '../../write/progress.ts';
import { type Crawl, openCrawl, type Reading } from './crawl.ts';
import type { ChangedOptions } from './flags.ts';
import { changesOf, versionOf } from './lines.ts';
import { OldPages, type PageFacts } from './pages.ts';
import { type Counts, countsText, type PageChange, textOf } from './report.ts';

/** Compares two crawls; gives the exit code, unless a signal interrupts it. */
export async function run(options: ChangedOptions, context: CommandContext): Promise<number> {
  const { stdin, stdout, stderr, interrupted } = context;
  const detector = resolveFlags({ maxMemory: RUN_MEMORY.default });
  const model = await readModelFile(options.model, detector);
  const [old, next] = [await openCrawl(options.old, options, stdin), await openCrawl(options.next, options, stdin)];
  using progress = new Progress({
    ...{ stream: stderr, isHidden: stdout.isTTY, quiet: options.quiet, passes: 1, interrupted },
    total: () => (old.total === undefined || next.total === undefined ? undefined : old.total + next.total),
  });
  await withFolder(undefined, async (folder) => {
    using pages = new OldPages(folder);
    const comparison = new Comparison(pages, streamOutput(stdout), options.format);
    await comparison.run({ old, next }, { detector, model, progress, interrupted });
  });
  return progress.totals.failed > 0 ? 1 : 0;
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
  #isFirst = true;

  constructor(pages: OldPages, output: Output, format: ChangedOptions['format']) {
    this.#pages = pages;
    this.#output = output;
    this.#format = format;
  }

  async run({ old, next }: Readonly<Record<'old' | 'next', Crawl>>, reading: Omit<Reading, 'take'>): Promise<void> {
    const { interrupted } = reading;
    await old.read({ ...reading, take: (page) => this.#pages.add(page) });
    this.#counts.old = this.#pages.size;
    if (this.#format === 'json') await this.#output.write('{"pages":[');
    await next.read({ ...reading, take: (page) => this.#compare(page) });
    if (interrupted.aborted) return this.#output.end();
    await this.#pairMoved();
    await this.#end();
  }

  async #compare(page: PageFacts): Promise<void> {
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
    const isCoarse = said?.isCoarse === true ? true : undefined;
    await this.#write({ kind: 'changed', id: name, similarity, changes: said?.changes, isCoarse });
  }

  /** Pages that are gone and new with the same content have moved, where no other page has it. */
  async #pairMoved(): Promise<void> {
    const gone = [...this.#pages.left()];
    const byHash = uniqueByHash(gone);
    const moved = new Set<NewPage>();
    for (const [hash, page] of uniqueByHash(this.#found)) {
      const from = byHash.get(hash);
      if (from === undefined) continue;
      moved.add(page).add(from);
      await this.#write({ kind: 'moved', id: page.name, from: from.name });
    }
    const added = this.#found.filter((page) => !moved.has(page));
    const left = gone.filter((page) => !moved.has(page));
    for (const { name } of added) await this.#write({ kind: 'new', id: name });
    for (const { name } of left) await this.#write({ kind: 'gone', id: name });
    Object.assign(this.#counts, { moved: moved.size / 2, added: added.length, gone: left.length });
  }

  async #write(page: PageChange): Promise<void> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (this.#format === 'text') return void (await this.#output.write(textOf(page)));
    const line = jsonLine(page);
    await this.#output.write(this.#format === 'ndjson' ? line : `${isFirst ? '\n' : ',\n'}${line.trimEnd()}`);
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
