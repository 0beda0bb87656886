/** A row of the table of fields. */

/** Names of types in schemas. A `count` is a whole number from 0, a `number` one from 1, a `share` is from 0 to 1. */
export type FieldType =
  | ('text' | 'texts' | 'date' | 'hash' | 'count' | 'number' | 'share' | 'flag')
  | ('kind' | 'reason' | 'product' | 'posts' | 'encoding' | 'sources' | 'metadata' | 'lengths' | 'data' | 'blocks');

/** A field whose value is read from `S`. */
export interface Field<S, V = unknown> {
  readonly type: FieldType;
  /** Undefined for a page that does not have it. */
  readonly read: (source: S) => V;
  /** Other words for it, with spaces between them. */
  readonly synonyms: string;
}

export const field = <S, V>(type: FieldType, read: (source: S) => V, synonyms = ''): Field<S, V> => ({
  type,
  read,
  synonyms,
});
