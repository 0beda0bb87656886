/** Pages in hand: those whose HTML is kept, to be opened, and learned again with other settings. */
import type { Row } from '../protocol.ts';

/** Bounds of what is kept, so that a tab outlives an archive of any size. */
export const MOST_PAGES = 5000;
export const MOST_BYTES = 256 * 2 ** 20;

export interface HeldPage extends Row {
  readonly html: string;
  /** Of its HTML. */
  readonly bytes: number;
  /** Its content, by what was known when it was learned. */
  readonly content: string;
}

export class Hand {
  readonly #pages = new Map<number, HeldPage>();
  readonly #keys = new Map<string, number>();
  #bytes = 0;
  #nextKey = 1;

  get count(): number {
    return this.#pages.size;
  }

  /** In the order in which they were learned. */
  get pages(): Iterable<HeldPage> {
    return this.#pages.values();
  }

  get(key: number): HeldPage | undefined {
    return this.#pages.get(key);
  }

  /** Whether a page of so many bytes may be kept. */
  hasRoom(site: string, id: string, bytes: number): boolean {
    const isHeld = this.#keys.has(nameOf(site, id));
    return (isHeld || this.#pages.size < MOST_PAGES) && this.#bytes + bytes <= MOST_BYTES;
  }

  /** Keeps a page, in the place of what was held of it before. */
  hold(page: Omit<HeldPage, 'key'>): HeldPage {
    const name = nameOf(page.site, page.id);
    const key = this.#keys.get(name) ?? this.#nextKey++;
    const before = this.#pages.get(key);
    // A page that was counted before keeps the number that it had then.
    const isSame = page.number === undefined && before?.html === page.html;
    const held: HeldPage = isSame && before !== undefined ? before : { ...page, key };
    this.#bytes += held.bytes - (before?.bytes ?? 0);
    this.#keys.set(name, key);
    this.#pages.set(key, held);
    return held;
  }

  /** What was learned of them is forgotten; they are still there. */
  unlearn(): void {
    for (const [key, page] of this.#pages) {
      this.#pages.set(key, { ...page, number: undefined, share: undefined, content: '' });
    }
  }

  clear(): void {
    this.#pages.clear();
    this.#keys.clear();
    this.#bytes = 0;
  }
}

const nameOf = (site: string, id: string): string => `${site}\0${id}`;

export const rowOf = ({ key, site, id, number, share }: HeldPage): Row => ({ key, site, id, number, share });
