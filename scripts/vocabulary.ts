/**
 * Words that mark parts of pages, by meaning and language. A new language needs a row, a new word an entry in it.
 * scripts/generate-vocabulary.ts writes the constants of `FILES` from vocabulary.txt.
 */
import { readFileSync } from 'node:fs';

/**
 * Rows of vocabulary.txt: each meaning, and a row for each language. `_` in a word is a space. A hyphen inside a word
 * is optional; at an end of a word, it means that no letter follows or precedes. Words of meanings that end with
 * `-names` are searched in classes, ids, relations, properties and URLs, also inside longer words. Those of `-words`
 * match the beginning of a word of a name.
 */
export const VOCABULARY = readFileSync(new URL('vocabulary.txt', import.meta.url), 'utf8');

/**
 * The constants of each file, by the meanings of their words; `/de` selects the rows of one language. Words that the
 * module cannot compare are not written for it.
 */
export const FILES = {
  'assembly/vocabulary.ts': `
PERSON_NAMES: author-names byline-names creator-names poster-names
PERSON_ADDRESSES: author-names person-names
PROFILE_NAMES: profile-names
DATE_NAMES: date-names
METADATA_NAMES: author-names byline-names creator-names date-names metadata-names
WRITER_NAMES: author-names byline-names creator-names
COMMENT_NAMES: comment-names
COMMENT_FORM_NAMES: comment-form-names
WRITING_NAMES: writing-names
REVIEW_NAMES: review-names
PLACE_NAMES: place-names
AUTHOR_NAMES: author-names
OF_AUTHOR_NAMES: of-author-names
OVERLAY_WORDS: overlay-words
NOTICE_WORDS: notice-words request-words
UNFOLDED_WORDS: overlay-words notice-words tool-words
ABOUT_COMMENTS_NAMES: about-comments-names
isCurrency: currency
isUnit: unit
isMonth: months/en months/de`,
  'bindings/vocabulary.ts': `
AUTHOR_NAMES: author-names byline-names
PERSON_ADDRESSES: person-names
DATE_NAMES: date-names
METADATA_NAMES: creator-names metadata-names
REMARK_NAMES: comment-names share-names embed-names
EMBED_NAMES: embed-names
BY: by
WRITTEN: written
WORK: work
AUTHOR: author
AND: and
PICTURE_WORK: picture-work
AFTER_AUTHOR: after-author
DEGREE: degree
RANK: rank
POST: post
ORGANISATION: organisation
ARTICLE: article
NO_AUTHOR: no-author
CHANGE: change
MONTHS: months
TIME_START: time-start
TIME: time
SHOWN_PRICE_NAMES: shown-price-names
OLD_PRICE_WORDS: old-price-words
SOLD_OUT: sold-out
IN_STOCK: in-stock
BUY: buy
CURRENCIES: currencies
NUMBER_WORD: number-word
NUMBERED_THING: numbered-thing
BRAND_LABEL: brand-label
SKU_LABEL: sku-label
MPN_LABEL: mpn-label
GTIN_LABEL: gtin-label`,
  'packages/rules/src/vocabulary.ts': `
AUTHOR_NAMES: author-names byline-names creator-names author-label-names
DATE_NAMES: date-names date-label-names
TITLE_NAMES: title-names
PRICE_NAMES: price-names
OLD_PRICE_NAMES: old-price-names
COMMENT_NAMES: comment-names comment-form-names
SHARE_NAMES: share-names follow-names
CONSENT_NAMES: consent-names
RELATED_NAMES: related-names
NAVIGATION_NAMES: navigation-names
FOOTER_NAMES: footer-names
HEADER_NAMES: header-names
SIDEBAR_NAMES: sidebar-names
MONTHS: months
NEAR_DAY: near-day
BEFORE_AGE: before-age
CURRENCY: currencies`,
  'packages/cli/src/read/missing-page/vocabulary.ts': `
NOT_FOUND_TITLE: not-found-title
LOG_IN_TITLE: log-in-title
CONSENT_TITLE: consent-title`,
};
