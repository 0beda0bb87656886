/**
 * `refrain` for a page or a worker without a bundler: this one file, next to `core.wasm` and `model.bin` of the package.
 *
 * @module refrain/browser
 */

export * from '../index.ts';
