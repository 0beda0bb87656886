/** Errors of the command, and how they are printed: `SOURCE: MESSAGE (CODE)`. */

export interface CommandErrorOptions {
  /** Default: `USAGE` if `usage` is set, `COMMAND_REFUSED` otherwise. */
  readonly code?: string;
  readonly usage?: boolean;
}

/** The command cannot run as asked: exit code 2. The message begins with its source, if it has one. */
export class CommandError extends Error {
  readonly code: string;
  /** Whether the usage line is printed too. */
  readonly usage: boolean;

  constructor(
    message: string,
    { usage = false, code = usage ? 'USAGE' : 'COMMAND_REFUSED' }: CommandErrorOptions = {},
  ) {
    super(message);
    this.usage = usage;
    this.code = code;
  }

  /** An error of the library or the system about `source`. */
  static of(source: string, error: unknown): CommandError {
    return new CommandError(`${source}: ${messageOf(error)}`, { code: codeOf(error) });
  }
}

/** Code of an error of refrain or of the system; the name of its class if it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/**
 * First line of the message. Messages of the system read `ENOENT: no such file or directory, open 'page.html'`: the code and
 * the file are left out, because both are printed around the message.
 */
export function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const isSystem = error instanceof Error && 'syscall' in error;
  return isSystem ? line.replace(`${codeOf(error)}: `, '').replace(/, [a-z]+( '.*)?$/, '') : line;
}

/** One line about an error: the message and the code. */
export const describe = (error: unknown): string => `${messageOf(error)} (${codeOf(error)})`;
