/** What is remembered between pages to find redesigns, as plain data inside of a saved template. */
import { SnapshotError } from 'refrain';
import type { Signals } from './signals.ts';

export interface SavedSample {
  readonly pages: number;
  /** Of each page that is remembered: common segments, and those that are everywhere. */
  readonly signals: readonly number[];
}

export interface SavedPlace extends SavedSample {
  readonly name: string;
  readonly news: number;
}

export interface SavedWitness {
  readonly page: number;
  readonly id: string;
  readonly at: number;
  readonly place: string;
  readonly root: string;
  readonly isSure: boolean;
  readonly again: boolean;
  readonly signals: Signals;
  readonly keys: readonly number[];
}

export interface SavedOrder {
  readonly folders: readonly string[];
  readonly last: string;
  readonly isRising: boolean;
  readonly turns: readonly boolean[];
}

export interface SavedRuns {
  readonly order: SavedOrder;
  readonly sample: SavedSample;
  readonly judged: number;
  readonly bare: number;
  readonly run: readonly SavedWitness[];
}

export interface SavedChanges {
  /** Pages since the beginning, or since the last redesign. */
  readonly pages: number;
  readonly site: Omit<SavedPlace, 'name'>;
  /** The places that were used last, and names of those that only exist. */
  readonly places: readonly SavedPlace[];
  readonly seen: readonly string[];
  readonly witnesses: readonly SavedWitness[];
  readonly runs: SavedRuns;
  /** Layouts of the last pages. */
  readonly layouts: readonly number[];
  /** Rules of which was told that they match no longer. */
  readonly told: readonly string[];
}

/** @throws {SnapshotError} `SNAPSHOT_DAMAGED`; the checksum of the template has been compared, so that only its form is checked */
export function readChanges(text: string): SavedChanges {
  const damaged = (): SnapshotError =>
    new SnapshotError('SNAPSHOT_DAMAGED', 'the saved template is cut off or altered');
  let changes: Partial<SavedChanges>;
  try {
    changes = JSON.parse(text) as Partial<SavedChanges>;
  } catch {
    throw damaged();
  }
  const { pages, site, places, seen, witnesses, runs, layouts, told } = changes;
  if (pages === undefined || site === undefined) throw damaged();
  if (
    ![
      places,
      seen,
      witnesses,
      runs?.order?.folders,
      runs?.order?.turns,
      runs?.run,
      runs?.sample?.signals,
      layouts,
      told,
    ].every(Array.isArray)
  )
    throw damaged();
  return changes as SavedChanges;
}
