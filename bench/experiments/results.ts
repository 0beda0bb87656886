/** All results of one run of the experiments. Each part is written to a file beside the report. */

import type { DuplicatesResult } from '../duplicates/experiment.ts';
import type { SearchFigures } from '../search/measure.ts';
import type { FalseMatches } from './false-matches.ts';
import type { Growth } from './growth.ts';
import type { MethodFigures } from './methods.ts';
import type { SiteOrder } from './order.ts';
import type { Held, Share } from './table1.ts';
import type { FoundBlocks } from './table2.ts';
import type { SiteTimes } from './table3.ts';

export interface Results {
  readonly sites: readonly { readonly name: string; readonly pages: number }[];
  /** Sites that cannot be measured, with the reason. */
  readonly leftOut: readonly { readonly site: string; readonly why: string }[];
  /** Seeds of the page orders for storage. All other parts use the first one. */
  readonly seeds: readonly (number | 'none')[];
  readonly recalls: readonly number[];
  readonly orders: readonly SiteOrder[];
  readonly shares: readonly Share[];
  readonly held: readonly Held[];
  readonly methods: readonly MethodFigures[];
  /** Chen et al., Tables 2 and 3, and a search experiment in place of theirs. */
  readonly found: readonly FoundBlocks[];
  readonly times: readonly SiteTimes[];
  readonly searches: readonly SearchFigures[];
  /** Chakrabarti et al., section 5.4; empty where there are too few sites. */
  readonly duplicates: readonly DuplicatesResult[];
  readonly growth: readonly Growth[];
  readonly falseMatches: readonly FalseMatches[];
  /** Methods on sites that are hard for methods that count repetition; empty without --hard. */
  readonly hard: readonly MethodFigures[];
}

/** The recall of the paper's Table 1. */
export const PAPER_RECALL = 0.8;
