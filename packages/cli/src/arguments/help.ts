import { existsSync } from 'node:fs';
import { type Command, type CommandHelp, DETECTOR_ROWS } from './command-line.ts';
import { type Flag, type Flags, flagOf, pick } from './flag-kinds.ts';
import { HELP_FLAGS, SYNONYMS } from './flag-table.ts';

/** Columns of the narrowest terminal in common use. */
const WIDTH = 80;
const INDENT = 2;
const GAP = 2;

export const exitCodes = (ok: string, failed: string, interrupted: string): Readonly<Record<number, string>> => ({
  0: ok,
  1: failed,
  2: 'usage error, or the command could not start',
  130: `interrupted by Ctrl-C (143: by SIGTERM); ${interrupted}`,
});

const SIZES = `A SIZE is a number with K, M or G (KB, KiB and so on mean the same): powers of 1024.
Without a unit it is MiB; for flags that end in -bytes it is bytes.`;

type Row = readonly [spelling: string, meaning: string];

function row(name: string, { value, short, meaning }: Pick<Flag, 'value' | 'short' | 'meaning'>): Row {
  const spelling = `${short === undefined ? '    ' : `-${short}, `}--${flagOf(name)}`;
  return [value === undefined ? spelling : `${spelling} ${value}`, meaning];
}

/** Lines of at most `width` characters, between words. */
export function wrapText(text: string, width: number): string[] {
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

/** Rows in two columns; the width of the first is `first`. */
function columns(rows: readonly Row[], first: number): string {
  const left = INDENT + first + GAP;
  return rows
    .flatMap(([spelling, meaning]) =>
      wrapText(meaning, WIDTH - left).map((line, at) =>
        at === 0 ? `${' '.repeat(INDENT)}${spelling.padEnd(first + GAP)}${line}` : `${' '.repeat(left)}${line}`,
      ),
    )
    .join('\n');
}

function usageOf({ name, usage }: CommandHelp): string {
  const program = name === '' ? 'refrain' : `refrain ${name}`;
  return usage.map((operands, at) => `${at === 0 ? 'usage:' : '      '} ${program} ${operands}`).join('\n');
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n');

const table = (title: string, rows: readonly Row[]): string =>
  `${title}\n${columns(rows, Math.max(...rows.map(([spelling]) => spelling.length)))}`;

const flagTable = (title: string, flags: Flags): string =>
  table(
    title,
    Object.entries(flags).map(([name, flag]) => row(name, flag)),
  );

const commandTable = (commands: readonly CommandHelp[]): string =>
  table(
    'Commands',
    commands.filter(({ summary }) => summary !== '').map(({ name, summary }): Row => [name, summary]),
  );

const examplesOf = (examples: readonly string[]): string => `Examples\n${indented(examples)}`;

/** Synonyms of the same flag are in one line. */
function synonymTable(): string {
  const names = new Map<string, string[]>();
  for (const [name, target] of Object.entries(SYNONYMS))
    names.set(target, [...(names.get(target) ?? []), name.length === 1 ? `-${name}` : `--${name}`]);
  const lines = [...names].flatMap(([target, found]) => {
    const flag = target.replace(/(^| )/g, '$1--').replaceAll('=', ' ');
    return wrapText(`${flag}: ${found.join(', ')}`, WIDTH - 2 * INDENT);
  });
  return `Other names of flags, and of words that are their values\n${indented(lines)}`;
}

/** The usual flags of a command, on one screen. */
export function help(command: Command, commands: readonly Command[]): string {
  const { name, about, flags, brief, examples } = command;
  const shown = brief === undefined ? { ...flags, ...HELP_FLAGS } : pick(command.allFlags, [...brief, 'helpAll']);
  return `${[
    usageOf(command),
    brief === undefined ? about : 'An input is an HTML file, a folder, a WARC or NDJSON; a pipe needs none.',
    flagTable('Options', shown),
    ...(name === '' ? [commandTable(commands)] : []),
    examplesOf(examples.slice(0, 3)),
    `refrain ${name}${name === '' ? '' : ' '}--help-all also has exit codes${brief === undefined ? '' : ', formats'} and all options.`,
  ].join('\n\n')}\n`;
}

/** All flags of a command. The command without a name also lists other commands and synonyms. */
export function helpAll(command: Command, commands: readonly Command[]): string {
  const { name, about, flags, hasDetector = false, exits, examples } = command;
  const sections = [
    usageOf(command),
    about,
    flagTable('Options', { ...flags, ...HELP_FLAGS }),
    ...(hasDetector ? [flagTable('Options of the detector', DETECTOR_ROWS), SIZES] : []),
    ...(name === '' ? [synonymTable()] : []),
    `Exit codes\n${indented(Object.entries(exits).map(([code, meaning]) => `${code.padEnd(3)}  ${meaning}`))}`,
    ...(name === '' ? ['Errors are lines on standard error: refrain: SOURCE: MESSAGE (CODE)'] : []),
    examplesOf(examples),
    ...(name === '' ? [commandTable(commands)] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Printed after a usage error. */
export function hint(command: Command): string {
  const { name } = command;
  const more = name === '' || name === 'help' ? 'refrain --help' : `refrain ${name} --help`;
  const clash =
    name !== '' && existsSync(name)
      ? `here, ${name} is a command; to read the input ${name}, write ./${name} or refrain -- ${name}\n`
      : '';
  return `${usageOf(command)}\nexample: ${command.examples[0]}\nfor more: ${more}\n${clash}`;
}
