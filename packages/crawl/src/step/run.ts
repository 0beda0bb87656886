/** The pages of one step, one after another, on the table of their site. */
import type { Page, PageFields } from 'refrain';
import { type Reader, recordOf } from 'refrain/engine';
import { isRefusal, PageIdError } from '../errors.ts';
import { withRoom } from '../sites/core-for-sites.ts';
import type { PageIds } from './page-ids.ts';
import { checkStepPage, type Learned, type StepDocument, type StepPage, type Wanted } from './pages.ts';
import type { SiteState } from './state.ts';
import type { WaitingPage } from './waiting.ts';

/** Maximum bytes of HTML of the pages that wait. */
const WAITING_BYTES = 4 * 1024 * 1024;

/** How the pages of a step are judged. */
export interface Judging extends Wanted {
  readonly site: string;
  /** Pages of a new site that wait for each other. */
  readonly settle: number;
  /** If false, pages are labelled, and nothing changes. */
  readonly learns: boolean;
}

type Judged = StepDocument<Partial<PageFields>>;

export class StepRun {
  readonly documents: Judged[] = [];
  /** Prints of the pages that were counted, by their ids. */
  readonly added = new Map<bigint, number>();
  waiting: readonly WaitingPage[];
  isSettled: boolean;
  readonly #reader: Reader;
  readonly #table: number;
  readonly #how: Judging;
  readonly #known: readonly PageIds[];

  /** `older`: ids outside of the state that pages may have. */
  constructor(
    reader: Reader,
    table: number,
    how: Judging,
    { waiting, isSettled, recent, older }: Pick<SiteState, 'waiting' | 'isSettled' | 'recent'> & { older: PageIds[] },
  ) {
    this.#reader = reader;
    this.#table = table;
    this.#how = how;
    this.#known = [recent, ...older];
    this.waiting = waiting;
    this.isSettled = isSettled;
  }

  /** Takes the next page: it is judged, waits, or is refused. */
  take(given: StepPage): void {
    this.#releaseIfFull();
    const url = String(given?.url);
    const judged = this.#try({ url, id: String(given?.id ?? url) }, () => {
      const page = checkStepPage(given);
      if (this.#waits(page.id)) return this.#wait(page);
      return this.#judge(page);
    });
    if (judged !== undefined) this.documents.push(judged);
    this.#releaseIfFull();
  }

  /** Judges the pages that wait, each by what all of them teach. */
  judgeWaiting(): void {
    const pages = this.waiting;
    this.waiting = [];
    if (pages.length === 1) {
      this.documents.push(...pages.map((page) => this.#try(page, () => this.#judge(page))));
      return;
    }
    const group = pages.map((page) => ({
      page,
      outcome: this.#try(page, () => this.#learn(page, (_judged, learned) => learned)),
    }));
    for (const { page, outcome } of group)
      this.documents.push(
        'error' in outcome ? outcome : this.#try(page, () => this.#label(page, outcome), outcome.counted),
      );
  }

  #releaseIfFull(): void {
    const { waiting } = this;
    if (waiting.length === 0) return;
    const bytes = waiting.reduce((sum, { html }) => sum + html.length, 0);
    if (waiting.length < this.#how.settle && bytes <= WAITING_BYTES) return;
    this.isSettled = true;
    this.judgeWaiting();
  }

  #waits(id: string): boolean {
    const { settle } = this.#how;
    if (settle <= 1 || this.isSettled || this.#reader.core.tableState(this.#table).pages >= settle) return false;
    return this.#printIn(this.#key(id)) === undefined;
  }

  /** A page that waits already waits once. */
  #wait(page: WaitingPage): undefined {
    const other = this.waiting.find(({ id }) => id === page.id);
    if (other === undefined) this.waiting = [...this.waiting, page];
    else if (this.#printOf(other.html) !== this.#printOf(page.html)) throw new PageIdError(page.id);
  }

  #judge(page: WaitingPage): Judged {
    return this.#learn(page, (judged, learned) => this.#written(page, judged, learned));
  }

  /** A document of a page that was learned before. */
  #label(page: WaitingPage, learned: Learned): Judged {
    const id = this.#key(page.id);
    const judged = this.#read(page, { id, name: page.id, isCounted: true, learn: false });
    return this.#written(page, judged, learned);
  }

  #written({ url, id }: WaitingPage, judged: Page<never>, learned: Learned): Judged {
    const { fields, site, keep: part } = this.#how;
    const document = recordOf(judged, fields, { url, site, part, learned });
    return { url, id, counted: learned.counted, document };
  }

  /** Counts a page that was not counted before, and gives what `use` makes of it. */
  #learn<T>(page: WaitingPage, use: (judged: Page<never>, learned: Learned) => T): T {
    const { learns } = this.#how;
    const id = this.#key(page.id);
    const known = this.#printIn(id);
    if (learns && known !== undefined && known !== this.#printOf(page.html)) throw new PageIdError(page.id);
    const judged = this.#read(page, { id, name: page.id, isCounted: known !== undefined, learn: learns });
    const { number, counted } = judged;
    try {
      return use(judged, { page: number, counted });
    } finally {
      // Last, because it overwrites the page.
      if (counted) this.added.set(id, this.#printOf(page.html) ?? 0);
    }
  }

  #read({ html, contentType }: WaitingPage, how: Parameters<Reader['html']>[2]): Page<never> {
    const reader = this.#reader;
    return withRoom(reader.core, () => reader.html(this.#table, html, how, { contentType }));
  }

  #key(id: string): bigint {
    return this.#reader.core.pageId(this.#table, id) ?? 0n;
  }

  /** The print of the page of an id that was counted before; undefined for an unknown id. */
  #printIn(id: bigint): number | undefined {
    const added = this.added.get(id);
    if (added !== undefined) return added;
    for (const ids of this.#known) {
      const print = ids.print(id);
      if (print !== undefined) return print;
    }
    return undefined;
  }

  /** A hash of the bytes of a page; undefined for a page that is too large to be read. */
  #printOf(html: string | Uint8Array): number | undefined {
    const { core, options } = this.#reader;
    return html.length > options.maxPageBytes ? undefined : Number(core.checksum(html) & 0xffffffffn);
  }

  /** Runs what may refuse a page. `counted`: whether the step had counted it before. */
  #try<T>({ url, id }: { readonly url: string; readonly id: string }, run: () => T, counted = false): T | Refused {
    const before = this.added.size;
    try {
      return run();
    } catch (error) {
      if (!isRefusal(error) && !(error instanceof PageIdError)) throw error;
      return { url, id, counted: counted || this.added.size > before, error };
    }
  }
}

type Refused = Extract<Judged, { readonly document?: undefined }>;
