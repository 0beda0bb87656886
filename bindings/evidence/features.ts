/** Names of the features, in the order in which assembly/evidence/features.ts writes them. */
const SITE = [
  ...['pages', 'known', 'often', 'df', 'folded', 'dfOfPlace', 'foldedOfPlace', 'dfOfPages'],
  ...['oftenBefore', 'oftenAfter', 'knownBefore', 'knownAfter'],
  ...['knownNear', 'knownFar', 'oftenNear', 'oftenFar', 'knownOfPage'],
  ...[1, 2, 3].flatMap((level) => [`knownUp${level}`, `oftenUp${level}`]),
  ...[0, 1, 2, 3].flatMap((level) => [`placeKnown${level}`, `placeSeen${level}`]),
];

const PAGE = [
  ...['alike', 'text', 'linked', 'links', 'segments', 'words', 'stops', 'commas', 'digits', 'wordLength', 'ends'],
  ...[1, 2, 3, 4].flatMap((level) => ['text', 'linked', 'stops', 'blocks', 'share'].map((name) => `${name}Up${level}`)),
  ...['start', 'end', 'margin', 'textBefore', 'textAfter', 'order', 'depth'],
  ...['pageText', 'pageLinked', 'pageBlocks'],
  ...['Before', 'After'].flatMap((side) => [`text${side}1`, `linked${side}1`, `stops${side}1`]),
  ...['Before', 'After'].flatMap((side) => [`text${side}2`, `linked${side}2`]),
  ...['linkedNear', 'linkedFar', 'textNear', 'textFar'],
  ...['inList', 'inTable', 'inNav', 'inHeader', 'inFooter', 'inAside', 'inMain', 'inArticle', 'inForm', 'inPre'],
  ...['isHeading', 'isParagraph', 'isItem', 'isDivision', 'isCell'],
  ...['names', 'bestName', 'names1', 'names2', 'names3', 'namesMost', 'namesLeast', 'namesAll'],
  ...['says', 'saysMost', 'saysLeast'],
];

export const FEATURE_NAMES: readonly string[] = [...SITE, ...PAGE];
