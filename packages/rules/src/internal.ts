/**
 * What the other packages of this repository use beyond the public API. **Not public**: any version may change or remove it.
 *
 * @module @refrain/rules/internal
 */

export { readSelector } from './page/selector.ts';
