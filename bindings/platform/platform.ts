/** What differs from one platform to the next; `#platform` of package.json names the file of the current one. */

/** What ships with the package. */
export interface Platform {
  /** The module `core.wasm`, compiled once. */
  compileCore(): Promise<WebAssembly.Module>;
  /** The model of the evidence, read once. */
  readModel(): Promise<Uint8Array>;
}

/** Makes something once; what failed is tried again. */
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
