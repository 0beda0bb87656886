/**
 * All of `refrain` in one module, WebAssembly and model included, for extensions and for bundlers that know no assets. It is
 * a copy: its classes are not those of `refrain`.
 *
 * @module
 */

export * from '../index.ts';
