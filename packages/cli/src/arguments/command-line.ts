/** A command: its flags, help, check of arguments, and run. */

import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { DetectorOptions } from 'refrain';
import { firstOf } from '../errors.ts';
import { DETECTOR_FLAGS, DETECTOR_OPTIONS, detectorOptions } from './detector.ts';
import { type Flags, flagOf, nearest, pick, usageError, type ValuesOf } from './flag-kinds.ts';
import { FLAGS, HELP_FLAGS, SYNONYMS } from './flag-table.ts';

export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface CommandContext {
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** True if standard input is a pipe or a file. */
  readonly isPiped?: boolean;
  /** Signals are handled from the first time that this is read. */
  readonly interrupted: AbortSignal;
  /** Called by a command that usually ends by a signal: the exit code is then that of the command. */
  readonly endsBySignal?: () => void;
}

/** Copies the context. The copy reads `interrupted`, which installs the signal handlers. */
export const interruptible = (context: CommandContext): CommandContext => ({ ...context });

export interface CommandHelp {
  /** Empty for the command without a name. */
  readonly name: string;
  /** The operands of each form of a call. */
  readonly usage: readonly string[];
  /** Its line in the help of `refrain`; if empty, the help does not list the command. */
  readonly summary: string;
  readonly about: string;
  readonly flags: Flags;
  /** True if it takes options of the detector, which `--help-all` lists. */
  readonly hasDetector?: boolean;
  /** The flags that `--help` lists. Default: all. */
  readonly brief?: readonly string[];
  readonly exits: Readonly<Record<number, string>>;
  readonly examples: readonly string[];
}

export interface Definition<F extends Flags, O> extends CommandHelp {
  readonly flags: F;
  /** Checks the arguments. `detector`: the given options. `given`: the names of all given flags. */
  read(operands: readonly string[], values: ValuesOf<F>, detector: DetectorOptions, given: readonly string[]): O;
}

export interface Command extends CommandHelp {
  readonly allFlags: Flags;
  /**
   * Checks the arguments; returns the function that runs the command.
   *
   * @throws {CommandError}
   */
  prepare(operands: readonly string[], texts: Texts): (context: CommandContext) => Promise<number>;
}

/** Texts of the given flags, by their names without dashes. */
export type Texts = ReadonlyMap<string, readonly string[]>;

interface Runner<O> {
  run(options: O, context: CommandContext): Promise<number>;
}

export const DETECTOR_ROWS: Flags = pick(FLAGS, [...DETECTOR_FLAGS, 'option']);

export const describeCommand = <F extends Flags, O>(definition: Definition<F, O>): Definition<F, O> => definition;

/** @param load loads the code when the command runs */
export function defineCommand<F extends Flags, O>(
  definition: Definition<F, O>,
  load: () => Runner<O> | Promise<Runner<O>>,
): Command {
  const { flags, hasDetector = false } = definition;
  const allFlags: Flags = { ...flags, ...(hasDetector ? DETECTOR_ROWS : {}), ...HELP_FLAGS };
  return {
    ...definition,
    allFlags,
    prepare(operands, texts) {
      const given = Object.keys(allFlags).filter((name) => texts.has(flagOf(name)));
      const detector = hasDetector ? detectorOptions(valuesOf(DETECTOR_ROWS, texts)) : {};
      const options = definition.read(operands, valuesOf(flags, texts), detector, given);
      return async (context) => (await load()).run(options, context);
    },
  };
}

export const valuesOf = <F extends Flags>(flags: F, texts: Texts = new Map()): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, flag.read(texts.get(flagOf(name)) ?? [], `--${flagOf(name)}`)]),
  ) as ValuesOf<F>;

const byName = (flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [flagOf(name), flag]));

/** The flags that a synonym stands for, with values that it sets. */
type Meaning = readonly (readonly [flag: string, value?: string])[];

function namesOf(flags: Flags): ReadonlyMap<string, Meaning> {
  const synonyms = Object.entries(SYNONYMS).map(([name, target]): [string, Meaning] => [
    name,
    target.split(' ').map((part) => part.split('=') as [string, string?]),
  ]);
  return new Map([
    ...synonyms.filter(([, meaning]) => meaning.every(([flag]) => Object.hasOwn(flags, flag))),
    ...Object.keys(flags).map((name): [string, Meaning] => [name, [[name]]]),
  ]);
}

/** Values remain strings: `--site 007`. */
function tokensOf(words: readonly string[], flags: Flags) {
  const names = namesOf(flags);
  const options = Object.fromEntries(
    [...names].map(([name, meaning]) => {
      const takesValue = meaning.some(([flag, value]) => value === undefined && flags[flag]?.value !== undefined);
      const short = name.length === 1 ? name : flags[name]?.short;
      return [name, { type: takesValue ? 'string' : 'boolean', ...(short === undefined ? {} : { short }) } as const];
    }),
  );
  const { tokens } = parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true });
  return { names, tokens };
}

/** The command of a command line: its first word that is not a flag. Words after `--` are inputs. */
export function commandOf(words: readonly string[], commands: readonly Command[]): Command {
  const [other, ...named] = commands as readonly [Command, ...Command[]];
  const flags = Object.assign({}, ...commands.map(({ allFlags }) => byName(allFlags))) as Flags;
  for (const token of tokensOf(words, flags).tokens) {
    if (token.kind === 'option-terminator') return other;
    if (token.kind === 'positional') return named.find(({ name }) => name === token.value) ?? other;
  }
  return other;
}

/**
 * Divides words into texts of flags, and operands without the name of the command.
 *
 * @throws {CommandError} if a flag is unknown, lacks its value, or has one that it does not take
 */
export function parseWords(words: readonly string[], command: Command, commands: readonly Command[]) {
  const flags = byName(command.allFlags);
  const { names, tokens } = tokensOf(words, flags);
  const end = words.indexOf('--');
  const long = words
    .slice(0, end < 0 ? undefined : end)
    .find((word) => /^-[a-z][a-z-]+$/.test(word) && names.has(word.slice(1)));
  if (long !== undefined) throw usageError(`${long}: long flags have two hyphens; did you mean -${long}?`);
  const texts = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const meaning = names.get(name);
    if (meaning === undefined) throw unknownFlag(name, rawName, command, commands);
    const valued = meaning.find(([flag, fixed]) => fixed === undefined && flags[flag]?.value !== undefined);
    checkValue(rawName, name, { takes: valued && flags[valued[0]]?.value, value, inlineValue });
    for (const [flag, text = value ?? ''] of meaning)
      texts.set(flag, [...(texts.get(flag) ?? []), wordOf(flag, text, flags)]);
  }
  return { texts, operands: command.name === '' ? operands : operands.slice(1) };
}

/** The value of a flag, with a synonym of a value replaced: `--format md` is `--format markdown`. */
function wordOf(flag: string, text: string, flags: Flags): string {
  const { words } = flags[flag] ?? {};
  if (words === undefined || words.includes(text)) return text;
  const [name, word = ''] = (SYNONYMS[text.toLowerCase()] ?? '').split(/[= ]/);
  return name === flag && words.includes(word) ? word : text;
}

interface ValueArgument {
  /** The name of the value in the help; undefined for a flag without a value. */
  readonly takes: string | undefined;
  readonly value: string | undefined;
  readonly inlineValue: boolean;
}

/** @throws {CommandError} */
function checkValue(rawName: string, name: string, { takes, value, inlineValue }: ValueArgument): void {
  if (takes === undefined) {
    if (value !== undefined) throw usageError(`${rawName}: takes no value`);
  } else if (value === undefined) throw usageError(`${rawName}: needs a value: ${rawName} ${takes}`);
  else if (!inlineValue && value.length > 1 && value.startsWith('-')) {
    throw usageError(`${rawName}: needs a value; one that begins with a dash is written --${name}=${value}`);
  } else if (value === '') throw usageError(`${rawName}: must not be empty`);
}

function unknownFlag(name: string, rawName: string, command: Command, commands: readonly Command[]): Error {
  const isLong = rawName.startsWith('--');
  const flags = byName(command.allFlags);
  const own = [...namesOf(flags).keys()].filter((known) => known.length > 1);
  const option = command.hasDetector === true && DETECTOR_OPTIONS.find((each) => flagOf(each) === name);
  if (option) return usageError(`${rawName}: unknown flag; did you mean --option ${option}=VALUE?`);
  const near = isLong ? nearest(name, own) : undefined;
  if (near !== undefined) return usageError(`${rawName}: unknown flag; did you mean --${near}?`);
  const short = Object.values(flags).find((flag) => flag.short === name.toLowerCase())?.short;
  if (!isLong && short !== undefined) return usageError(`${rawName}: unknown flag; did you mean -${short}?`);
  const others = commands.filter(({ allFlags }) => namesOf(byName(allFlags)).has(name)).map(spelled);
  const longer = isLong ? [] : own.filter((known) => known.startsWith(name)).map((known) => `--${known}`);
  if (longer.length > 0) return usageError(`${rawName}: unknown flag; did you mean ${firstOf(longer)}?`);
  if (others.length === 0 || !isLong) return usageError(`${rawName}: unknown flag`);
  return usageError(`${rawName}: not a flag of ${spelled(command)}, but of ${others.join(', ')}`);
}

const spelled = ({ name }: { readonly name: string }): string => (name === '' ? 'refrain INPUT…' : `refrain ${name}`);
