/**
 * `refrain` in one file, WebAssembly and model included, for extensions and for bundlers without assets. It is a copy: its
 * classes are not those of `refrain`.
 *
 * @module refrain/inline
 */

export * from '../index.ts';
