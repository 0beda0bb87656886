/**
 * What the packages of this repository use of the core beyond its public API. **Not public**: any version may change or remove
 * it, without a note in the changelog.
 *
 * @module refrain/internal
 */

export {
  booleanOption,
  checkBytes,
  checkObject,
  checkPageId,
  numberOption,
  oneOf,
  optionError,
  shown,
  stringOption,
  wholeOption,
} from './check.ts';
export type { How, Layout } from './core.ts';
export { Core } from './core.ts';
export { Cursor, TreeContext } from './html/cursor.ts';
export { type CoreInstance, type CoreModule, loadCore, loadModule } from './load.ts';
export { Memory } from './memory.ts';
export type { MetadataReader } from './metadata/metadata.ts';
export { checkCreateOptions, openCore } from './open.ts';
export { timelessWords } from './page/content-hash.ts';
export { type JudgedBlock, judgedBlocks, type Override, overrideBlocks } from './page/override.ts';
export { addressOf, contextOf, readerOf } from './page/page.ts';
export type { PlaceNames, Places } from './page/places.ts';
export { attributesIn, placesOf } from './page/places.ts';
export { checkChoice, removalOf } from './page/selection.ts';
export { type Shown, shownOf } from './page/shown.ts';
export { fetchModule } from './platform/fetched.ts';
export { once } from './platform/platform.ts';
export { Reader } from './reader.ts';
export { newSeed, seedWords } from './seed.ts';
export { checkSite, hostOf, parseUrl, urlText } from './site.ts';
export { openSnapshot, readOptions, savedOptions, sealSnapshot, writeOptions } from './snapshot.ts';
