import { type ResolvedOptions, resolveOptions } from '../options.ts';
import { DETECTOR_FLAGS, DETECTOR_OPTIONS, type Flag, flagOf, RUN_FLAGS } from './flags.ts';

export const USAGE = 'usage: refrain INPUT… [options]';

interface Line {
  readonly flag: string;
  readonly meaning: string;
}

function line(name: string, { value, short, meaning }: Flag): Line {
  const spelling = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return { flag: value === undefined ? spelling : `${spelling} ${value}`, meaning };
}

/** The help; the defaults in it are those that the library has. */
export function help(): string {
  const defaults: Partial<Record<string, ResolvedOptions[keyof ResolvedOptions]>> = { ...resolveOptions() };
  const runLines = Object.entries<Flag>(RUN_FLAGS).map(([name, flag]) => line(name, flag));
  const detectorLines = DETECTOR_OPTIONS.map((option) => {
    const { flag, meaning } = line(flagOf(option), DETECTOR_FLAGS[option]);
    const value = defaults[option];
    return {
      flag,
      meaning: value === undefined || Array.isArray(value) ? meaning : `${meaning} (default ${String(value)})`,
    };
  });
  const width = Math.max(...[...runLines, ...detectorLines].map(({ flag }) => flag.length));
  const table = (lines: readonly Line[]): string =>
    lines.map(({ flag, meaning }) => `  ${flag.padEnd(width)}  ${meaning}`).join('\n');
  return `${USAGE}

Tells template from content on the pages of one site, page by page, in path order.
An INPUT is an HTML file, or a folder with .html, .htm and .xhtml files in it or below.
Each page gives one JSON line on standard output: id, site, page, counted, content, and
blocks, each with kind, ratio, score, length, path, start, end (bytes of the file) and text.
As text or html, pages follow one another with a form feed between them.

Options
${table(runLines)}

Options of the detector
${table(detectorLines)}

Exit code: 0 all pages done; 1 a page or input failed, the others are done; 2 the command
could not run as asked; 130 interrupted, what was learned until then is in --state.

Examples
  refrain site/ > pages.ndjson
  refrain site/ --format html --out clean/
  refrain monday/ --state site.refrain | jq -r .content
`;
}
