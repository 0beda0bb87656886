/** The differences between platforms. `#platform` in package.json names the file for each. */

/** The files that ship with the package. */
export interface Platform {
  /** The module `core.wasm`, compiled once. */
  compileCore(): Promise<WebAssembly.Module>;
  /** The model, read once. */
  readModel(): Promise<Uint8Array>;
  /** Decodes bytes by an encoding of the Encoding standard, without their byte order mark; undefined if it cannot. */
  decode?(bytes: Uint8Array, encoding: string): string | undefined;
}
