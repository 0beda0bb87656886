/** What differs from one platform to the next; `#platform` and `#indexing` of package.json name the files of the one at hand. */

/** What ships with the package, and where stores are. */
export interface Platform {
  /** The module `core.wasm`, compiled once. */
  compileCore(): Promise<WebAssembly.Module>;
  /** The model of the evidence, read once. */
  readModel(): Promise<Uint8Array>;
  /**
   * One name for one store.
   *
   * @throws {StoreError} `STORE_FAILED` where something else is there
   */
  resolveLocation(location: string): Promise<string>;
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
