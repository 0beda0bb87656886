/** The name of a region: by the names of its elements, otherwise by its position and its links. */

export type RegionName =
  | 'header'
  | 'navigation'
  | 'footer'
  | 'sidebar'
  | 'search'
  | 'advertisement'
  | 'notice'
  | 'other';

/** The first pattern that matches decides. Most match at the beginning of a part of a name (`nav`, `main-nav`, `navBar`). */
const NAMED: readonly (readonly [RegionName, RegExp])[] = [
  ['advertisement', /(?<![a-z])(ads?(?![a-z])|advert|sponsor|promo|banner-ad)/],
  ['notice', /(?<![a-z])(cookie|consent|gdpr|notice|alert|announce)/],
  ['search', /(?<![a-z])search/],
  ['footer', /foot(er)?(?![a-z])|(?<![a-z])(foot|contentinfo|copyright|colophon|bottom|credits|legal)/],
  ['navigation', /(?<![a-z])(nav|menu|breadcrumb|crumb|toc(?![a-z])|pager|paginat|tabs?(?![a-z])|skip)/],
  ['header', /(?<![a-z])(head(?!ing)|banner|mast|logo|brand|topbar|top(?![a-z]))/],
  ['sidebar', /(?<![a-z])(side|aside|complementary|widget|related|recent|rail(?![a-z]))/],
];

/** Maximum share of the page's text before (after) a region at the beginning (end) of the page. */
const AT_EDGE = 0.12;
/** Minimum share of linked text in a navigation. */
const MOSTLY_LINKED = 0.6;

/** Words in camel case become parts of their own. */
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
  if (region.linked >= MOSTLY_LINKED) return 'navigation';
  if (region.before <= AT_EDGE) return 'header';
  if (region.behind <= AT_EDGE) return 'footer';
  return 'other';
}
