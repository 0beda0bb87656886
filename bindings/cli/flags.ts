/** The flags of the command: one table that the parser, the help and the check of a state file read. */
import type { DetectorOptions } from '../options.ts';

/** One flag. */
export interface Flag {
  /** What its value stands for in the help; a flag without one takes no value. */
  readonly value?: string;
  readonly short?: string;
  readonly meaning: string;
}

/** Where pages come from and where results go. */
export const RUN_FLAGS = {
  format: { value: 'FORMAT', meaning: 'ndjson (default), text (content only) or html (template removed)' },
  out: { value: 'DIR', meaning: 'text and html: a file for each page, below DIR' },
  site: { value: 'NAME', meaning: 'name of the site; default: that of the first input folder' },
  shuffle: { value: 'SEED', meaning: 'read the pages in a random order, the same for the same whole number' },
  state: { value: 'FILE', meaning: 'go on from FILE if it exists; save what was learned to it at the end' },
  'label-only': { meaning: 'label by what --state holds; learn nothing, save nothing' },
  quiet: { short: 'q', meaning: 'no progress bar, no summary' },
  help: { short: 'h', meaning: 'show this help' },
  version: { short: 'v', meaning: 'show the version' },
} as const satisfies Record<string, Flag>;

/** Flags of the detector by the name of the option that they set. */
export const DETECTOR_FLAGS = {
  preset: { value: 'NAME', meaning: 'where the other options start from: paper or default' },
  templateDf: { value: 'PAGES', meaning: 'pages that a text must be seen on to be template' },
  templateRatio: { value: 'SHARE', meaning: 'share of template text above which a block is template, 0 to 1' },
  baseLifetime: { value: 'PAGES', meaning: 'pages that a text seen once is remembered for, or Infinity' },
  lifetimeGrowth: { value: 'TIMES', meaning: 'how many times longer a text seen often is remembered' },
  lifetimeBoundary: { value: 'WHEN', meaning: 'forget when the age has reached or exceeded the lifetime' },
  separators: { value: 'NAMES', meaning: 'elements that open a block: paper, html5, or names with commas' },
  path: { value: 'MODE', meaning: 'place of a text in its identity: tags, none, indexed or classes' },
  maxPageBytes: { value: 'BYTES', meaning: 'largest page' },
  maxNodes: { value: 'COUNT', meaning: "most nodes of a page's tree" },
  maxDepth: { value: 'COUNT', meaning: 'deepest element; deeper ones become siblings; 0 for no limit' },
  maxTableBytes: { value: 'BYTES', meaning: "largest table of the site's texts" },
  maxMemory: { value: 'BYTES', meaning: 'most memory of the module' },
} as const satisfies Record<keyof DetectorOptions, Flag>;

export type DetectorFlag = keyof typeof DETECTOR_FLAGS;

export const DETECTOR_OPTIONS = Object.keys(DETECTOR_FLAGS) as DetectorFlag[];

/** `templateDf` is set by `template-df`. */
export function flagOf(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
