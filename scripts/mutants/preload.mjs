/** Puts a changed module in the place of dist/core.wasm, in the process of a test and in those that it starts. */
import { readFileSync, statSync } from 'node:fs';

const shipped = statSync(new URL('../../dist/core.wasm', import.meta.url)).size;
const changed = readFileSync(process.env.REFRAIN_MUTANT);
const { compile } = WebAssembly;
WebAssembly.compile = (bytes) => compile(bytes.byteLength === shipped ? changed : bytes);
