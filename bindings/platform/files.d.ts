/** Imported files in workerd, by the rules of its tools for these names. */
declare module '*.wasm' {
  const module: WebAssembly.Module;

  export { module as default };
}

/** The same in Vercel's edge runtime. */
declare module '*.wasm?module' {
  const module: WebAssembly.Module;

  export { module as default };
}

declare module '*.bin' {
  const bytes: ArrayBuffer;

  export { bytes as default };
}

/** Files inside the bundle of `refrain/inline`. */
declare module '*?inline' {
  const bytes: Uint8Array<ArrayBuffer>;

  export { bytes as default };
}
