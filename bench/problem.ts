/** Something that the user can put right: told in one line, without a stack trace. */
export class Problem extends Error {}
