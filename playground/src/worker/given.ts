/** Pages as sources yield them, and what sources report besides. */
import type { Refusal } from '../protocol.ts';

export interface GivenPage {
  readonly site: string;
  readonly id: string;
  readonly html: Uint8Array | string;
  readonly contentType: string | undefined;
}

/** Receives the reports of a source. */
export interface Listener {
  /** Counts bytes of the input that were read. */
  read(bytes: number): void;
  refuse(refusal: Refusal): void;
  /** Whether the run was stopped. */
  readonly isStopped: boolean;
  /** Maximum size of a page, in bytes. */
  readonly maxPageBytes: number;
}

/** The host of a URL; undefined where there is none. */
export const hostOf = (url: string): string | undefined => (URL.canParse(url) && new URL(url).host) || undefined;

/** The message of whatever was thrown. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
