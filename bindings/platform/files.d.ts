/** What workerd makes of files that are imported, by the rules that its tools have for these names. */
declare module '*.wasm' {
  const module: WebAssembly.Module;

  export { module as default };
}

declare module '*.bin' {
  const bytes: ArrayBuffer;

  export { bytes as default };
}

/** What the bundle of `refrain/inline` makes of them. */
declare module '*?inline' {
  const bytes: Uint8Array<ArrayBuffer>;

  export { bytes as default };
}
