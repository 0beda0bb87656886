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

/** Of main content only: assembly/evidence/context.ts. */
const CONTEXT = [
  ...[
    'articles',
    'articleMost',
    'mainElementMost',
    'proseOfPage',
    'prosePage',
    'proseBlocks',
    'headings',
    'inputs',
    'images',
  ],
  ...['titleBest', 'coreShare', 'coreProse', 'coreDepth'],
  ...['coreIn', 'coreUp', 'coreOver', 'coreOff', 'coreAt', 'coreTitle', 'wideIn', 'wideOver', 'wideAt'],
  ...['titleLike', 'titleOff', 'titleUp', 'titleOver', 'titleShare', 'articleShare'],
  ...['near1', 'near3', 'near10', 'chars1', 'chars3', 'linked1', 'linked3', 'proseBefore', 'proseAfter'],
  ...['alikeShare0', 'alikeLinked0', 'alikeProse0'],
  ...[1, 2].flatMap((level) => ['alikeShare', 'alikeLinked', 'alikeProse', 'alike'].map((name) => `${name}${level}`)),
  ...['cards', 'cardsShare', 'prose1', 'prose2', 'level', 'headOff', 'headLevel'],
  ...['images0', 'images1', 'images2', 'inputs2', 'inFigure', 'inCaption', 'inQuote'],
  ...[
    'mainNames',
    'mainBest',
    'mainWorst',
    'mainNames1',
    'mainNames2',
    'mainNames3',
    'mainMost',
    'mainLeast',
    'mainAll',
  ],
  ...['mainSays', 'mainSaysMost', 'mainSaysLeast', 'mainHead', 'mainHeadMost', 'mainHeadLeast'],
];

export const FEATURE_NAMES: readonly string[] = [...SITE, ...PAGE, ...CONTEXT];
