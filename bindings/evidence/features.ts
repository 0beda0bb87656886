/** Names of the features, in the order of assembly/evidence/features.ts. */
const SITE = [
  ...['pages', 'known', 'often', 'df', 'folded', 'dfOfPlace', 'foldedOfPlace', 'dfOfPages'],
  'knownOfPage',
  ...[1, 2, 3].flatMap((level) => [`knownUp${level}`, `oftenUp${level}`]),
  ...[0, 1, 2, 3].flatMap((level) => [`placeKnown${level}`, `placeSeen${level}`]),
];

const PAGE = [
  ...['alike', 'text', 'linked', 'links', 'segments', 'words', 'stops', 'commas', 'digits', 'wordLength', 'ends'],
  ...[1, 2, 3, 4].flatMap((level) => ['text', 'linked', 'stops', 'blocks', 'share'].map((name) => `${name}Up${level}`)),
  ...['start', 'end', 'margin', 'order', 'depth'],
  ...['pageText', 'pageLinked', 'pageBlocks'],
  ...['inList', 'inTable', 'inNav', 'inHeader', 'inFooter', 'inAside', 'inMain', 'inArticle', 'inForm', 'inPre'],
  ...['isHeading', 'isParagraph', 'isItem', 'isDivision', 'isCell'],
  ...['names', 'bestName', 'names1', 'names2', 'names3', 'namesMost', 'namesLeast', 'namesAll'],
  ...['says', 'saysMost', 'saysLeast'],
];

export const FEATURE_NAMES: readonly string[] = [...SITE, ...PAGE];
