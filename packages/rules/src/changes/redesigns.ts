/**
 * Finds redesigns: pages that lack nearly all common texts of earlier pages, and have other texts in common.
 *
 * A page is *bare* if it lacks texts that nearly all pages of its section have. Bare pages are kept as witnesses until
 * a page of the section is not bare. A redesign is reported if enough witnesses share segments. Not redesigns are new
 * parts of the site (their sections are unknown), and login pages or messages (equal for all URLs). For sites whose
 * sections tell nothing, `runs.ts` judges runs of pages.
 */
import type { Page } from 'refrain';
import { list, row, type ValueOf, whole } from '../apply/schema.ts';
import { Runs, SAVED_RUNS } from './runs.ts';
import { type Signals, signalsOf } from './signals.ts';
import { type Expectation, keyOf, SAVED_SECTIONS, sectionOf, type UrlSection, UrlSections } from './url-sections.ts';
import { agreeingWitnesses, compactWitness, keysOf, sharedKeys, WITNESS, WITNESSES, type Witness } from './witness.ts';

/** Number of pages at the start and after a redesign that are not judged, because no segment can be common yet. */
const SETTLING = 12;
const SURE_WITNESSES = 2;
/** Maximum number of witnesses; number of pages for which a witness is kept. */
const WITNESSES_MAX = 12;
const STALE = 12;

export interface Redesign {
  readonly first: number;
  readonly firstId: string;
  /** True if its pages were counted before. */
  readonly again: boolean;
  /** Segments that its pages share with each other. */
  readonly shared: number;
  /** Segments that pages had in common before. */
  readonly before: number;
}

function redesignOf(witnesses: readonly Witness[], before: number): Redesign | undefined {
  const [first, second] = witnesses;
  if (first === undefined || second === undefined) return undefined;
  const again = witnesses.every((one) => one.again);
  return { first: first.page, firstId: first.id, again, shared: sharedKeys(new Set(first.keys), second.keys), before };
}

export const SAVED_REDESIGNS = row({
  /** Pages since the start, or since the last redesign. */
  pages: whole,
  sections: SAVED_SECTIONS,
  runs: SAVED_RUNS,
  witnesses: list(WITNESS),
});

export class Redesigns {
  readonly #sections = new UrlSections();
  readonly #runs = new Runs();
  #witnesses: Witness[] = [];
  #pages = 0;
  #isBare = false;

  get isBare(): boolean {
    return this.#isBare;
  }

  /** True if pages may have a new template. */
  get isDoubted(): boolean {
    return this.#witnesses.length > 0 || this.#runs.run.length > 0;
  }

  observe(page: Page, id: string): Redesign | undefined {
    this.#pages += 1;
    const section = sectionOf(id);
    if (this.#pages <= SETTLING) {
      this.#sections.know(section, id);
      this.#runs.know(id, section);
      return undefined;
    }
    // The number of pages that the table has counted: repeated pages count once.
    const signals = signalsOf(page, Math.min(this.#pages - 1, page.number - Number(page.counted)));
    const expected = this.#sections.expected(section, id, !page.counted);
    const floor = expected?.floor ?? this.#sections.floor;
    const usual = this.#runs.usual;
    const isBare = floor !== undefined && this.#sections.isBare(signals, floor);
    const isLacking = usual !== undefined && this.#runs.lacks(signals, usual);
    this.#isBare = isBare || isLacking;
    const witness = this.#isBare ? this.#witness(page, id, section, signals, expected) : undefined;
    const found = (isBare && witness && this.#judge(witness, floor)) || undefined;
    if (!isBare) this.#pass(section, id, signals);
    if (!isLacking) this.#runs.end(id, section, signals);
    else if (witness !== undefined) this.#runs.add(witness);
    const redesign = found ?? (isLacking ? this.#judgeRun(usual) : undefined);
    if (redesign !== undefined) this.#restart();
    return redesign;
  }

  #witness(page: Page, id: string, section: UrlSection, signals: Signals, expected: Expectation | undefined): Witness {
    // A repeated page cannot belong to a new part of the site, so it is a witness by itself.
    const isOwn = !page.counted && expected !== undefined && expected.root !== 0;
    return {
      page: page.number,
      id,
      at: this.#pages,
      section,
      root: isOwn ? keyOf(id) : (expected?.root ?? section.key),
      isSure: expected !== undefined,
      again: !page.counted,
      signals,
      keys: keysOf(page),
    };
  }

  #pass(section: UrlSection, id: string, signals: Signals): void {
    this.#sections.add(section, id, signals);
    this.#release((one) => one.section.key === section.key || one.root !== 0);
  }

  /** Expired witnesses count as ordinary pages. */
  #release(isReleased: (one: Witness) => boolean): void {
    if (this.#witnesses.length === 0) return;
    const released = this.#witnesses.filter(isReleased);
    this.#witnesses = this.#witnesses.filter((one) => !released.includes(one));
    for (const { section, id, signals, isSure } of released) if (isSure) this.#sections.add(section, id, signals);
  }

  #judge(witness: Witness, floor: Signals): Redesign | undefined {
    this.#release(({ at }) => this.#pages - at > STALE);
    // A page of an unknown section may belong to a new part of the site. It counts only together with others.
    if (!witness.isSure) this.#sections.add(witness.section, witness.id, witness.signals);
    this.#witnesses.push(witness);
    // Sections in the same new folder count as one witness, because a new part of a site has many sections.
    const roots = new Set<number>();
    const counted = this.#witnesses.filter(({ root }) => root === 0 || (!roots.has(root) && roots.add(root)));
    const before = Math.max(floor.everywhere, floor.common);
    const sure = agreeingWitnesses(counted, before, true);
    if (sure.filter(({ isSure }) => isSure).length >= SURE_WITNESSES && sure.length >= WITNESSES) {
      return redesignOf(sure, before);
    }
    if (this.#witnesses.length > WITNESSES_MAX) this.#release(() => true);
    return undefined;
  }

  #judgeRun(usual: Signals): Redesign | undefined {
    // Checked last, because it is slow.
    if (!this.#runs.isEnough(this.#runs.run)) return undefined;
    const before = Math.max(usual.everywhere, usual.common);
    const found = agreeingWitnesses(this.#runs.run, before, false);
    return found.length >= WITNESSES && this.#runs.isEnough(found) ? redesignOf(found, before) : undefined;
  }

  save(): ValueOf<typeof SAVED_REDESIGNS> {
    const witnesses = this.#witnesses.slice(-WITNESSES).map(compactWitness);
    return { pages: this.#pages, sections: this.#sections.save(), runs: this.#runs.save(), witnesses };
  }

  load({ pages, sections, runs, witnesses }: ValueOf<typeof SAVED_REDESIGNS>): void {
    this.#pages = pages;
    this.#sections.load(sections);
    this.#witnesses = witnesses;
    this.#runs.load(runs);
  }

  #restart(): void {
    this.#sections.clear();
    this.#runs.restart();
    this.#witnesses = [];
    this.#pages = 0;
  }
}
