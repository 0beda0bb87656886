/** What the owner of a site and the workers that read its pages send each other: plain data. */

/** An error of a page: its code and its message. */
export interface PageFailure {
  readonly code: string | undefined;
  readonly message: string;
}

/** The seed of the site of a page; or why it has none. */
export type SeedOrFailure = string | PageFailure;

/** The answer to the digest of a page; undefined where there was no digest. */
export type AnswerOrFailure = Uint8Array | PageFailure | undefined;

/** A batch of pages on a worker: `set` is that of the instances that hold the pages until they are judged. */
export interface BatchPlace {
  readonly worker: number;
  readonly set: number;
}
