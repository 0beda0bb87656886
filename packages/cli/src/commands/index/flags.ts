/** `refrain index`: flags, help and options. */
import type { IndexTemplate } from '@refrain/search';
import type { DetectorOptions } from 'refrain';
import { describeCommand } from '../../arguments/command.ts';
import { INPUT_FLAGS, MIB, MODEL_FLAG, partFlag, quiet, SITE_FLAGS } from '../../arguments/common-flags.ts';
import { DETECTOR_OPTIONS, type DetectorFlag } from '../../arguments/detector-flags.ts';
import { flagOf, size, text, usageError, type ValuesOf, word } from '../../arguments/flags.ts';
import { exitCodes } from '../../arguments/help.ts';
import { readInputs } from '../../read/inputs.ts';

/** Memory for postings, in bytes, as `IndexOptions.maxMemory` has it. Only the run loads that module. */
export const INDEX_MEMORY = { default: 256 * MIB, min: 16 * MIB, max: 2048 * MIB } as const;

/** The first is the default. */
const TEMPLATES = ['incremental', 'two-stage', 'none'] as const satisfies readonly IndexTemplate[];

const FLAGS = {
  out: text('FILE', 'file of the index; an existing one is replaced when the new one is complete', 'o'),
  template: word(
    'METHOD',
    TEMPLATES,
    `how template is found: ${TEMPLATES[0]} (default), page by page; two-stage, at the end; or none`,
  ),
  keep: partFlag('with --template incremental: the part of a page that is indexed, as for a run'),
  ...INPUT_FLAGS,
  ...SITE_FLAGS,
  ...MODEL_FLAG,
  maxMemory: size(INDEX_MEMORY, 'memory for postings'),
  ...quiet('print errors only: no progress, no summary'),
};

/** Options that also apply if the detector labels no page: separators, limits of a page, and the seed. */
const PAGE_OPTIONS: ReadonlySet<DetectorFlag> = new Set([
  ...(['seed', 'separators', 'maxPageBytes', 'maxNodes', 'maxDepth', 'maxWork'] as const),
]);

/** Options of `refrain index`; of the detector only the given ones. */
export type IndexRunOptions = ReturnType<typeof read>;

function read(operands: readonly string[], values: ValuesOf<typeof FLAGS>, detector: DetectorOptions) {
  const input = readInputs(operands, values);
  const { out, template, keep, model } = values;
  if (out === undefined) throw usageError('--out: refrain index needs --out FILE');
  if (out === '-') throw usageError('--out: an index is a file; it cannot go to standard output');
  if (template !== 'incremental') {
    const ignored = DETECTOR_OPTIONS.filter((option) => detector[option] !== undefined && !PAGE_OPTIONS.has(option));
    const [name] = [
      ...(keep === undefined || keep === 'content' ? [] : ['keep']),
      ...(model === undefined ? [] : ['model']),
      ...ignored,
    ];
    if (name !== undefined) throw usageError(`--${flagOf(name)}: works only with --template incremental`);
  }
  return { ...values, ...input, out, detector };
}

export const index = describeCommand({
  name: 'index',
  usage: ['INPUT… --out FILE [options]'],
  summary: 'a search index of the pages without their template',
  about: `Builds a search index of the pages without their template, for refrain search.
Inputs are those of refrain --help. The name of a page is its URL; that of a file
is its path below the folder that all inputs share. Pages that fail are reported
and left out. If no page is left, or the build fails, no index is written.`,
  flags: FLAGS,
  detector: {
    flags: DETECTOR_OPTIONS.filter((option) => option !== 'maxMemory'),
    title: `Options of the detector, for --template incremental; two-stage and none take only
--separators, --max-page-bytes, --max-nodes, --max-depth and --max-work`,
  },
  exits: exitCodes(
    'all pages are in the index',
    'some pages or inputs failed; the others are in the index',
    'no index was written',
  ),
  examples: [
    'refrain index site/ --out site.index',
    'refrain index crawl.warc.gz --out crawl.index --template two-stage --max-memory 1G',
  ],
  read,
});
