/**
 * Keeps the locations of the newest values of all sites in memory, as encoded entries of the index and a hash table of
 * their offsets. A site needs about sixty bytes, and no object.
 */
import {
  bucketAt,
  type Entry,
  entryAt,
  entryEnd,
  generationAt,
  KIND,
  type Kind,
  kindAt,
  locationAt,
  nameStart,
  type ValueLocation,
} from './blocks.ts';

const FIRST_BYTES = 1024;
const FIRST_SLOTS = 64;

export class ValueLocations {
  /** Entries, including replaced ones. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #end = 0;
  /** Offsets of the newest entry of each key, plus one; 0 for a free slot. */
  #slots = new Int32Array(FIRST_SLOTS);
  #keys = 0;
  #marks = 0;
  /** Random, so that nobody can choose names that collide. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  /** Bytes of live values and their entries, by number of the file. */
  readonly #living = new Map<number, number>();
  count = 0;

  living(file: number): number {
    return this.#living.get(file) ?? 0;
  }

  get(kind: Kind, site: string, bucket = 0): ValueLocation | undefined {
    const at = this.#find(kind, nameOf(site), bucket);
    return at === undefined ? undefined : locationAt(this.#bytes, at);
  }

  buckets(site: string): number {
    const at = this.#find(KIND.record, nameOf(site), 0);
    return at === undefined ? 0 : bucketAt(this.#bytes, at);
  }

  #find(kind: Kind, name: Name, bucket: number): number | undefined {
    const at = this.#slots[this.#slot(kind, name, bucket)] as number;
    return at === 0 || !this.#isLiving(at - 1) ? undefined : at - 1;
  }

  /** True if the site was not removed after the entry. */
  #isLiving(at: number): boolean {
    if (this.#marks === 0 || kindAt(this.#bytes, at) === KIND.forgotten) return true;
    const mark = this.#slots[this.#slot(KIND.forgotten, this.#nameAt(at), 0)] as number;
    return mark === 0 || generationAt(this.#bytes, at) >= generationAt(this.#bytes, mark - 1);
  }

  #slot(kind: Kind, { bytes, start, end }: Name, given: number): number {
    const mask = this.#slots.length - 1;
    // The number is that of a bucket only for ids.
    const bucket = kind === KIND.ids ? given : 0;
    let hash = this.#seed ^ Math.imul(kind + Math.imul(bucket, 4), 0x9e37_79b1);
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b);
    const own = this.#bytes;
    for (let slot = (hash ^ (hash >>> 13)) & mask; ; slot = (slot + 1) & mask) {
      const at = (this.#slots[slot] as number) - 1;
      if (at < 0) return slot;
      if (own[at] !== kind || (kind === KIND.ids && bucketAt(own, at) !== bucket)) continue;
      const shift = nameStart(at) - start;
      if (entryEnd(own, at) !== end + shift) continue;
      let index = start;
      while (index < end && own[index + shift] === bytes[index]) index += 1;
      if (index === end) return slot;
    }
  }

  /** Adds entries, except those with later versions. */
  add(entries: Buffer): void {
    if (this.#end + entries.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#end + entries.length, Math.ceil(this.#bytes.length * 1.5)));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    const from = this.#end;
    entries.copy(this.#bytes, from);
    this.#end += entries.length;
    for (let at = from; at < this.#end; at = entryEnd(this.#bytes, at)) this.#apply(at);
  }

  #apply(at: number): void {
    const bytes = this.#bytes;
    const kind = kindAt(bytes, at);
    const slot = this.#slot(kind, this.#nameAt(at), bucketAt(bytes, at));
    const known = (this.#slots[slot] as number) - 1;
    const wasLiving = known >= 0 && this.#isLiving(known);
    // If a value has two copies, the later one was moved there.
    if (!this.#isLiving(at) || (wasLiving && generationAt(bytes, known) > generationAt(bytes, at))) return;
    if (kind === KIND.forgotten) this.#forget(at);
    if (wasLiving) this.#count(known, -1);
    else if (kind === KIND.record) this.count += 1;
    this.#slots[slot] = at + 1;
    this.#count(at, 1);
    if (known >= 0) return;
    this.#keys += 1;
    if (kind === KIND.forgotten) this.#marks += 1;
    if (this.#keys * 2 > this.#slots.length) this.#index(4 * this.#slots.length);
  }

  /** Entries before a tombstone are no longer live. */
  #forget(mark: number): void {
    const name = this.#nameAt(mark);
    const record = this.#find(KIND.record, name, 0);
    const buckets = record === undefined ? 0 : bucketAt(this.#bytes, record);
    const ids = Array.from({ length: buckets }, (_, bucket) => this.#find(KIND.ids, name, bucket));
    for (const at of [record, this.#find(KIND.template, name, 0), ...ids]) {
      if (at === undefined || generationAt(this.#bytes, at) >= generationAt(this.#bytes, mark)) continue;
      this.#count(at, -1);
      if (at === record) this.count -= 1;
    }
  }

  #count(at: number, sign: 1 | -1): void {
    const { file, length } = locationAt(this.#bytes, at);
    const bytes = length + entryEnd(this.#bytes, at) - at;
    this.#living.set(file, this.living(file) + sign * bytes);
  }

  #nameAt(at: number): Name {
    return { bytes: this.#bytes, start: nameStart(at), end: entryEnd(this.#bytes, at) };
  }

  #index(slots: number): void {
    const old = this.#slots;
    this.#slots = new Int32Array(slots);
    for (const at of old) {
      if (at === 0) continue;
      const [kind, bucket] = [kindAt(this.#bytes, at - 1), bucketAt(this.#bytes, at - 1)];
      this.#slots[this.#slot(kind, this.#nameAt(at - 1), bucket)] = at;
    }
  }

  /** Offsets of live entries, in ascending order. */
  #offsets(): Int32Array<ArrayBuffer> {
    const offsets = this.#slots.filter((at) => at > 0 && this.#isLiving(at - 1));
    return offsets.map((at) => at - 1).sort();
  }

  names(): string[] {
    const names: string[] = [];
    for (const at of this.#offsets())
      if (kindAt(this.#bytes, at) === KIND.record) names.push(entryAt(this.#bytes, at).site);
    return names;
  }

  entriesIn(file: number): Entry[] {
    const entries: Entry[] = [];
    for (const at of this.#offsets())
      if (locationAt(this.#bytes, at).file === file) entries.push(entryAt(this.#bytes, at));
    return entries;
  }

  /** Drops entries that are not live. The result is valid until the next addition. */
  compact(): Buffer {
    const kept = this.#offsets();
    let end = 0;
    for (const [index, at] of kept.entries()) {
      const next = entryEnd(this.#bytes, at);
      this.#bytes.copyWithin(end, at, next);
      kept[index] = end + 1;
      end += next - at;
    }
    this.#end = end;
    this.#keys = kept.length;
    const { length } = this.#slots;
    this.#slots = kept;
    this.#index(length);
    return this.#bytes.subarray(0, end);
  }
}

interface Name {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

function nameOf(site: string): Name {
  const bytes = Buffer.from(site);
  return { bytes, start: 0, end: bytes.length };
}
