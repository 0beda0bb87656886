/**
 * refrain for a page or a worker without a bundler: this one module, and `core.wasm` and `model.bin`, which lie beside it in
 * the package. All of `refrain` but `Sites`, whose database and character sets want a bundler, or `refrain/inline`.
 *
 * @module refrain/browser
 */

export * from '../index.ts';
