/** The words of the command line as flags, their values, and operands. */
import { parseArgs } from 'node:util';
import { COMMANDS, type Command, FLAGS, type Flag } from './flags.ts';
import { nearest } from './nearest.ts';
import { usageError } from './values.ts';

type Flags = Readonly<Record<string, Flag>>;

export interface ParsedWords {
  /** Text of flags with a value, true for the others. */
  readonly values: ReadonlyMap<string, string | true>;
  /** Texts of flags that can be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** Words that are no flags, without the name of the command. */
  readonly operands: readonly string[];
}

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
  return parseArgs({ args: [...words], options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

/** The command: the first word that is no flag. After `--` every word is an input. */
export function commandOf(words: readonly string[]): Command {
  for (const token of tokensOf(words, { ...FLAGS.run, ...FLAGS.index, ...FLAGS.search })) {
    if (token.kind === 'option-terminator') return 'run';
    if (token.kind === 'positional') return COMMANDS.find((name) => name !== 'run' && name === token.value) ?? 'run';
  }
  return 'run';
}

/** @throws {CommandError} if a flag is unknown, lacks its value, or has one that it does not take */
export function parseWords(words: readonly string[], command: Command): ParsedWords {
  const flags = FLAGS[command];
  const values = new Map<string, string | true>();
  const lists = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokensOf(words, flags)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) throw unknownFlag(name, rawName, command);
    if (flag.value === undefined) {
      if (value !== undefined) throw usageError(`${rawName}: takes no value`);
      values.set(name, true);
      continue;
    }
    if (value === undefined) throw usageError(`${rawName}: needs a value: ${rawName} ${flag.value}`);
    if (!inlineValue && value.length > 1 && value.startsWith('-')) {
      throw usageError(`${rawName}: needs a value; one that begins with a dash is written --${name}=${value}`);
    }
    if (value === '') throw usageError(`${rawName}: must not be empty`);
    values.set(name, value);
    if (flag.isList) lists.set(name, [...(lists.get(name) ?? []), value]);
  }
  return { values, lists, operands: command === 'run' ? operands : operands.slice(1) };
}

function unknownFlag(name: string, rawName: string, command: Command): Error {
  const near = rawName.startsWith('--') ? nearest(name, Object.keys(FLAGS[command])) : undefined;
  if (near !== undefined) return usageError(`${rawName}: unknown flag; did you mean --${near}?`);
  const others = COMMANDS.filter((other) => Object.hasOwn(FLAGS[other], name)).map(spelled);
  if (others.length === 0 || !rawName.startsWith('--')) return usageError(`${rawName}: unknown flag`);
  return usageError(`${rawName}: not a flag of ${spelled(command)}, but of ${others.join(', ')}`);
}

const spelled = (command: Command): string => (command === 'run' ? 'refrain INPUT…' : `refrain ${command}`);
