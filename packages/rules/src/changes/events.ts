/** Events of a site's template: plain data, as in packages/rules/schema/event.json. */
import type { Region } from '../apply/rules.ts';

interface EventHead {
  /** Name of the site; empty if the template has none. */
  readonly site: string;
  /** Number and id of the page at which the event was reported. */
  readonly page: number;
  readonly id: string;
  /** The layout, as in `page.layout`; null if the page has none. */
  readonly layout: number | null;
}

/** A page has a layout that is new on the site. */
export interface NewLayoutEvent extends EventHead {
  readonly type: 'new-layout';
}

/** Pages have a different template from earlier pages of the same sections. */
export interface RedesignEvent extends EventHead {
  readonly type: 'redesign';
  /** The layout of earlier pages; null if they had several. */
  readonly was: number | null;
  /** The first page that is known to have the new template. */
  readonly first: { readonly page: number; readonly id: string };
  /** Number of texts that nearly all earlier pages had in common, and of those that pages share now. */
  readonly before: number;
  readonly shared: number;
  /** True if the pages were counted before. Their texts are not counted again, so the site must be learned anew. */
  readonly again: boolean;
}

/** Regions of a layout's template were added, removed or moved, while the rest did not change. */
export interface DriftEvent extends EventHead {
  readonly type: 'drift';
  readonly regions: readonly {
    readonly change: 'added' | 'gone' | 'moved';
    readonly region: Region;
    /** Current or last position. */
    readonly selector: string;
    /** Earlier position of a moved region. */
    readonly was?: string;
  }[];
}

/** A change of a site's template. */
export type TemplateEvent = NewLayoutEvent | RedesignEvent | DriftEvent;
