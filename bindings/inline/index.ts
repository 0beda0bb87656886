/**
 * All of `refrain` in one module, WebAssembly and model included, for extensions and for bundlers that know no assets. It is
 * a copy: its classes are not those of `refrain`.
 *
 * @module refrain/inline
 */

export * from '../index.ts';
