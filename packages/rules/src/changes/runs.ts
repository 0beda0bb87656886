/**
 * Finds redesigns by consecutive pages that lack the texts of the whole site. Needed if the new version has other
 * folders and file names, so that its sections are unknown. In path order, the next pages may belong to a new part of
 * the site. So the pages must come from all parts of the site.
 */
import { flag, list, number, row, type ValueOf } from '../apply/schema.ts';
import {
  addTo,
  floorOf,
  newSample,
  SAMPLE,
  SITE_KNOWN,
  SITE_SAMPLE,
  SITE_SAVED,
  type Signals,
  thin,
  USUAL_SHARE,
} from './signals.ts';
import { SAVED_KEY, type UrlSection } from './url-sections.ts';
import { compactWitness, WITNESS, type Witness } from './witness.ts';

const RUN_MAX = 12;
/** Maximum probability that a run of bare pages is a coincidence, given the share of bare pages before. */
const CHANCE = 1e-4;
/** Number of consecutive pages that are a redesign even if all are in one new folder. */
const ONE_FOLDER = 8;
/** Minimum number of common texts for a verdict; maximum share of these on a bare page. */
const USUAL_MIN = 2;
const BARE_SHARE = 0.5;
/**
 * If there are at least this number of nearly ubiquitous texts, only these decide: other common texts may belong to one
 * kind of page.
 */
const EVERYWHERE_MIN = 4;
/** Number of pages after which earlier pages count half. */
const MEMORY = 512;
/** Number of last pages whose order is examined; minimum number for a verdict. */
const ORDER_LAST = 32;
const ORDER_LEAST = 16;
/**
 * Minimum share of pages out of order. A page is out of order if it returns to an earlier folder, or to an earlier id
 * in its folder.
 */
const TURNS_SHARE = 0.2;
const FOLDERS_MAX = 1024;

export const SAVED_RUNS = row({
  /** Keys of known folders; the folder of the last page; flags of the last pages that were out of order. */
  folders: list(SAVED_KEY),
  folder: SAVED_KEY,
  turns: list(flag),
  sample: SAMPLE,
  /** Number of judged pages; number of bare pages among them, without the current run. */
  judged: number(0, Number.MAX_SAFE_INTEGER),
  bare: number(0, Number.MAX_SAFE_INTEGER),
  run: list(WITNESS),
});

type State = Omit<ValueOf<typeof SAVED_RUNS>, 'folders'> & { folders: Set<number> };

export class Runs {
  #state: State = {
    ...{ folders: new Set(), folder: 0, turns: [] },
    ...{ sample: newSample(), judged: 0, bare: 0, run: [] },
  };
  /** Not saved: after loading, the next page in the folder counts as in order. */
  #lastId = '';

  get run(): readonly Witness[] {
    return this.#state.run;
  }

  know(id: string, { folder }: UrlSection): void {
    const { folders, turns, folder: last } = this.#state;
    turns.push(folder === last ? id <= this.#lastId : folders.has(folder));
    if (turns.length > ORDER_LAST) turns.shift();
    if (folders.size > FOLDERS_MAX) folders.clear();
    folders.add(folder);
    this.#state.folder = folder;
    this.#lastId = id;
  }

  /** The signals that most pages of the site reach; undefined if these are too low, or there are too few pages. */
  get usual(): Signals | undefined {
    const usual = floorOf(this.#state.sample, SITE_KNOWN, USUAL_SHARE);
    return usual !== undefined && Math.max(usual.common, usual.everywhere) >= USUAL_MIN ? usual : undefined;
  }

  lacks({ common, everywhere }: Signals, usual: Signals): boolean {
    if (usual.everywhere >= EVERYWHERE_MIN) return everywhere <= usual.everywhere * BARE_SHARE;
    if (common > usual.common * BARE_SHARE) return false;
    return usual.everywhere < USUAL_MIN || everywhere <= usual.everywhere * BARE_SHARE;
  }

  /** Ends the run at a page that has the texts of the site, or that cannot be judged. */
  end(id: string, section: UrlSection, signals: Signals): void {
    const state = this.#state;
    state.judged += 1 + state.run.length;
    state.bare += state.run.length;
    for (const one of state.run) this.#add(one.id, one.section, one.signals);
    this.#add(id, section, signals);
    state.run = [];
    if (state.judged <= MEMORY) return;
    state.judged /= 2;
    state.bare /= 2;
  }

  #add(id: string, section: UrlSection, signals: Signals): void {
    this.know(id, section);
    addTo(this.#state.sample, SITE_SAMPLE, signals);
  }

  add(witness: Witness): void {
    const state = this.#state;
    state.run.push(witness);
    const oldest = state.run.length > RUN_MAX ? state.run.shift() : undefined;
    if (oldest === undefined) return;
    addTo(state.sample, SITE_SAMPLE, oldest.signals);
    state.judged += 1;
    state.bare += 1;
  }

  /** True if the witnesses are probably neither a coincidence nor one new part of the site. */
  isEnough(agreeingWitnesses: readonly Witness[]): boolean {
    const { turns, folders, judged, bare } = this.#state;
    const isMixed = turns.length >= ORDER_LEAST && turns.filter(Boolean).length >= turns.length * TURNS_SHARE;
    if (!isMixed || ((bare + 1) / (judged + 2)) ** agreeingWitnesses.length > CHANCE) return false;
    const own = new Set(agreeingWitnesses.map(({ section }) => section.folder));
    return own.size > 1 || agreeingWitnesses.length >= ONE_FOLDER || [...own].some((folder) => folders.has(folder));
  }

  save(): ValueOf<typeof SAVED_RUNS> {
    const { folders, sample, run, ...state } = this.#state;
    return {
      ...state,
      folders: [...folders].slice(-ORDER_LAST),
      sample: thin(sample, SITE_SAVED),
      run: run.map(compactWitness),
    };
  }

  load(state: ValueOf<typeof SAVED_RUNS>): void {
    this.#state = { ...state, folders: new Set(state.folders) };
  }

  restart(): void {
    Object.assign(this.#state, { sample: newSample(), judged: 0, bare: 0, run: [] });
  }
}
