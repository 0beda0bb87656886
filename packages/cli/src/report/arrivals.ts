/**
 * The first readings of all pages, until the final table labels them: about 60 bytes a page, since a crawl may have millions.
 * The pages of a site come in the same order at both readings.
 */
import { Column } from './column.ts';
import type { Arrival } from './observe.ts';

/** What was found at the first reading of a page. */
export interface Arrived {
  readonly entries: number;
  readonly tableBytes: number;
  /** Where the verdicts on its blocks are; undefined where they are not kept. */
  readonly verdicts: { readonly start: number; readonly blocks: number } | undefined;
}

/** Bytes of verdicts, eight in a byte: of pages beyond, the verdicts at the first reading are unknown. */
const VERDICTS_MAX = 1 << 28;

/** Pages that may be missing at the second reading, one after another. */
const LOOK_AHEAD = 1000;

const NONE = -1;

export class Arrivals {
  readonly #sites = new Map<string, number>();
  /** For each site: its first page that was not taken, its last one, and the number of all. */
  readonly #head = new Column();
  readonly #tail = new Column();
  readonly #count = new Column();
  /** For each page: the next one of its site, and its figures. */
  readonly #next = new Column();
  readonly #hash = new Column();
  readonly #entries = new Column();
  readonly #tableBytes = new Column();
  readonly #start = new Column();
  readonly #blocks = new Column();
  #verdicts = new Uint8Array(1024);
  #used = 0;

  /** Number of sites. */
  get sites(): number {
    return this.#sites.size;
  }

  /** Number of pages of a site. */
  countOf(site: string): number {
    const number = this.#sites.get(site);
    return number === undefined ? 0 : this.#count.at(number);
  }

  /** The sites with the most pages, and their numbers of pages. */
  largest(max: number): [site: string, pages: number][] {
    const all = [...this.#sites].map(([site, number]): [string, number] => [site, this.#count.at(number)]);
    return all.length <= max ? all : all.sort(([, one], [, other]) => other - one).slice(0, max);
  }

  add({ site, id, template, entries, tableBytes }: Arrival): void {
    const page = this.#next.length;
    this.#next.push(NONE);
    this.#hash.push(hashOf(id));
    this.#entries.push(entries);
    this.#tableBytes.push(tableBytes);
    this.#start.push(this.#keep(template));
    this.#blocks.push(template.length);
    const number = this.#sites.get(site);
    if (number === undefined) {
      this.#sites.set(site, this.#head.length);
      this.#head.push(page);
      this.#tail.push(page);
      this.#count.push(1);
      return;
    }
    if (this.#head.at(number) === NONE) this.#head.set(number, page);
    else this.#next.set(this.#tail.at(number), page);
    this.#tail.set(number, page);
    this.#count.set(number, this.#count.at(number) + 1);
  }

  /** The first reading of a page, which is taken once; undefined where there was none. */
  take(site: string, id: string): Arrived | undefined {
    const number = this.#sites.get(site);
    if (number === undefined) return undefined;
    const hash = hashOf(id);
    let page = this.#head.at(number);
    // A page that could not be read again is skipped.
    for (let ahead = 0; page !== NONE && ahead < LOOK_AHEAD; ahead += 1) {
      const next = this.#next.at(page);
      if (this.#hash.at(page) === hash) {
        this.#head.set(number, next);
        const [start, blocks] = [this.#start.at(page), this.#blocks.at(page)];
        const verdicts = Number.isNaN(start) ? undefined : { start, blocks };
        return { entries: this.#entries.at(page), tableBytes: this.#tableBytes.at(page), verdicts };
      }
      page = next;
    }
    return undefined;
  }

  /** Whether a block was template at the first reading. */
  isTemplate({ start }: { readonly start: number }, block: number): boolean {
    return (((this.#verdicts[start + (block >> 3)] ?? 0) >> (block & 7)) & 1) === 1;
  }

  #keep(template: Uint8Array): number | undefined {
    const start = this.#used;
    const end = start + Math.ceil(template.length / 8);
    if (end > VERDICTS_MAX) return undefined;
    if (end > this.#verdicts.length) {
      const larger = new Uint8Array(Math.min(VERDICTS_MAX, Math.max(end, 2 * this.#verdicts.length)));
      larger.set(this.#verdicts);
      this.#verdicts = larger;
    }
    for (const [block, bit] of template.entries()) {
      const at = start + (block >> 3);
      this.#verdicts[at] = (this.#verdicts[at] ?? 0) | (bit << (block & 7));
    }
    this.#used = end;
    return start;
  }
}

/** 53 bits: enough to distinguish the pages that follow each other. */
function hashOf(id: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}
