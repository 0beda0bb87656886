/** What every kind of input gives: pages one after another, and what could not be had of them. */

/** A page as it comes from an input. */
export interface InputPage {
  /** The page's identity within its site. */
  readonly id: string;
  readonly site: string;
  /** Where the page came from, for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A page, or a part of the input, that could not be read. */
export interface InputFailure {
  readonly name: string;
  readonly error: unknown;
}

/** A source of pages. */
export interface Input {
  readonly site: string;
  /** How many pages and failures there will be. */
  readonly total: number;
  readonly pages: AsyncIterable<InputPage | InputFailure>;
}
