/** What is compared of the pages of a crawl, the names by which those of two crawls are paired, and what is kept of the first crawl. */

import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'refrain';
import { writing } from '../../errors.ts';
import { knownUrl, type Task } from '../../read/task.ts';

/** A page of a crawl. */
export interface PageFacts {
  /** The name by which it is paired, and the one that is shown. */
  readonly key: string;
  readonly name: string;
  readonly hash: string | undefined;
  readonly digest: string | undefined;
  /** Undefined where only hashes of the crawl are known. */
  readonly texts: Texts | undefined;
}

export interface Texts {
  readonly main: string;
  readonly all: string;
}

/** What names a page. */
type NamedPage = Pick<Task, 'site' | 'id' | 'namesSite' | 'url'>;

/** Parameters that say where a visitor came from, not which page it is. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|_ga|_gl|ref_src)$/i;

/** A URL without its fragment and without parameters that only track. Others stay as they are written, and so does a slash at the end. */
function normalisedUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part.split('=', 1)[0] ?? ''));
  url.search = kept.join('&');
  return url.href;
}

/**
 * The URL of a page where it has one, its id otherwise: for a file its path below the crawl. The key has the site too where pages of two
 * sites may have the name; otherwise both are one string, since those of all pages stay in memory.
 */
export function namesOf(page: NamedPage): Pick<PageFacts, 'key' | 'name'> {
  const url = knownUrl(page);
  const name = url === undefined ? page.id : normalisedUrl(url);
  return { name, key: page.namesSite || url !== undefined ? name : `${page.site}\0${name}` };
}

/** The facts of the current page. */
export const factsOf = (task: Task, page: Page): PageFacts => ({
  ...namesOf(task),
  ...{ hash: page.contentHash, digest: page.contentDigest },
  texts: { main: page.text('main'), all: page.text('all') },
});

/** A page of the first crawl. Its text is in the file, if it has any. */
interface OldPage extends Pick<PageFacts, 'name' | 'hash' | 'digest'> {
  readonly at: number;
  readonly length: number;
}

/**
 * The pages of the first crawl: hash and digest of each in memory, its text in a file.
 *
 * @throws {OutputError} where the file cannot be made, written or read
 */
export class OldPages {
  readonly #file: number;
  readonly #pages = new Map<string, OldPage>();
  #end = 0;

  constructor(folder: string) {
    this.#file = ofFile(() => openSync(join(folder, 'texts'), 'wx+', 0o600));
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Keeps a page; the first of several with one key. */
  add({ key, name, hash, digest, texts }: PageFacts): void {
    if (this.#pages.has(key)) return;
    const bytes = Buffer.from(texts === undefined ? '' : JSON.stringify(texts));
    ofFile(() => writeFileSync(this.#file, bytes));
    this.#pages.set(key, { name, hash, digest, at: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  /** Takes a page out: the second crawl has it too. */
  take(key: string): OldPage | undefined {
    const found = this.#pages.get(key);
    this.#pages.delete(key);
    return found;
  }

  /** The text of a page; undefined where only its hash is known. */
  texts({ at, length }: OldPage): Texts | undefined {
    if (length === 0) return undefined;
    const bytes = Buffer.alloc(length);
    ofFile(() => readSync(this.#file, bytes, 0, length, at));
    return JSON.parse(bytes.toString()) as Texts;
  }

  /** The pages that were not taken. */
  left(): IterableIterator<OldPage> {
    return this.#pages.values();
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}

/** Without the file no other page can be compared either. */
const ofFile = <T>(act: () => T): T => writing('temporary file', act);
