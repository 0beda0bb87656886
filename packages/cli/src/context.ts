/** Streams of the process, and the signal that ends a run early. */
export interface CommandContext {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly interrupted: AbortSignal;
}
