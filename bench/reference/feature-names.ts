/** Names of the features, in the order of assembly/evidence/model/features.ts. */
const words = (names: string): string[] => names.split(' ');

/** Combines names with levels: all names of the first level, then those of the next. */
const at = (levels: readonly number[], names: string, between = ''): string[] =>
  levels.flatMap((level) => words(names).map((name) => `${name}${between}${level}`));

const SITE = [
  ...words('pages known often df folded dfOfPlace foldedOfPlace dfOfPages knownOfPage'),
  ...at([1, 2, 3], 'known often', 'Up'),
  ...at([0, 1, 2, 3], 'placeKnown placeSeen'),
];

const PAGE = [
  ...words('alike text linked links segments words stops commas digits wordLength ends'),
  ...at([1, 2, 3, 4], 'text linked stops blocks share', 'Up'),
  ...words('start end margin order depth pageText pageLinked pageBlocks'),
  ...words('inList inTable inNav inHeader inFooter inAside inMain inArticle inForm inPre'),
  ...words('isHeading isParagraph isItem isDivision isCell'),
  ...words('names bestName names1 names2 names3 namesMost namesLeast namesAll says saysMost saysLeast'),
];

/** Features for main content only: assembly/evidence/model/context.ts. */
const CONTEXT = [
  ...words('articles articleMost mainElementMost proseOfPage prosePage proseBlocks headings inputs images'),
  ...words('titleBest coreShare coreProse coreDepth'),
  ...words('coreIn coreUp coreOver coreOff coreAt coreTitle wideIn wideOver wideAt'),
  ...words('titleLike titleOff titleUp titleOver titleShare articleShare'),
  ...words('near1 near3 near10 chars1 chars3 linked1 linked3 proseBefore proseAfter'),
  ...words('alikeShare0 alikeLinked0 alikeProse0'),
  ...at([1, 2], 'alikeShare alikeLinked alikeProse alike'),
  ...words('cards cardsShare prose1 prose2 level headOff headLevel'),
  ...words('images0 images1 images2 inputs2 inFigure inCaption inQuote'),
  ...words('mainNames mainBest mainWorst mainNames1 mainNames2 mainNames3 mainMost mainLeast mainAll'),
  ...words('mainSays mainSaysMost mainSaysLeast mainHead mainHeadMost mainHeadLeast cue cueOff cueIn'),
];

export const FEATURE_NAMES: readonly string[] = [...SITE, ...PAGE, ...CONTEXT];
