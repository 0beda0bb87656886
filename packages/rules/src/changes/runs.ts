/**
 * Finds redesigns of sites whose places say nothing, because a new generation has other folders and file names: pages in a row
 * without the texts of the whole site.
 *
 * This holds only where pages come from all over the site. In path order, such a run is a new section.
 */
import { type Checked, list } from '../apply/schema.ts';
import { number, row } from '../template/row.ts';
import { Order, SAVED_ORDER } from './order.ts';
import type { Place } from './place.ts';
import { SAVED_SAMPLE, Sample, SITE_KNOWN, SITE_SAMPLE, SITE_SAVED } from './sample.ts';
import type { Signals } from './signals.ts';
import { loadWitness, SAVED_WITNESS, saveWitness, type Witness } from './witness.ts';

/** Pages of a run that are kept. */
const RUN_MAX = 12;
/** How seldom chance may put as many bare pages in a row, by the share of bare pages before. */
const CHANCE = 1e-4;
/** Pages in a row that make a redesign, though all are of one folder that is new. */
const ONE_FOLDER = 8;
/** Texts in common below which nothing is said, and the share of them that a page may have. */
const USUAL_MIN = 2;
const BARE_SHARE = 0.5;
/** Texts that are nearly everywhere from which they alone decide: those that are only common may belong to a kind of pages. */
const EVERYWHERE_MIN = 4;
/** Pages after which earlier ones count half. */
const MEMORY = 512;

export const SAVED_RUNS = row({
  order: SAVED_ORDER,
  sample: SAVED_SAMPLE,
  judged: number(0, Number.MAX_SAFE_INTEGER),
  bare: number(0, Number.MAX_SAFE_INTEGER),
  run: list(SAVED_WITNESS),
});

export class Runs {
  readonly #order = new Order();
  readonly #sample = new Sample(SITE_SAMPLE);
  /** Pages that were judged, and bare ones among them that are not of the present run. */
  #judged = 0;
  #bare = 0;
  #run: Witness[] = [];

  get run(): readonly Witness[] {
    return this.#run;
  }

  /** A page before the first that is judged. */
  know(id: string, place: Place): void {
    this.#order.add(id, place);
  }

  /** What most pages of the site had; undefined where that is too little, or too few were seen. */
  get usual(): Signals | undefined {
    const usual = this.#sample.usual(SITE_KNOWN);
    return usual !== undefined && Math.max(usual.common, usual.everywhere) >= USUAL_MIN ? usual : undefined;
  }

  /** Whether a page has nearly nothing of that. */
  lacks({ common, everywhere }: Signals, usual: Signals): boolean {
    if (usual.everywhere >= EVERYWHERE_MIN) return everywhere <= usual.everywhere * BARE_SHARE;
    if (common > usual.common * BARE_SHARE) return false;
    return usual.everywhere < USUAL_MIN || everywhere <= usual.everywhere * BARE_SHARE;
  }

  /** A page with the texts of the site, or one that cannot be judged. */
  end(id: string, place: Place, signals: Signals): void {
    this.#judged += 1 + this.#run.length;
    this.#bare += this.#run.length;
    for (const one of this.#run) {
      this.#order.add(one.id, one.place);
      this.#sample.add(one.signals);
    }
    this.#sample.add(signals);
    this.#run = [];
    this.#order.add(id, place);
    if (this.#judged <= MEMORY) return;
    this.#judged /= 2;
    this.#bare /= 2;
  }

  /** A page without them. */
  add(witness: Witness): void {
    this.#run.push(witness);
    if (this.#run.length <= RUN_MAX) return;
    const oldest = this.#run.shift();
    if (oldest !== undefined) this.#sample.add(oldest.signals);
    this.#judged += 1;
    this.#bare += 1;
  }

  /** Whether as many pages that agree are more than chance, or one new section. */
  isEnough(agreeing: readonly Witness[]): boolean {
    if (!this.#order.isMixed) return false;
    const share = (this.#bare + 1) / (this.#judged + 2);
    if (share ** agreeing.length > CHANCE) return false;
    const folders = new Set(agreeing.map(({ place }) => place.folder));
    return folders.size > 1 || agreeing.length >= ONE_FOLDER || agreeing.some(({ place }) => this.#order.has(place));
  }

  save(): Checked<typeof SAVED_RUNS> {
    return {
      order: this.#order.save(),
      sample: this.#sample.save(SITE_SAVED),
      judged: this.#judged,
      bare: this.#bare,
      run: this.#run.map(saveWitness),
    };
  }

  load({ order, sample, judged, bare, run }: Checked<typeof SAVED_RUNS>): void {
    this.#order.load(order);
    this.#sample.load(sample);
    this.#judged = judged;
    this.#bare = bare;
    this.#run = run.map(loadWitness);
  }

  restart(): void {
    this.#sample.clear();
    this.#judged = 0;
    this.#bare = 0;
    this.#run = [];
  }
}
