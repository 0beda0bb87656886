/** An error that the user can correct: reported by its message, without a stack trace. */
export class Problem extends Error {}
