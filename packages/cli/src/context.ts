import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The streams of a command, and the signal that ends it early and in order. */
export interface CommandContext {
  readonly stdin: Readable;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Signals are handled from the first time that it is read. */
  readonly interrupted: AbortSignal;
}

/** A context of a command that a signal ends early and in order, from now on. */
export const interruptible = (context: CommandContext): CommandContext => ({ ...context });
