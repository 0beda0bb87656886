/**
 * `refrain` for a page or a worker without a bundler: this one file, with `core.wasm` and `model.bin` beside it in the package.
 *
 * @module refrain/browser
 */

export * from '../index.ts';
