/**
 * `refrain` and `@refrain/crawl` in one module, with WebAssembly and model, for extensions and bundlers without assets.
 * Its classes are different objects from those of `refrain`.
 *
 * @module @refrain/crawl/inline
 */

export * from 'refrain';
export * from './index.ts';
