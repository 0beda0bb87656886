/** The command can not run as it was asked to: exit code 2. */
export class CommandError extends Error {
  /** Whether a word on the usage helps. */
  readonly usage: boolean;

  constructor(message: string, { usage = false }: { usage?: boolean } = {}) {
    super(message);
    this.usage = usage;
  }
}

/** A folder that was named as an input holds no page. */
export class NoPagesError extends Error {
  readonly code = 'NO_PAGES';
}

/** Code of an error, of refrain or of the system; its class where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** One line about an error: what happened, and its code. */
export function describe(error: unknown): string {
  const code = codeOf(error);
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  // The system's messages read `ENOENT: no such file or directory, open 'page.html'`; the file is named before it here.
  const isSystem = error instanceof Error && 'syscall' in error;
  const message = isSystem ? line.replace(`${code}: `, '').replace(/, [a-z]+( '.*)?$/, '') : line;
  return `${message} (${code})`;
}
