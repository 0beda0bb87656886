/**
 * The Encoding standard's own tables, for Node: the tables of its ICU lack a third of the Korean syllables, and its windows-1252 has
 * no quotation marks. Loaded with the first page that is not UTF-8.
 */
export { legacyHookDecode as decode } from '@exodus/bytes/encoding.js';
