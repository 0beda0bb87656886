/** What a region is called: by what it calls itself, else by its place and its links. */

export type RegionName =
  | 'header'
  | 'navigation'
  | 'footer'
  | 'sidebar'
  | 'search'
  | 'advertisement'
  | 'notice'
  | 'other';

/** In the order in which they are asked; words are found at the beginning of a part of a name (`nav`, `main-nav`, `navBar`). */
const NAMED: readonly (readonly [RegionName, RegExp])[] = [
  ['advertisement', /(?<![a-z])(ads?(?![a-z])|advert|sponsor|promo|banner-ad)/],
  ['notice', /(?<![a-z])(cookie|consent|gdpr|notice|alert|announce)/],
  ['search', /(?<![a-z])search/],
  ['footer', /foot(er)?(?![a-z])|(?<![a-z])(foot|contentinfo|copyright|colophon|bottom|credits|legal)/],
  ['navigation', /(?<![a-z])(nav|menu|breadcrumb|crumb|toc(?![a-z])|pager|paginat|tabs?(?![a-z])|skip)/],
  ['header', /(?<![a-z])(head(?!ing)|banner|mast|logo|brand|topbar|top(?![a-z]))/],
  ['sidebar', /(?<![a-z])(side|aside|complementary|widget|related|recent|rail(?![a-z]))/],
];

/** Shares of a page's text from which a region stands at its beginning or end, and of links from which it leads elsewhere. */
const AT_EDGE = 0.12;
const MOSTLY = 0.6;

/** Parts of a name in camel case are parts too. */
const words = (names: string): string => names.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

export function nameRegion(region: {
  readonly names: string;
  readonly before: number;
  readonly behind: number;
  /** Share of its text that is linked. */
  readonly linked: number;
}): RegionName {
  const names = words(region.names);
  const named = NAMED.find(([, pattern]) => pattern.test(names));
  if (named !== undefined) return named[0];
  if (region.linked >= MOSTLY) return 'navigation';
  if (region.before <= AT_EDGE) return 'header';
  if (region.behind <= AT_EDGE) return 'footer';
  return 'other';
}
