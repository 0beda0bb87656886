/** What the processes of `npm run fuzz` say to each other. */
import type { Failure } from './judge.ts';
import type { Encoding } from './subject.ts';

/** The first argument of the worker, as JSON. */
export interface Work {
  readonly seed: number;
  readonly seconds: number;
  /** Folders of more sites. */
  readonly folders: readonly string[];
  /** Names of subjects; empty for all. */
  readonly subjects: readonly string[];
  /** Whether the corpus is reduced and written at the end. */
  readonly save: boolean;
  /** Path of the file for the current input. */
  readonly currentInput: string;
}

/** A failure with the shrunk input. */
export interface Finding extends Failure {
  readonly subject: string;
  readonly encoding: Encoding;
  readonly input: string;
}

export interface Progress {
  readonly subjects: readonly {
    readonly name: string;
    readonly inputs: number;
    /** Inputs with a known difference. */
    readonly known: number;
    /** Counters of the code, each with the buckets of values that it had. */
    readonly features: number;
    /** Inputs that did something new. */
    readonly kept: number;
  }[];
}
