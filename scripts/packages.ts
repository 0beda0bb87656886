/** The published packages of this repository. */

export interface PublishedPackage {
  readonly name: string;
  /** Its folder, relative to the root of the repository. */
  readonly folder: string;
}

/** The order of dependencies: a package depends only on packages before it. */
export const PUBLISHED: readonly PublishedPackage[] = [
  { name: 'refrain', folder: '.' },
  ...['rules', 'crawl', 'search', 'cli', 'restate'].map((name) => ({
    name: `@refrain/${name}`,
    folder: `packages/${name}`,
  })),
];
