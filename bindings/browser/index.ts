/**
 * The exports of `refrain` for a page or a worker without a bundler: one file, which is used together with `core.wasm`
 * and `model.bin` of the package.
 *
 * @module refrain/browser
 */

export * from '../index.ts';
