/** What a table of fields is made of: a row per field. */
import type { Encoding } from '../bytes/encoding.ts';
import type { DateSources } from '../metadata/records.ts';
import type { PagePost } from '../page/posts.ts';
import type { BlockRecord, PageKind, Verdict } from '../page/records.ts';
import type { Product } from '../product/record.ts';

/** The types of values by the names that schemas have for them. */
export interface FieldTypes {
  text: string;
  texts: readonly string[];
  /** ISO 8601: a day, or a day and a time. */
  date: string;
  /** 16 hexadecimal digits. */
  hash: string;
  /** A whole number, from 0 and from 1. */
  count: number;
  number: number;
  /** 0 to 1. */
  share: number;
  flag: boolean;
  kind: PageKind;
  reason: string;
  product: Product;
  posts: readonly PagePost[];
  encoding: Encoding;
  sources: DateSources;
  metadata: object;
  lengths: Readonly<Record<Verdict, number>>;
  data: readonly object[];
  blocks: readonly BlockRecord[];
}

/** A row: a field whose value is read from `S`. */
export interface Field<S, V = unknown> {
  readonly type: keyof FieldTypes;
  /** Undefined for a page that does not have it. */
  readonly read: (source: S) => V;
  /** Other words for it, with spaces between them. */
  readonly synonyms: string;
}

/** A row of a type. */
export const field = <S, T extends keyof FieldTypes, V extends FieldTypes[T] | undefined>(
  type: T,
  read: (source: S) => V,
  synonyms = '',
): Field<S, V> => ({ type, read, synonyms });
