/** Flags of the help in two columns. */
import { type ResolvedOptions, resolveOptions } from 'refrain';
import { RUN_MEMORY } from './flag-values.ts';
import { DETECTOR_FLAGS, DETECTOR_OPTIONS, type DetectorFlag, type Flag, flagOf } from './flags.ts';
import { formatSize } from './sizes.ts';

/** Characters of a line: the narrowest terminal in common use. */
const WIDTH = 80;
const INDENT = 2;
const GAP = 2;

interface Row {
  readonly flag: string;
  readonly meaning: string;
}

function row(name: string, { value, short, meaning }: Flag): Row {
  const spelling = short === undefined ? `    --${name}` : `-${short}, --${name}`;
  return { flag: value === undefined ? spelling : `${spelling} ${value}`, meaning };
}

export const rowsOf = (flags: Readonly<Record<string, Flag>>): Row[] =>
  Object.entries(flags).map(([name, flag]) => row(name, flag));

const listOf = ({ separators }: ResolvedOptions): string => [...separators].sort().join(',');

/** The default of an option as the help writes it: the library's own, except for the memory of a run. */
function defaultOf(option: Exclude<DetectorFlag, 'preset'>, defaults: ResolvedOptions): string {
  switch (option) {
    case 'separators': {
      const presets = ['blocks', 'html5', 'paper'] as const;
      const list = listOf(defaults);
      return presets.find((separators) => listOf(resolveOptions({ separators })) === list) ?? list;
    }
    case 'maxMemory':
      return formatSize(RUN_MEMORY.default);
    case 'maxPageBytes':
    case 'maxTableBytes':
      return formatSize(defaults[option]);
    default:
      return String(defaults[option]);
  }
}

export function detectorRows(options: readonly DetectorFlag[] = DETECTOR_OPTIONS): Row[] {
  const defaults = resolveOptions();
  return options.map((option) => {
    const { flag, meaning } = row(flagOf(option), DETECTOR_FLAGS[option]);
    return { flag, meaning: option === 'preset' ? meaning : `${meaning} (default ${defaultOf(option, defaults)})` };
  });
}

/** Lines of at most `width` characters; a word is never divided. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Formats rows in two columns, of the same widths for all groups. */
export function columns(...groups: readonly (readonly Row[])[]): (rows: readonly Row[]) => string {
  const first = Math.max(...groups.flat().map(({ flag }) => flag.length));
  const left = INDENT + first + GAP;
  return (rows) =>
    rows
      .flatMap(({ flag, meaning }) =>
        wrapped(meaning, WIDTH - left).map((line, at) =>
          at === 0 ? `${' '.repeat(INDENT)}${flag.padEnd(first + GAP)}${line}` : `${' '.repeat(left)}${line}`,
        ),
      )
      .join('\n');
}
