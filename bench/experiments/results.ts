/** All that one run of the experiments has measured; each part is a file beside the report. */

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
  /** Sites that can not be measured, and why. */
  readonly leftOut: readonly { readonly site: string; readonly why: string }[];
  /** Seeds of the orders that storage was measured in; the first is that of everything else. */
  readonly seeds: readonly (number | 'none')[];
  readonly recalls: readonly number[];
  readonly orders: readonly SiteOrder[];
  readonly shares: readonly Share[];
  readonly held: readonly Held[];
  readonly methods: readonly MethodFigures[];
  /** Chen et al., Tables 2 and 3, and what their search experiment has become. */
  readonly found: readonly FoundBlocks[];
  readonly times: readonly SiteTimes[];
  readonly searches: readonly SearchFigures[];
  /** Chakrabarti et al., section 5.4; none where there were too few sites. */
  readonly duplicates: readonly DuplicatesResult[];
  readonly growth: readonly Growth[];
  readonly falseMatches: readonly FalseMatches[];
  /** On sites that are hard for methods that count repetition, where they were given. */
  readonly hard: readonly MethodFigures[];
}

/** The recall of the paper's Table 1. */
export const PAPER_RECALL = 0.8;
