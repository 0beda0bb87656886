/** Answers about bytes that pages repeat, as start tags and styles, by their hashes: a newer entry of a slot replaces the one before. */
import { hashBytes } from './hash';

/** The lowest bits of an entry are the answer, the others the hash. */
const ANSWER_BITS: u64 = 15;
/** That of bytes without an answer. */
export const NO_ANSWER: u32 = 16;

/** The entry that was looked at last, and its hash. */
let entry: usize = 0;
let key: u64 = 0;

/** The answer about some bytes, below 16; `NO_ANSWER` where there is none, and `keepAnswer` keeps the one that is found. */
export function answerAbout(table: usize, bits: u32, start: usize, end: usize): u32 {
  key = hashBytes(start, end - start) | ANSWER_BITS;
  entry = table + ((<usize>(key >> (64 - bits))) << 3);
  const held = load<u64>(entry);
  return (held | ANSWER_BITS) == key ? <u32>(held & ANSWER_BITS) : NO_ANSWER;
}

/** Keeps the answer about the bytes that `answerAbout` was asked for last. */
export function keepAnswer(answer: u32): void {
  store<u64>(entry, (key ^ ANSWER_BITS) | answer);
}
