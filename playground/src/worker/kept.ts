/** Pages whose HTML is kept, so that they can be opened and learned again with other settings. */
import type { TableView } from '@refrain/viewer';
import { pageView } from '@refrain/viewer/page';
import type { Page } from 'refrain';
import type { JudgedBy, Row, ViewedPage } from '../protocol.ts';

/** Limits, so that an archive of any size fits into a tab. */
const PAGES_MAX = 5000;
const BYTES_MAX = 256 * 2 ** 20;

export interface KeptPage extends Row {
  readonly html: string;
  /** Size of its HTML. */
  readonly bytes: number;
  /** Its main content, by the table of the time when it was learned; all content where there is next to none. */
  readonly text: string;
  /** The same as Markdown. */
  readonly markdown: string;
}

export class KeptPages {
  readonly #pages = new Map<number, KeptPage>();
  readonly #keys = new Map<string, number>();
  #bytes = 0;
  #nextKey = 1;

  get count(): number {
    return this.#pages.size;
  }

  /** In the order of learning. */
  get pages(): Iterable<KeptPage> {
    return this.#pages.values();
  }

  get(key: number): KeptPage | undefined {
    return this.#pages.get(key);
  }

  /** Whether a page of this size may be kept. */
  hasRoom(site: string, id: string, bytes: number): boolean {
    const isKept = this.#keys.has(nameOf(site, id));
    return (isKept || this.#pages.size < PAGES_MAX) && this.#bytes + bytes <= BYTES_MAX;
  }

  /** Keeps a page, and replaces an earlier version of it. */
  keep(page: Omit<KeptPage, 'key'>): KeptPage {
    const name = nameOf(page.site, page.id);
    const key = this.#keys.get(name) ?? this.#nextKey++;
    const before = this.#pages.get(key);
    // A page that was counted before keeps its number.
    const isSame = page.number === undefined && before?.html === page.html;
    const kept: KeptPage = isSame && before !== undefined ? before : { ...page, key };
    this.#bytes += kept.bytes - (before?.bytes ?? 0);
    this.#keys.set(name, key);
    this.#pages.set(key, kept);
    return kept;
  }

  /** Removes what was learned of the pages; the pages stay. */
  unlearn(): void {
    for (const [key, page] of this.#pages) {
      this.#pages.set(key, { ...page, number: undefined, share: undefined, text: '', markdown: '' });
    }
  }

  clear(): void {
    this.#pages.clear();
    this.#keys.clear();
    this.#bytes = 0;
  }
}

const nameOf = (site: string, id: string): string => `${site}\0${id}`;

export const rowOf = ({ key, site, id, number, share }: KeptPage): Row => ({ key, site, id, number, share });

/** Segments of a block that are listed. */
const SEGMENTS = 8;

export const shareOf = ({ lengths: { template, content } }: Page): number =>
  template + content === 0 ? 0 : template / (template + content);

/** A page for the view. */
export const viewOf = (page: Page, key: number, by: JudgedBy, table: TableView): ViewedPage => ({
  ...{ key, by, table, title: page.title, content: page.text('content') },
  main: table.hasScores ? page.text('main') : '',
  ...pageView(page, table.templateDf, SEGMENTS),
});
