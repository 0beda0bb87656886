import { LimitError, type Page } from 'refrain';
import { check, contextOf, placesOf } from 'refrain/engine';
import type { SiteRules } from './apply/rules.ts';
import { Changes } from './changes/changes.ts';
import type { TemplateEvent } from './changes/events.ts';
import { NameCache } from './groups/names.ts';
import { layoutAt } from './layouts.ts';
import { makeRules } from './making/make-rules.ts';
import { LayoutTemplate } from './template/layout-template.ts';
import { readTemplate, writeTemplate } from './template/template-bytes.ts';

/** A layout of a site. */
export interface LayoutRecord {
  /** The number in `page.layout`. */
  readonly id: number;
  /** Number of pages of the layout; their share of all observed pages. */
  readonly pages: number;
  readonly share: number;
  /** Ids of some of its pages. */
  readonly examples: readonly string[];
}

/** Options of a template. */
export interface SiteTemplateOptions {
  /** Name of the site, for events. */
  readonly site?: string;
}

/**
 * The template of one site, layout by layout. Call it with each page right after `detector.learn`. Most pages of a
 * known layout are counted and not read.
 */
export class SiteTemplate {
  #pages = 0;
  readonly #layouts = new Map<number, LayoutTemplate>();
  readonly #names = new NameCache();
  readonly #changes: Changes;

  /** @throws {OptionError} `OPTION_INVALID` */
  constructor(options: SiteTemplateOptions = {}) {
    const { site = '' } = check.object('SiteTemplate', options, ['site']);
    this.#changes = new Changes(check.string('site', site));
  }

  /** Number of observed pages. */
  get pages(): number {
    return this.#pages;
  }

  /**
   * Counts a learned page, and returns changes of the template. The element groups are read only of the first pages of
   * a layout, then of a sample. A page that takes too much work is only counted.
   *
   * @throws {InputError} `INPUT_INVALID` if it is not a page, and for a wrong id
   * @throws {UsageError} `PAGE_STALE` after the next page
   */
  observe(page: Page, id = ''): TemplateEvent[] {
    contextOf(page);
    check.pageId(id);
    this.#pages += 1;
    const before = this.#layouts.size;
    // If only repetition decides, all pages have one layout. Pages of ignored layouts are also counted.
    const number = page.layout ?? 1;
    const layout = layoutAt(this.#layouts, number, () => new LayoutTemplate(number));
    // False if pages are read again: then a difference from the last pages is not a change.
    const isNews = page.counted || this.#pages <= page.number;
    const isRead = layout?.count() === true && isNews && this.#read(layout, page, id);
    return this.#changes.observe({ page, id, layout, isNewLayout: this.#layouts.size > before, isRead });
  }

  #read(layout: LayoutTemplate, page: Page, id: string): boolean {
    try {
      layout.read(placesOf(contextOf(page)), id, this.#names);
      return true;
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      return false;
    }
  }

  /** The layouts, most pages first. */
  layouts(): LayoutRecord[] {
    const records = [...this.#layouts.values()].map(({ id, pages, examples }) => ({
      ...{ id, pages, share: pages / this.#pages, examples },
    }));
    return records.sort((a, b) => b.pages - a.pages || a.id - b.id);
  }

  /**
   * Rules of the site from the observed pages.
   *
   * @throws {RulesError} `TOO_FEW_PAGES`
   * @throws {OptionError} `OPTION_INVALID`
   */
  rules(site: string): SiteRules {
    // Rules are made from the saved form, so that saving and loading does not change them.
    const layouts = [...this.#layouts.values()].map((layout) => LayoutTemplate.load(layout.save()));
    return makeRules(check.string('site', site), this.#pages, layouts);
  }

  /** The observations, as bytes. */
  save(): Uint8Array<ArrayBuffer> {
    const layouts = [...this.#layouts.values()].map((layout) => layout.save());
    return writeTemplate({ pages: this.#pages, layouts, changes: this.#changes.save() });
  }

  /**
   * The saved template.
   *
   * @throws {InputError} `INPUT_INVALID` if the template is not bytes
   * @throws {SnapshotError} `SNAPSHOT_DAMAGED`, `SNAPSHOT_VERSION`
   */
  static load(bytes: Uint8Array, options: SiteTemplateOptions = {}): SiteTemplate {
    const template = new SiteTemplate(options);
    const { pages, layouts, changes } = readTemplate(check.bytes('a saved template must be a Uint8Array', bytes));
    template.#pages = pages;
    for (const layout of layouts) template.#layouts.set(layout.id, LayoutTemplate.load(layout));
    template.#changes.load(changes);
    return template;
  }
}
