/** What is remembered between pages to find redesigns: plain data, and its bytes inside of a saved template. */
import type { ByteReader, ByteWriter } from '../template/bytes.ts';
import { KEY_END, type Place } from './place.ts';
import type { Signals } from './signals.ts';

/** A sample of signals, each list in order of size. */
export interface SavedSample {
  readonly pages: number;
  readonly common: readonly number[];
  readonly everywhere: readonly number[];
}

export interface SavedPlace extends SavedSample {
  readonly key: number;
  readonly news: number;
}

export interface SavedWitness {
  readonly page: number;
  readonly id: string;
  readonly at: number;
  readonly place: Place;
  readonly root: number;
  readonly isSure: boolean;
  readonly again: boolean;
  readonly signals: Signals;
  readonly keys: readonly number[];
}

export interface SavedOrder {
  /** Keys of folders, and that of the last page. */
  readonly folders: readonly number[];
  readonly last: number;
  readonly turns: readonly boolean[];
}

export interface SavedRuns {
  readonly order: SavedOrder;
  readonly sample: SavedSample;
  readonly judged: number;
  readonly bare: number;
  readonly run: readonly SavedWitness[];
}

export interface SavedRedesigns {
  /** Pages since the beginning, or since the last redesign. */
  readonly pages: number;
  readonly site: Omit<SavedPlace, 'key'>;
  /** The places that were used last, and keys of those that only exist. */
  readonly places: readonly SavedPlace[];
  readonly seen: readonly number[];
  readonly witnesses: readonly SavedWitness[];
  readonly runs: SavedRuns;
}

export interface SavedChanges extends SavedRedesigns {
  /** Layouts of the last pages. */
  readonly layouts: readonly number[];
  /** Those among them that pages had since there are doubts. */
  readonly staying: readonly number[];
  /** Rules that were reported to match no longer. */
  readonly reported: readonly string[];
}

/** Maximum length of a list: above those that are written. */
const LIST_MAX = 4096;

// ── Writing ──

export function writeChanges(to: ByteWriter, changes: SavedChanges): void {
  const { pages, site, places, seen, witnesses, runs, layouts, staying, reported } = changes;
  to.number(pages, 'large');
  writePlace(to, site);
  to.number(places.length, 'count');
  for (const place of places) {
    to.number(place.key, 'key');
    writePlace(to, place);
  }
  writeKeys(to, seen);
  // Most witnesses are both of places and of a run.
  const all = [...new Map([...witnesses, ...runs.run].map((one) => [one.at, one])).values()];
  to.number(all.length, 'count');
  for (const one of all) writeWitness(to, one);
  const indices = new Map(all.map(({ at }, index) => [at, index]));
  for (const list of [witnesses, runs.run]) {
    to.number(list.length, 'count');
    for (const { at } of list) to.number(indices.get(at) ?? 0, 'count');
  }
  to.number(runs.judged, 'large');
  to.number(runs.bare, 'large');
  writeSample(to, runs.sample);
  writeKeys(to, runs.order.folders);
  to.number(runs.order.last, 'key');
  to.number(runs.order.turns.length, 'count');
  for (const turn of runs.order.turns) to.number(Number(turn), 'flag');
  writeLayouts(to, layouts);
  writeLayouts(to, staying);
  to.number(reported.length, 'count');
  for (const rule of reported) to.text(rule);
}

function writePlace(to: ByteWriter, place: Omit<SavedPlace, 'key'>): void {
  to.number(place.news, 'count');
  writeSample(to, place);
}

function writeSample(to: ByteWriter, { pages, common, everywhere }: SavedSample): void {
  to.number(pages, 'large');
  for (const list of [common, everywhere]) {
    to.number(list.length, 'count');
    for (const [index, value] of list.entries()) to.number(value - (list[index - 1] ?? 0), 'signal');
  }
}

/** In order of size, so that differences are small. */
function writeKeys(to: ByteWriter, keys: readonly number[]): void {
  to.number(keys.length, 'count');
  let before = 0;
  for (const key of [...keys].sort((a, b) => a - b)) {
    to.number(key - before, 'key');
    before = key;
  }
}

function writeLayouts(to: ByteWriter, layouts: readonly number[]): void {
  to.number(layouts.length, 'count');
  for (const [index, layout] of layouts.entries()) to.signed(layout - (layouts[index - 1] ?? 0), 'step');
}

function writeWitness(to: ByteWriter, one: SavedWitness): void {
  to.number(one.page, 'large');
  to.text(one.id);
  to.number(one.at, 'large');
  for (const key of [one.place.key, one.place.folder, one.root]) to.number(key, 'key');
  to.number(Number(one.isSure) + 2 * Number(one.again), 'flag');
  to.number(one.signals.common, 'signal');
  to.number(one.signals.everywhere, 'signal');
  writeKeys(to, one.keys);
}

// ── Reading ──

/** @throws {SnapshotError} `SNAPSHOT_DAMAGED` for numbers out of bounds */
export function readChanges(from: ByteReader): SavedChanges {
  const pages = from.number('large');
  const site = readPlace(from);
  const places = listOf(from, () => ({ key: from.below(KEY_END, 'key'), ...readPlace(from) }));
  const seen = readKeys(from);
  const all = listOf(from, () => readWitness(from));
  const [witnesses, run] = [0, 1].map(() => listOf(from, () => all[from.below(all.length, 'count')] as SavedWitness));
  const [judged, bare, sample] = [from.number('large'), from.number('large'), readSample(from)];
  const [folders, last] = [readKeys(from), from.below(KEY_END, 'key')];
  const turns = listOf(from, () => from.below(2, 'flag') === 1);
  const [layouts, staying] = [readLayouts(from), readLayouts(from)];
  const reported = listOf(from, () => from.text());
  return {
    ...{ pages, site, places, seen, layouts, staying, reported },
    witnesses: witnesses ?? [],
    runs: { judged, bare, sample, order: { folders, last, turns }, run: run ?? [] },
  };
}

const listOf = <T>(from: ByteReader, read: () => T): T[] => Array.from({ length: from.below(LIST_MAX, 'count') }, read);

function readPlace(from: ByteReader): Omit<SavedPlace, 'key'> {
  return { news: from.number('count'), ...readSample(from) };
}

function readSample(from: ByteReader): SavedSample {
  const sorted = (): number[] => {
    let value = 0;
    return listOf(from, () => (value += from.number('signal')));
  };
  return { pages: from.number('large'), common: sorted(), everywhere: sorted() };
}

function readKeys(from: ByteReader): number[] {
  let key = 0;
  return listOf(from, () => (key += from.below(KEY_END - key, 'key')));
}

function readLayouts(from: ByteReader): number[] {
  let layout = 0;
  return listOf(from, () => (layout += from.signed('step')));
}

function readWitness(from: ByteReader): SavedWitness {
  const [page, id, at] = [from.number('large'), from.text(), from.number('large')];
  const [key, folder, root] = [from.below(KEY_END, 'key'), from.below(KEY_END, 'key'), from.below(KEY_END, 'key')];
  const flags = from.below(4, 'flag');
  const signals = { common: from.number('signal'), everywhere: from.number('signal') };
  const [isSure, again] = [flags % 2 === 1, flags >= 2];
  return { page, id, at, place: { key, folder }, root, isSure, again, signals, keys: readKeys(from) };
}
