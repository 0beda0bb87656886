/** The differences between platforms. `#platform` in package.json names the file for each. */

/** Copies bytes of `this` between two offsets to a string, each byte or each two bytes a code unit. */
type Slice = (this: Uint8Array, start: number, end: number) => string;

/** Methods that copy strings, faster than `TextDecoder` and `TextEncoder`. */
export interface Copies {
  readonly latin1Slice: Slice;
  readonly ucs2Slice: Slice;
  /** Copies the code units of a string to `this`, two bytes each. */
  readonly ucs2Write: (this: Uint8Array, text: string, offset: number) => number;
}

/** The files that ship with the package. */
export interface Platform {
  /** The module `core.wasm`, compiled once. */
  compileCore(): Promise<WebAssembly.Module>;
  /** The model, read once. */
  readModel(): Promise<Uint8Array>;
  /** Decodes bytes by an encoding of the Encoding standard, without their byte order mark; undefined if it cannot. */
  decode?(bytes: Uint8Array, encoding: string): string | undefined;
  /** Undefined if the platform has none. */
  readonly copies?: Copies | undefined;
}
