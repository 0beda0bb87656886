/**
 * The exports of `refrain` in one file with WebAssembly and model, for extensions and bundlers without assets. Its
 * classes are different objects from those of `refrain`.
 *
 * @module refrain/inline
 */

export * from '../index.ts';
