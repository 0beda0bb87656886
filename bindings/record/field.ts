/** A row of the table of fields. */

/** Names of types in schemas. A `count` is a whole number from 0, a `number` one from 1, a `share` is from 0 to 1. */
export type FieldType =
  | ('text' | 'texts' | 'date' | 'hash' | 'count' | 'number' | 'share' | 'flag')
  | (
      | 'kind'
      | 'reason'
      | 'product'
      | 'posts'
      | 'encoding'
      | 'sources'
      | 'metadata'
      | 'lengths'
      | 'data'
      | 'blocks'
      | 'links'
    );

/** A field whose value is read from `S`. */
export interface Field<S, V = unknown> {
  readonly type: FieldType;
  /** Reads the value; undefined if the page has none. */
  readonly read: (source: S) => V;
  /** Synonyms of the name, separated by spaces. */
  readonly synonyms: string;
}

export const field = <S, V>(type: FieldType, read: (source: S) => V, synonyms = ''): Field<S, V> => ({
  type,
  read,
  synonyms,
});
