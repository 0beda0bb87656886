/** The site of the input whose rules are made. */
import { readFileSync } from 'node:fs';
import { RulesError, readRules, SiteRows, type SiteRules, SiteTemplate } from '@refrain/rules';
import { Detector, type DetectorOptions } from 'refrain';
import { count } from 'refrain/engine';
import type { CommandContext } from '../../arguments/command-line.ts';
import { readModelFile, resolveFlags } from '../../arguments/detector.ts';
import { usageError } from '../../arguments/flag-kinds.ts';
import { CommandError, firstOf, naming } from '../../errors.ts';
import { checkFile } from '../../files/output-target.ts';
import type { NamedTemplate } from '../../judge/state-store.ts';
import { checkOut, type PlanOptions, planInputs } from '../../read/plan.ts';
import { nameOf, type PageTask, type ReadTask } from '../../read/task.ts';
import { Progress } from '../../write/progress.ts';

interface Learner {
  readonly detector: Detector;
  readonly template: SiteTemplate;
  readonly rows: SiteRows;
}

interface SiteOptions extends PlanOptions {
  readonly out: string | undefined;
  readonly model: string | undefined;
  readonly quiet: boolean;
  readonly detector: DetectorOptions;
}

/** Checks output and model, then opens the inputs of a command that reads one site, at most twice. */
export async function openInputs(options: SiteOptions, { stdin, stderr: stream, interrupted }: CommandContext) {
  const { out, model, detector, quiet } = options;
  const resolved = resolveFlags(detector);
  const plan = await planInputs({ ...options, site: undefined }, stdin);
  if (out !== undefined) {
    checkOut(out, plan);
    checkFile(out, `--out ${out}`);
  }
  const bytes = await readModelFile(model, resolved);
  const openDetector = () => Detector.create(detector, bytes === undefined ? {} : { model: bytes });
  const progress = new Progress({ stream, quiet, passes: 2, total: () => plan.total, interrupted });
  const reading = { interrupted, maxPageBytes: resolved.maxPageBytes, onFailure: progress.failure };
  return { plan, reading, openDetector, progress };
}

/**
 * @param source the name of the file in errors
 * @throws {CommandError}
 */
export const readRulesFile = (path: string, source = path): SiteRules =>
  naming(source, () => readRules(readFileSync(path, 'utf8')));

export const rulesFrom = ({ site, template }: NamedTemplate): SiteRules => withRules(() => template.rules(site));

/** Returns the result of `act`. A `RulesError` becomes an error of the command, with `advice` and a remedy. */
export function withRules<T>(act: () => T, advice = '', remedy?: string): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    throw new CommandError(error.message + advice, { code: error.code, remedy });
  }
}

/**
 * Learns the pages of one site: the named one, or the only one of the input. Until a page of the named site arrives,
 * pages of the first site are learned: if the input has only one site, the name is a new name for it.
 */
export class RulesSite {
  readonly #wanted: string | undefined;
  readonly #open: () => Promise<Detector>;
  readonly #pages = new Map<string, number>();
  #learner: Learner | undefined;
  #learned = '';

  /** `open`: makes the detector that learns the site. */
  constructor(wanted: string | undefined, open: () => Promise<Detector>) {
    this.#wanted = wanted;
    this.#open = open;
  }

  get pages(): number {
    return this.#learner?.template.pages ?? 0;
  }

  /** Must be called for every page, in order. Learns those of the site. */
  async take(task: PageTask, read: () => ReadTask): Promise<void> {
    const { site } = task;
    this.#pages.set(site, (this.#pages.get(site) ?? 0) + 1);
    const isFirst = this.#pages.size === 1 && this.#pages.get(site) === 1;
    const isWanted = site === this.#wanted && site !== this.#learned;
    if (isFirst || isWanted) {
      this.#learner?.detector.dispose();
      this.#learner = { detector: await this.#open(), template: new SiteTemplate(), rows: new SiteRows() };
      this.#learned = site;
    }
    if (this.isOther(site)) return;
    const { detector, template, rows } = this.#learner as Learner;
    const id = nameOf(task);
    const page = detector.learn(read().html, { id });
    template.observe(page, id);
    rows.observe(page);
  }

  isOther(site: string): boolean {
    return site !== this.#learned;
  }

  /** Rules with the detected items added. A string: the name of a site without other rules. */
  withItems(rules: SiteRules | string): SiteRules {
    return (this.#learner?.rows ?? new SiteRows()).rules(rules);
  }

  /** Rules of the site with the detected items; only the items if there are few pages. */
  rulesWithItems(): SiteRules {
    const { site, template } = this.finish();
    try {
      return this.withItems(template.rules(site));
    } catch (error) {
      if (error instanceof RulesError && error.code === 'TOO_FEW_PAGES') return this.withItems(site);
      throw error;
    }
  }

  /** @throws {CommandError} for several sites without a name, or for a name that no site has */
  finish(): NamedTemplate {
    const wanted = this.#wanted;
    const isOne = this.#pages.size <= 1;
    if (wanted !== undefined ? !isOne && !this.#pages.has(wanted) : !isOne) {
      const problem =
        wanted === undefined ? 'rules are made of one site' : `--site ${wanted}: the input has no such site`;
      throw usageError(`${problem}; choose one by --site NAME: ${this.#largest()}`);
    }
    return { site: wanted ?? this.#learned, template: this.#learner?.template ?? new SiteTemplate() };
  }

  #largest(): string {
    const sites = [...this.#pages].sort((a, b) => b[1] - a[1]);
    return firstOf(sites.map(([site, pages]) => `${site} (${count(pages)})`));
  }
}
