/** What a command is: its flags, its help, the check of its arguments, and its run. */

import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { DetectorOptions } from 'refrain';
import { HELP_FLAGS, LONG_HELP } from './common-flags.ts';
import { DETECTOR_FLAGS, type DetectorFlag, detectorOptions } from './detector-flags.ts';
import { type Flags, flagOf, nearest, usageError, type ValuesOf } from './flags.ts';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The streams of a command, and the signal that ends it early and in order. */
export interface CommandContext {
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Whether standard input is a pipe or a file. */
  readonly isPiped?: boolean;
  /** Signals are handled from the first time that it is read. */
  readonly interrupted: AbortSignal;
  /** Called where a signal is the usual end of a command: its exit code counts, and not that of the signal. */
  readonly endsBySignal?: () => void;
}

/** A context of a command that a signal ends early and in order, from now on. */
export const interruptible = (context: CommandContext): CommandContext => ({ ...context });

/** What the help says of a command. */
export interface CommandHelp {
  /** The word that names it; empty for the command without one. */
  readonly name: string;
  /** Its operands, for each way to call it. */
  readonly usage: readonly string[];
  /** Its line in the help of `refrain`. */
  readonly summary: string;
  readonly about: string;
  readonly flags: Flags;
  /** The flags of its short help; the long one is printed by `--help-all`. */
  readonly brief?: readonly string[];
  /** Flags of the detector. */
  readonly detector?: {
    readonly flags: readonly DetectorFlag[];
    /** Whether the help only says where they are listed. */
    readonly isListedElsewhere?: boolean;
  };
  /** Meanings of exit codes. */
  readonly exits: Readonly<Record<number, string>>;
  readonly examples: readonly string[];
}

/** A command without its run. */
export interface Definition<F extends Flags, O> extends CommandHelp {
  readonly flags: F;
  /**
   * Checks the arguments, before anything is loaded. `detector`: the options that were given; `given`: the names of all flags that were.
   */
  read(operands: readonly string[], values: ValuesOf<F>, detector: DetectorOptions, given: readonly string[]): O;
}

export interface Command extends CommandHelp {
  /** All flags. */
  readonly allFlags: Flags;
  /**
   * Checks the arguments; gives what runs the command.
   *
   * @throws {CommandError}
   */
  prepare(operands: readonly string[], texts: Texts): (context: CommandContext) => Promise<number>;
}

/** Texts of the flags that were given, by their names without dashes. */
export type Texts = ReadonlyMap<string, readonly string[]>;

/** What runs a command, and gives its exit code. */
interface Runner<O> {
  run(options: O, context: CommandContext): Promise<number>;
}

/** Gives `definition` as it is: its types come from its flags. */
export const describeCommand = <F extends Flags, O>(definition: Definition<F, O>): Definition<F, O> => definition;

/** A command that is loaded when it runs. It also has the flags of the help. */
export function defineCommand<F extends Flags, O>(
  definition: Definition<F, O> & { load(): Runner<O> | Promise<Runner<O>> },
): Command {
  const { detector, brief } = definition;
  const flags: F = { ...definition.flags, ...HELP_FLAGS, ...(brief === undefined ? {} : LONG_HELP) };
  const detectorFlags: Flags = Object.fromEntries((detector?.flags ?? []).map((name) => [name, DETECTOR_FLAGS[name]]));
  const allFlags = { ...detectorFlags, ...flags };
  return {
    ...definition,
    ...{ flags, allFlags },
    prepare(operands, texts) {
      const given = Object.keys(allFlags).filter((name) => texts.has(flagOf(name)));
      const detectorValues = detectorOptions(valuesOf(detectorFlags, texts));
      const options = definition.read(operands, valuesOf(flags, texts), detectorValues, given);
      return async (context) => (await definition.load()).run(options, context);
    },
  };
}

/** The values of flags by their texts; defaults where there are none. */
export const valuesOf = <F extends Flags>(flags: F, texts: Texts): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, flag.read(texts.get(flagOf(name)) ?? [], `--${flagOf(name)}`)]),
  ) as ValuesOf<F>;

/** Flags by their names on the command line. */
const byName = (flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [flagOf(name), flag]));

/** The words, where a flag that stands without its value has one. */
const whole = (words: readonly string[], flags: Flags): string[] =>
  words.map((word, at) => {
    const bare = word.startsWith('--') ? flags[word.slice(2)]?.bare : undefined;
    return bare === undefined || bare.takes(words[at + 1] ?? '') ? word : `${word}=${bare.text}`;
  });

/** Values stay strings: `--site 007`. */
function tokensOf(words: readonly string[], flags: Flags) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  return parseArgs({ args: whole(words, flags), options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

/** The command of a command line: the first word that is no flag. After `--` every word is an input. */
export function commandOf(words: readonly string[], commands: readonly Command[]): Command {
  const [other, ...named] = commands as readonly [Command, ...Command[]];
  const flags = Object.assign({}, ...commands.map(({ allFlags }) => byName(allFlags))) as Flags;
  for (const token of tokensOf(words, flags)) {
    if (token.kind === 'option-terminator') return other;
    if (token.kind === 'positional') return named.find(({ name }) => name === token.value) ?? other;
  }
  return other;
}

/**
 * The texts of flags, and the words that are no flags, without the name of the command.
 *
 * @throws {CommandError} if a flag is unknown, lacks its value, or has one that it does not take
 */
export function parseWords(words: readonly string[], command: Command, commands: readonly Command[]) {
  const flags = byName(command.allFlags);
  const end = words.indexOf('--');
  const long = words
    .slice(0, end < 0 ? undefined : end)
    .find((word) => /^-[a-z][a-z-]+$/.test(word) && Object.hasOwn(flags, word.slice(1)));
  if (long !== undefined) throw usageError(`${long}: long flags have two hyphens; did you mean -${long}?`);
  const texts = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokensOf(words, flags)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) throw unknownFlag(name, rawName, command, commands);
    if (flag.value === undefined) {
      if (value !== undefined) throw usageError(`${rawName}: takes no value`);
    } else if (value === undefined) throw usageError(`${rawName}: needs a value: ${rawName} ${flag.value}`);
    else if (!inlineValue && value.length > 1 && value.startsWith('-')) {
      throw usageError(`${rawName}: needs a value; one that begins with a dash is written --${name}=${value}`);
    } else if (value === '') throw usageError(`${rawName}: must not be empty`);
    texts.set(name, [...(texts.get(name) ?? []), value ?? '']);
  }
  return { texts, operands: command.name === '' ? operands : operands.slice(1) };
}

/** What people write for a flag, or for a flag and its value. */
const SYNONYMS: Readonly<Record<string, string>> = {
  ...{ markdown: 'md', text: 'format text', txt: 'format text', html: 'format html', csv: 'format csv' },
  ...{ json: 'format ndjson', jsonl: 'format ndjson', ndjson: 'format ndjson', warc: 'format warc' },
  ...{ main: 'keep main', article: 'keep main', comments: 'keep main+comments', content: 'keep content' },
  ...{ title: 'print title', author: 'print authors', date: 'print published', field: 'fields', columns: 'fields' },
  ...{ 'output-dir': 'out', outdir: 'out', directory: 'out', dest: 'out', file: 'out', type: 'format' },
  ...{ threads: 'jobs', workers: 'jobs', parallel: 'jobs', silent: 'quiet', exact: 'evidence', filter: 'include' },
  ...{ ignore: 'exclude', skip: 'exclude', host: 'site', domain: 'site-of domain', 'base-url': 'url', base: 'url' },
  ...{
    depth: 'max-depth',
    limit: 'max-pages',
    delay: 'rate',
    'dry-run': 'report',
    'no-front-matter': 'no-frontmatter',
  },
  ...{ store: 'state', cache: 'state', resume: 'state', yaml: 'frontmatter', metadata: 'frontmatter' },
  ...{ 'front-matter': 'frontmatter', 'two-pass': 'relabel', passes: 'relabel', memory: 'max-memory' },
};

function unknownFlag(name: string, rawName: string, command: Command, commands: readonly Command[]): Error {
  const isLong = rawName.startsWith('--');
  const own = byName(command.allFlags);
  const said = isLong && Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined;
  if (said !== undefined && Object.hasOwn(own, said.split(' ', 1)[0] ?? ''))
    return usageError(`${rawName}: unknown flag; did you mean --${said}?`);
  const near = isLong ? nearest(name, Object.keys(own)) : undefined;
  if (near !== undefined) return usageError(`${rawName}: unknown flag; did you mean --${near}?`);
  const others = commands.filter(({ allFlags }) => Object.hasOwn(byName(allFlags), name)).map(spelled);
  const short = Object.entries(own).find(([, flag]) => flag.short === name.toLowerCase())?.[1].short;
  if (!isLong && short !== undefined) return usageError(`${rawName}: unknown flag; did you mean -${short}?`);
  if (others.length === 0 || !isLong) return usageError(`${rawName}: unknown flag`);
  return usageError(`${rawName}: not a flag of ${spelled(command)}, but of ${others.join(', ')}`);
}

const spelled = ({ name }: { readonly name: string }): string => (name === '' ? 'refrain INPUT…' : `refrain ${name}`);
