/** Expected contents of published packages. Add new entries and bundled dependencies here. */

export interface ExpectedPackage {
  /** Entries that also run in browsers and workers. */
  readonly anywhere: readonly string[];
  readonly nodeOnly: readonly string[];
  /** Files of dist/ without a source of the same name. */
  readonly assets: readonly string[];
  /** Maximum bytes of the tarball. */
  readonly sizeMax: number;
  /** Third-party packages and data in dist/THIRD_PARTY_NOTICES.txt; empty without this file. */
  readonly notices: readonly string[];
}

const NOTICES = 'dist/THIRD_PARTY_NOTICES.txt';
const CORE_NOTICES = [
  ...['assemblyscript', 'entities'],
  ...['Named character references of HTML', 'Training data of the model'],
];

export const EXPECTED: Readonly<Record<string, ExpectedPackage>> = {
  refrain: {
    anywhere: [
      ...['refrain', 'refrain/browser', 'refrain/inline', 'refrain/html', 'refrain/structured'],
      'refrain/engine',
    ],
    nodeOnly: [],
    assets: ['dist/core.wasm', 'dist/model.bin', 'dist/platform/encodings.cjs', NOTICES],
    sizeMax: 1_000_000,
    notices: [...CORE_NOTICES, '@exodus/bytes'],
  },
  '@refrain/rules': {
    anywhere: ['@refrain/rules', '@refrain/rules/apply', '@refrain/rules/apply.min.js'],
    nodeOnly: [],
    assets: ['dist/apply.min.js', 'schema/event.json', 'schema/rules.json'],
    sizeMax: 275_000,
    notices: [],
  },
  '@refrain/crawl': {
    anywhere: ['@refrain/crawl', '@refrain/crawl/inline', '@refrain/crawl/engine'],
    nodeOnly: ['@refrain/crawl/crawlee', '@refrain/crawl/input', '@refrain/crawl/engine/node'],
    assets: [NOTICES],
    sizeMax: 735_000,
    notices: [
      ...CORE_NOTICES,
      ...['@exodus/bytes', 'abstract-level', 'base64-js', 'browser-level', 'buffer', 'css-what', 'events', 'fflate'],
      ...['ieee754', 'level-supports', 'level-transcoder', 'maybe-combine-errors', 'module-error'],
      ...['tldts', 'tldts-core', 'Public Suffix List'],
    ],
  },
  '@refrain/search': {
    anywhere: ['@refrain/search', '@refrain/search/duplicates'],
    nodeOnly: [],
    assets: [],
    sizeMax: 60_000,
    notices: [],
  },
  '@refrain/cli': {
    anywhere: [],
    nodeOnly: ['@refrain/cli/formats'],
    assets: [
      ...['schema/chunk.json', 'schema/page.json', 'schema/template.json', NOTICES],
      ...['dist/report/index.html', 'dist/report/report.css'],
    ],
    sizeMax: 400_000,
    notices: [
      ...[
        '@exodus/bytes',
        'content-type',
        'css-what',
        'fastest-levenshtein',
        'fflate',
        'ipaddr.js',
        'negotiator',
        'p-limit',
        'tldts',
        'tldts-core',
        'tough-cookie',
        'yocto-queue',
      ],
      'Public Suffix List',
    ],
  },
  '@refrain/restate': {
    anywhere: [],
    nodeOnly: ['@refrain/restate'],
    assets: [],
    sizeMax: 35_000,
    notices: [],
  },
};

const all = Object.values(EXPECTED);
export const ANYWHERE = all.flatMap(({ anywhere }) => anywhere);
export const NODE_ONLY = all.flatMap(({ nodeOnly }) => nodeOnly);
