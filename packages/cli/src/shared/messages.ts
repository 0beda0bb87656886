/** What the owner of a site and the workers that read its pages send each other: plain data. */
import { joined } from '@refrain/crawl/internal';

/** An error of a page: its code and its message. */
export interface PageFailure {
  readonly code: string | undefined;
  readonly message: string;
}

/** The seed of the site of a page; or why it has none. */
export type SeedOrFailure = string | PageFailure;

/** The answer to the digest of a page; undefined where there was no digest. */
export type AnswerOrFailure = Uint8Array | PageFailure | undefined;

/** Parts in one piece of memory, which costs a message less than many. */
export interface PackedParts {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The length of each part; −1 for a part that is undefined. */
  readonly lengths: readonly number[];
}

export function packParts(parts: readonly (Uint8Array | undefined)[]): PackedParts {
  const lengths = parts.map((part) => part?.length ?? -1);
  const bytes = joined(parts.filter((part) => part !== undefined));
  return { bytes, lengths };
}

export function unpackParts({ bytes, lengths }: PackedParts): (Uint8Array | undefined)[] {
  let at = 0;
  return lengths.map((length) => {
    if (length < 0) return undefined;
    at += length;
    return bytes.subarray(at - length, at);
  });
}

/** Answers in one piece of memory, and the failures among them. */
export interface PackedAnswers {
  readonly answers: PackedParts;
  readonly failures: readonly (PageFailure | undefined)[];
}

export const packAnswers = (answers: readonly AnswerOrFailure[]): PackedAnswers => ({
  answers: packParts(answers.map((answer) => (answer instanceof Uint8Array ? answer : undefined))),
  failures: answers.map((answer) => (answer instanceof Uint8Array ? undefined : answer)),
});

export function unpackAnswers({ answers, failures }: PackedAnswers): readonly AnswerOrFailure[] {
  return unpackParts(answers).map((answer, at) => answer ?? failures[at]);
}

/** A batch of pages on a worker: `set` is that of the instances that hold the pages until they are judged. */
export interface BatchPlace {
  readonly worker: number;
  readonly set: number;
}
