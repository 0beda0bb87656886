/** A page as a source gives it, and what else a source has to tell. */
import type { Refusal } from '../protocol.ts';

export interface GivenPage {
  readonly site: string;
  readonly id: string;
  readonly html: Uint8Array | string;
  readonly contentType: string | undefined;
}

/** Who listens to a source. */
export interface Listener {
  /** More bytes of the input were read. */
  read(bytes: number): void;
  refuse(refusal: Refusal): void;
  /** Nobody wants any more of it. */
  readonly isStopped: boolean;
  /** Largest page, in bytes. */
  readonly maxPageBytes: number;
}

/** The host of an address; undefined where it is none. */
export const hostOf = (url: string): string | undefined => (URL.canParse(url) && new URL(url).host) || undefined;

/** What was thrown, in words. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
