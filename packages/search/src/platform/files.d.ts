/** workerd compiles an imported module. */
declare module '*.wasm' {
  const module: WebAssembly.Module;

  export { module as default };
}

/** The same in Vercel's edge runtime. */
declare module '*.wasm?module' {
  const module: WebAssembly.Module;

  export { module as default };
}
