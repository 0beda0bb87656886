// Written by scripts/generate-vocabulary.ts from scripts/vocabulary.txt; change the rows there.

/** Words of author-names, byline-names, creator-names, author-label-names. */
export const AUTHOR_NAMES =
  '(?:author|autor(?![a-z])|autorin(?![a-z])|autora(?![a-z])|autores(?![a-z])|auteur|autore(?![a-z])|' +
  'autori(?![a-z])|autorka(?![a-z])|byline|creator|(?<![a-z])fn(?![a-z])|vcard|poster-?name|user-?name|nick-?name)';

/** Words of date-names, date-label-names. */
export const DATE_NAMES =
  '(?:date|time|publish|publication|posted|created|issued|datum|veröffentlicht|fecha|publicad|publie|publié|' +
  'pubblicat|(?<![a-z])age(?![a-z])|(?<![a-z])data(?![a-z]))';

/** Titles and headings. */
export const TITLE_NAMES = '(?:title|headline|heading|titel|titulo|titre)';

/** Prices. */
export const PRICE_NAMES = '(?:price|(?<![a-z])cost(?![a-z])|(?<![a-z])amount(?![a-z])|preis|precio|prix|prezzo)';

/** Prices that are not to be paid. */
export const OLD_PRICE_NAMES =
  '(?:old|was|save|ship|msg|regular|strike|compare|rrp|msrp|before|original|crossed|saving|(?<![a-z])list-?price)';

/** Words of comment-names, comment-form-names. */
export const COMMENT_NAMES =
  '(?:comment|replies|discussion|disqus|giscus|utterances|livefyre|intensedebate|komentar|kommentar|comentario|' +
  'kommentit|hozzaszolas|reactie|comentarii|yorum|pinglun|liuyan|respond)';

/** Words of share-names, follow-names. */
export const SHARE_NAMES = '(?:share|sharing|social|addthis|teilen|partage|follow)';

/** Consent to cookies, newsletters, and other notices. */
export const CONSENT_NAMES = '(?:cookie|consent|gdpr|newsletter|subscribe|notice|banner|alert|hinweis)';

/** Links to similar pages. */
export const RELATED_NAMES = '(?:related|recommend|similar|more-?from|popular|trending|read-?next|verwandt)';

/** Navigation. */
export const NAVIGATION_NAMES = '(?:(?<![a-z])nav|menu|breadcrumb|crumbs|pager|paginat|tabs|toc|skip|jump|prev|next)';

/** The end of a page. */
export const FOOTER_NAMES = '(?:foot|copyright|colophon|legal|imprint|siteinfo|fuss)';

/** The start of a page. */
export const HEADER_NAMES = '(?:head(?![a-z])|header(?![a-z])|masthead|logo|brand|banner|top-?bar|kopf)';

/** Columns next to the content. */
export const SIDEBAR_NAMES = '(?:side|widget|column-?one|column-?two|column-?1|column-?2|rail|portlet)';

/** The first letters of the twelve months; a slash separates alternatives. */
export const MONTHS = [
  '(?:jan|led|ene|gen|sty|янв|oca|січ)',
  '(?:feb|úno|fév|fev|lut|фев|şub|лют)',
  '(?:mar|bře|mär|mrz|maa|mrt|мар|бер)',
  '(?:apr|dub|abr|avr|kwi|апр|nis|кві)',
  '(?:may|kvě|maj|mai|mag|mei|мая|май|máj|тра)',
  '(?:jun|červn|juin|giu|cze|июн|jún|haz|чер)',
  '(?:jul|červenc|juil|lug|lip|июл|júl|tem|лип)',
  '(?:aug|srp|ago|aoû|aou|sie|авг|ağu|сер)',
  '(?:sep|zář|set|wrz|сен|eyl|вер)',
  '(?:oct|říj|okt|ott|paź|out|окт|eki|жов)',
  '(?:nov|lis|ноя|kas|лис)',
  '(?:dec|pros|des|dez|dic|déc|gru|дек|ara|гру)',
];

/** Words for a day. */
export const NEAR_DAY = '(?:yesterday|today|gestern|heute|hier)';

/** A word before an age. */
export const BEFORE_AGE = '(?:vor|hace|il y a)';

/** Codes of currencies; after a slash their signs and names. Behind @ is the country in which a sign means this currency. */
export const CURRENCY =
  '(?:ZAR|EGP|MAD|TND|NGN|₦|KES|GHS|MUR|rs|USD|US\\$|\\$|CAD|C\\$|CA\\$|MXN|MX\\$|BRL|R\\$|ARS|CLP|COP|PEN|UYU|CRC|' +
  '₡|JPY|円|¥|￥|CNY|元|KRW|원|₩|INR|₹|PKR|LKR|NPR|BDT|SGD|S\\$|HKD|HK\\$|TWD|NT\\$|THB|฿|MYR|IDR|PHP|₱|VND|₫|KZT|₸|тг|' +
  'GEL|₾|AZN|₼|AED|د\\.إ|SAR|ر\\.س|QAR|KWD|BHD|OMR|JOD|ILS|₪|EUR|€|euro|euros|GBP|£|CHF|SEK|kr|NOK|DKK|ISK|PLN|zł|' +
  'CZK|kč|HUF|ft|RON|lei|BGN|лв|RSD|TRY|₺|tl|RUB|₽|руб|UAH|₴|грн|BYN|бел руб|AUD|A\\$|AU\\$|NZD|NZ\\$)';
