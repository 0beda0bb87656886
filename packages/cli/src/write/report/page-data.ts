/** The data files of the report: sites and pages, as the command writes them and the script of the report reads them. */
import type { PageView, TableView } from '@refrain/viewer';

/** A page that can be opened. */
export interface PageData extends PageView {
  readonly id: string;
  readonly title: string;
}

/** A page that can be opened, in the list of its site. */
export interface PageEntry {
  readonly id: string;
  readonly title: string;
  /** Position among all pages of the site in the order of reading, from 1. */
  readonly position: number;
  /** Share of its text that is template, by the final table. */
  readonly share: number;
  /** How sure its verdicts are, .5 to 1; undefined where no model decides. */
  readonly confidence: number | undefined;
  /** Path of its data file in the folder of the site. */
  readonly file: string;
}

/** What the script knows of a site before it loads a page. */
export interface SiteData extends TableView {
  readonly site: string;
  readonly entries: readonly PageEntry[];
}
