/** What a page surely is, if anything. */
export type SureKind =
  | ('article' | 'documentation' | 'forum' | 'product' | 'listing' | 'collection' | 'service')
  | undefined;
