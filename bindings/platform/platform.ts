/** The differences between platforms. `#platform` in package.json names the file for each. */

/** The files that ship with the package. */
export interface Platform {
  /** The module `core.wasm`, compiled once. */
  compileCore(): Promise<WebAssembly.Module>;
  /** The model, read once. */
  readModel(): Promise<Uint8Array>;
}

/** Calls `make` once and keeps its result. After a failure the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
