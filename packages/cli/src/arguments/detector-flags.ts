/** The flags of the detector, by the options that they set. The library checks most of their values. */
import { readFile } from 'node:fs/promises';
import { type DetectorOptions, OptionError, type ResolvedOptions, resolveOptions } from 'refrain';
import { Core } from 'refrain/engine';
import { CommandError, naming } from '../errors.ts';
import { RUN_MEMORY } from './common-flags.ts';
import { type Flag, flagOf, formatSize, option, sizeOf, text } from './flags.ts';

/** Text that is no number stays text: the library names it in its error. */
const number = (given: string): unknown => (given.trim() === '' || Number.isNaN(Number(given)) ? given : Number(given));

const amount = (value: string, meaning: string): Flag => option(value, meaning, number);

export const DETECTOR_FLAGS = {
  preset: text('NAME', 'values of the options below: default (default) or paper (Wang et al. 2008)'),
  templateDf: amount('PAGES', 'document frequency from which a text is template'),
  templateRatio: amount('SHARE', 'share of template text above which a block is template, 0 to 1'),
  templateShare: amount('SHARE', 'share of the pages whose text is template whatever the model says, or Infinity'),
  baseLifetime: amount('PAGES', 'pages after which a text seen once is forgotten, or Infinity'),
  lifetimeGrowth: amount('FACTOR', 'how many times longer a frequent text is remembered'),
  evidence: text('KIND', 'what decides: joint (a model), repetition (as in the paper) or page (one page alone)'),
  separators: text('NAME', 'elements that open a block: paper, html5 or blocks'),
  recall: amount('WEIGHT', 'recall of main content against its precision: high, balanced, low, or 0.1 to 10'),
  unseen: text('WHAT', 'text that styles of a page keep from a reader: keep or omit'),
  maxPageBytes: option('SIZE', 'largest page', sizeOf),
  maxNodes: amount('COUNT', 'maximum number of nodes of a page'),
  maxDepth: amount('COUNT', 'deepest element; deeper ones become siblings; 0: no limit'),
  maxWork: amount('STEPS', 'maximum work for a page; a step takes about a nanosecond'),
  maxTableBytes: option('SIZE', 'largest table of a site', sizeOf),
  maxMemory: option('SIZE', 'memory of the module, of all threads together', (given, name) =>
    sizeOf(given, name, RUN_MEMORY),
  ),
  seed: option(
    'SEED',
    'secret of the keys of new sites: a whole number or 32 hexadecimal digits; default: random for each site',
    (given) => (/^\d{1,16}$/.test(given) ? Number(given) : given),
  ),
} as const satisfies Record<keyof DetectorOptions, Flag>;

export type DetectorFlag = keyof typeof DETECTOR_FLAGS;

export const DETECTOR_OPTIONS = Object.keys(DETECTOR_FLAGS) as DetectorFlag[];

/** The options that were given. */
export const detectorOptions = (values: Readonly<Record<string, unknown>>): DetectorOptions =>
  Object.fromEntries(
    DETECTOR_OPTIONS.map((name) => [name, values[name]] as const).filter(([, value]) => value !== undefined),
  );

/** The default of an option as the help writes it: the library's own, except for the memory of a run. */
function defaultOf(name: DetectorFlag, defaults: ResolvedOptions): string | undefined {
  if (name === 'preset' || name === 'seed') return undefined;
  if (name === 'maxMemory') return formatSize(RUN_MEMORY.default);
  if (name === 'maxPageBytes' || name === 'maxTableBytes') return formatSize(defaults[name]);
  return String(defaults[name]);
}

/** The meaning of an option with its default. */
export function meaningOf(name: DetectorFlag): string {
  const found = defaultOf(name, resolveOptions());
  const { meaning } = DETECTOR_FLAGS[name];
  return found === undefined ? meaning : `${meaning} (default ${found})`;
}

export const resolveFlags = (options: DetectorOptions): ResolvedOptions => namingFlags(() => resolveOptions(options));

/** What `act` gives. Its errors name flags instead of options. */
export function namingFlags<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const message = error.message.replace(/^\w+|\w+[A-Z]\w+/g, (name) =>
      Object.hasOwn(DETECTOR_FLAGS, name) ? `--${flagOf(name)}` : name,
    );
    throw new CommandError(message.replace(/^(--[a-z-]+) /, '$1: '), { code: error.code });
  }
}

/** Reads and checks the model of `--model`, if one is given, before any page is read. */
export async function readModelFile(
  path: string | undefined,
  detector: ResolvedOptions,
): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined;
  return naming(`--model ${path}`, async () => {
    const model = new Uint8Array(await readFile(path));
    await Core.open(detector, { model });
    return model;
  });
}
