// Seeds: a word has different hashes in names, short texts and headings.
export const NAMES_SEED: u32 = 0x811c9dc5;
export const TEXT_SEED: u32 = 0x2f0b4a37;
export const HEADING_SEED: u32 = 0x6b43a9b5;

export function addLetter(state: u32, letter: u32): u32 {
  return (state ^ letter) * 0x01000193;
}

/** The hash after the last letter; its high bits are mixed best. */
export function hashOf(state: u32): u32 {
  return (state ^ (state >> 15)) * 0x9e3779b1;
}
