/** workerd compiles an imported module. */
declare module '*.wasm' {
  const module: WebAssembly.Module;

  export { module as default };
}
