/** Events of a site's template: plain data. The schema is packages/rules/schema/event.json. */
import type { Region, SiteRules } from '../apply/rules.ts';

/** What all events say. */
interface EventHead {
  /** The site, where the template was given its name; empty otherwise. */
  readonly site: string;
  /** Number and id of the page at which the event was reported. */
  readonly page: number;
  readonly id: string;
  /** The layout, as in `page.layout`; null where the page has none. */
  readonly layout: number | null;
}

/** A page has a layout that no page before it had. */
export interface NewLayoutEvent extends EventHead {
  readonly type: 'new-layout';
}

/** Pages have another template than pages of the same sections before. */
export interface RedesignEvent extends EventHead {
  readonly type: 'redesign';
  /** The layout of pages before; null where they had several. */
  readonly was: number | null;
  /** Number and id of the first page that is known to have the new template. */
  readonly first: { readonly page: number; readonly id: string };
  /** Texts that nearly all pages before had in common, and those that pages share now. */
  readonly before: number;
  readonly shared: number;
  /** Whether its pages were counted before: their texts are not counted again, so the site has to be learned anew. */
  readonly again: boolean;
}

/** Regions of a layout's template came, went or moved, while the rest stayed. */
export interface DriftEvent extends EventHead {
  readonly type: 'drift';
  readonly regions: readonly {
    readonly change: 'added' | 'gone' | 'moved';
    readonly region: Region;
    /** Where it is now, or was. */
    readonly selector: string;
    /** Of one that moved: where it was. */
    readonly was?: string;
  }[];
}

/** Rules that were given match no longer on the last pages of their layout. */
export interface RulesBrokenEvent extends EventHead {
  readonly type: 'rules-broken';
  /** Each rule by its member in the rules, for example `layouts[0].main[0]`. */
  readonly broken: readonly { readonly rule: string; readonly selector: string }[];
  /** New rules of the site, made from the pages since. */
  readonly rules: SiteRules;
}

/** What happened to the template of a site; `type` says which. */
export type TemplateEvent = NewLayoutEvent | RedesignEvent | DriftEvent | RulesBrokenEvent;
