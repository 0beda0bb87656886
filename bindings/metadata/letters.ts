/**
 * Letters of all scripts, for a class of a regular expression: nearly `\p{L}`. V8 takes .1 s to make an expression that repeats that
 * class, when it first meets a text outside of Latin-1, and milliseconds to make one that has it without regard to case.
 */
export const LETTERS = String.raw`A-Za-z\xaa\xb5\xba\xc0-\u1fff\u2c00-\u2fff\u3040-\uffff`;
