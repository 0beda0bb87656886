/**
 * All of `refrain` and `@refrain/crawl` in one module, WebAssembly and model included, for extensions and for bundlers without
 * assets. It is a copy: its classes are not those of `refrain`.
 *
 * @module @refrain/crawl/inline
 */

export * from 'refrain';
export * from './index.ts';
