// Written by scripts/generate-exports.ts from assembly/index.ts and assembly/layout.ts; change these and run the script.

/** A hash of all exports and layouts, by which the bindings know their module. */
export const ABI: u32 = 2765766162;
