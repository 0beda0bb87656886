/** Allowed values, bounds and defaults of flags: the parser, the help and the run read them here. */
import type { IndexTemplate, Ranking } from '@refrain/search';

/** Bounds of a number, and its default. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const MIB = 1024 * 1024;

/** The first is the default, in this list and in those below. */
export const FORMATS = ['ndjson', 'text', 'markdown', 'html', 'csv', 'chunks', 'warc', 'bulk', 'minisearch'] as const;
export const CHANGED_FORMATS = ['text', 'ndjson'] as const;
/** Parts of a page: see `Page.text`. */
export const KEEPS = ['content', 'main', 'main+comments'] as const;
export const TEMPLATES = ['incremental', 'two-stage', 'none'] as const satisfies readonly IndexTemplate[];
export const RANKINGS = ['bm25', 'pivoted'] as const satisfies readonly Ranking[];
export const STATE_ACTIONS = ['list', 'export', 'import', 'forget', 'check', 'repair'] as const;

/** How `refrain rules` writes. */
export const RULES_FORMATS = ['json', 'filters', 'scraper'] as const;
/** Pages that rules are made from. */
export const RULES_PAGES = { default: 2000, min: 1, max: 10_000_000 } as const;

export const JOBS = { default: 1, min: 1, max: 64 } as const;
export const SEED = { min: 0, max: 0xffff_ffff } as const;
/** Pages of a site that can be opened in a report. */
export const REPORT_PAGES = { default: 2000, min: 1, max: 100_000 } as const;
/** Words of a chunk. */
export const CHUNK_WORDS = { default: 300, min: 10, max: 100_000 } as const;
/** Pages of a call, and characters of an answer, of `refrain mcp`. */
export const MCP_PAGES = { default: 1000, min: 1, max: 1_000_000 } as const;
export const MCP_LENGTH = { default: 100_000, min: 1000, max: 10_000_000 } as const;
export const SEARCH_LIMIT = { default: 10, min: 1, max: 1_000_000 } as const;
export const FLUSH_EVERY = '30s';
/** Linear memory of all threads together, in bytes. The bounds are those of `DetectorOptions.maxMemory`. */
export const RUN_MEMORY = { default: 512 * MIB, min: MIB, max: 4095 * MIB } as const;
/** Memory for postings, in bytes, as `IndexOptions.maxMemory` has it. Only `refrain index` loads that module. */
export const INDEX_MEMORY = { default: 256 * MIB, min: 16 * MIB, max: 2048 * MIB } as const;
