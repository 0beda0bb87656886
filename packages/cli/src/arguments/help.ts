/** The help and the usage of commands, and their page for `man`: made of their tables of flags. */

import { existsSync } from 'node:fs';
import type { Command, CommandHelp } from './command.ts';
import { DETECTOR_FLAGS, type DetectorFlag, meaningOf } from './detector-flags.ts';
import { type Flag, flagOf } from './flags.ts';

/** Characters of a line: the narrowest terminal in common use. */
const WIDTH = 80;
const INDENT = 2;
const GAP = 2;

/** Exit codes that most commands have. */
export const exitCodes = (ok: string, failed: string, interrupted: string): Readonly<Record<number, string>> => ({
  0: ok,
  1: failed,
  2: 'usage error, or the command could not start',
  130: `interrupted by Ctrl-C (143: by SIGTERM); ${interrupted}`,
});

const SIZES = `A SIZE is a number with K, M or G (KB, KiB and so on mean the same): powers of 1024.
Without a unit it is MiB; for flags that end in -bytes it is bytes.`;

/** A flag as it is written, and its meaning. */
type Row = readonly [spelling: string, meaning: string];

function row(name: string, { value, short, meaning }: Pick<Flag, 'value' | 'short' | 'meaning'>): Row {
  const spelling = `${short === undefined ? '    ' : `-${short}, `}--${flagOf(name)}`;
  return [value === undefined ? spelling : `${spelling} ${value}`, meaning];
}

/** Lines of at most `width` characters; a word is never divided. */
export function wrapped(text: string, width: number): string[] {
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

/** Rows in two columns, of which the first has `first` characters. */
function columns(rows: readonly Row[], first: number): string {
  const left = INDENT + first + GAP;
  return rows
    .flatMap(([spelling, meaning]) =>
      wrapped(meaning, WIDTH - left).map((line, at) =>
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

/** The help of a command on one screen: what most runs need. */
export function briefHelp(command: Command, commands: readonly Command[]): string {
  const { brief = [], flags, examples } = command;
  const rows = brief.flatMap((name) => (flags[name] === undefined ? [] : [row(name, flags[name])]));
  const names = commands.filter(({ summary }) => summary !== '').map(({ name, summary }): Row => [name, summary]);
  return `${[
    usageOf(command),
    'An input is an HTML file, a folder, a WARC or NDJSON; a pipe needs none.',
    `Options\n${columns(rows, Math.max(...rows.map(([spelling]) => spelling.length)))}`,
    `Commands\n${columns(names, Math.max(...names.map(([name]) => name.length)))}`,
    `Examples\n${indented(examples.slice(0, 3))}`,
    'refrain --help-all has all options, formats and exit codes.',
  ].join('\n\n')}\n`;
}

/** The help of a command; that of the command without a name lists all others. */
export function help(command: Command, commands: readonly Command[]): string {
  const { name, about, flags, detector, exits, examples } = command;
  const own = Object.entries(flags).map(([option, flag]) => row(option, flag));
  const isListedElsewhere = detector?.isListedElsewhere === true;
  const others = (isListedElsewhere ? [] : (detector?.flags ?? [])).map((option) =>
    row(option, { ...DETECTOR_FLAGS[option], meaning: meaningOf(option) }),
  );
  const first = Math.max(...[...own, ...others].map(([spelling]) => spelling.length));
  const listed = commands.filter(({ summary }) => summary !== '');
  const longest = Math.max(...listed.map((each) => each.name.length));
  const sections = [
    usageOf(command),
    about,
    `Options\n${columns(own, first)}`,
    ...(isListedElsewhere ? ['Options of the detector, such as --max-page-bytes: see refrain --help-all'] : []),
    ...(others.length > 0 ? [`Options of the detector\n${columns(others, first)}`, SIZES] : []),
    `Exit codes\n${indented(Object.entries(exits).map(([code, meaning]) => `${code.padEnd(3)}  ${meaning}`))}`,
    ...(name === '' ? ['Errors are lines on standard error: refrain: SOURCE: MESSAGE (CODE)'] : []),
    `${examples.length === 1 ? 'Example' : 'Examples'}\n${indented(examples)}`,
    ...(name === ''
      ? [
          `More commands\n${indented(listed.map((each) => `refrain ${`${each.name} --help`.padEnd(longest + 7)}  ${each.summary}`))}`,
        ]
      : []),
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
  return `${usageOf(command)}\nfor more: ${more}\n${clash}`;
}

/** A text as roff takes it: no line is a request. */
const plain = (text: string): string => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/gm, '\\&$&');

const options = ({ allFlags }: Command): string[] =>
  Object.entries(allFlags).map(([name, { value, short, meaning }]) => {
    const spelled = `${short === undefined ? '' : `-${short}, `}--${flagOf(name)}`;
    const text = Object.hasOwn(DETECTOR_FLAGS, name) ? meaningOf(name as DetectorFlag) : meaning;
    return `.TP\n.B ${plain(spelled)}${value === undefined ? '' : `\n.I ${plain(value)}`}\n${plain(text)}`;
  });

/** The page for `man`. `commands`: the first is the one without a name. */
export function manual(commands: readonly Command[], version: string): string {
  const [main, ...others] = commands as readonly [Command, ...Command[]];
  return `${[
    `.TH REFRAIN 1 "" "refrain ${plain(version)}"`,
    '.SH NAME\nrefrain \\- pages without the template of their site',
    `.SH SYNOPSIS\n${commands.flatMap(({ name, usage }) => usage.map((operands) => `.B refrain ${name}\n${plain(operands)}\n.br`)).join('\n')}`,
    `.SH DESCRIPTION\n.nf\n${plain(main.about)}\n.fi`,
    `.SH OPTIONS\n${options(main).join('\n')}`,
    ...others.flatMap((command) => [
      `.SH REFRAIN ${command.name.toUpperCase()}\n.nf\n${plain(command.about)}\n.fi`,
      ...options(command),
    ]),
    `.SH EXIT STATUS\n${Object.entries(main.exits)
      .map(([code, meaning]) => `.TP\n${code}\n${plain(meaning)}`)
      .join('\n')}`,
    `.SH EXAMPLES\n.nf\n${commands.flatMap(({ examples }) => examples.map(plain)).join('\n')}\n.fi`,
  ].join('\n')}\n`;
}
