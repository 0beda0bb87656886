/** Reads an input. What it throws, if that is a `RefrainError`, is an outcome like any other. */
export type Read = (bytes: Uint8Array) => unknown;

/** A kind of input that is made to be slow. */
export interface Kind {
  readonly name: string;
  /** An input of about so many bytes. */
  make(bytes: number): Uint8Array;
  /** Ways to read it, by name: each makes what it needs before it is timed. */
  readonly reads: Readonly<Record<string, () => Promise<Read>>>;
}
