/** Finds the product of a page: claims of its data are checked against the visible text. */
import type { JsonObject } from '../check.ts';
import type { Core } from '../core.ts';
import { keyOf, likeness, plain } from '../metadata/plain-text.ts';
import { isOfType } from '../structured/json.ts';
import { lazy, withoutUndefined } from '../values.ts';
import { nearbyAvailability } from './availability.ts';
import { hasBuyButton } from './buttons.ts';
import { type Identity, identityInRows } from './identity.ts';
import { microEntities } from './micro.ts';
import { currencyOf, maySign } from './money.ts';
import { type Claim, claimOf, entityOfMeta, type MetaReader, type Offer, SOLD } from './offers.ts';
import { PageLines, type PageMoney } from './page-lines.ts';
import type { Product } from './record.ts';
import { numberInUrl } from './url-number.ts';

export interface ProductData {
  readonly entities: readonly JsonObject[];
  /** True if the page has microdata or RDFa of products or offers. */
  readonly hasMicrodata: boolean;
  readonly meta: MetaReader;
  /** The headline first. */
  titles(): readonly string[];
  /** Path of the URL; empty if it is unknown. */
  readonly path: string;
  /** Country code of the language or host. */
  readonly country: string | undefined;
}

/** A product with its evidence. */
export interface ProductMatch {
  readonly product: Product;
  /** True if the data has one product with the name of the page, and the page shows its price near the headline. */
  readonly isSold: boolean;
  /** The block that shows its price. */
  readonly block: number | undefined;
}

/** Maximum number of lines between headline and price, after and before the headline. */
const LINES = 60;
const LINES_BEFORE = 8;

/** Maximum number of titles with which each name is compared. */
const TITLES_MAX = 20;
/** Maximum number of products with the name of the page in each source. */
const CLAIMS_MAX = 20;
/** Maximum number of offers of all claims. */
const OFFERS_MAX = 200;

const likenessTo = (titles: readonly string[], name = ''): number =>
  name === '' ? 0 : Math.max(0, ...titles.map((title) => likeness(name, title)));

/** Claims on the product of a page. `isOne`: they are about a single product. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly isOne: boolean;
}

/** The claims about the product of the page. If there are several products, those with its name. */
export function claimsOf(core: Core, data: ProductData): Claims {
  const claims: Claim[] = [];
  // Slow to find; most pages have no claims.
  const titles = lazy(() => data.titles().slice(0, TITLES_MAX));
  let isOne = false;
  for (const entities of [data.entities, data.hasMicrodata ? microEntities(core) : []]) {
    const all = entities.filter((entity) => isOfType(entity, SOLD)).map(claimOf);
    const like = all.map(({ name }) => likenessTo(titles(), name));
    const most = Math.max(0, ...like);
    const named = all.filter((_, at) => most > 0 && like[at] === most);
    claims.push(...(all.length === 1 ? all : named.slice(0, CLAIMS_MAX)));
    isOne ||= named.length > 0 && new Set(named.map(({ name }) => keyOf(name ?? ''))).size === 1;
  }
  const declared = entityOfMeta(data.meta);
  if (declared !== undefined) claims.push(claimOf(declared));
  // Listings may have this type too, but their title is not that of a product.
  const isProduct = data.meta('og:type').some((type) => /^(?:og:)?product(?:\.item)?$/i.test(type));
  const isTitled = isProduct && data.meta('og:title').some((title) => likenessTo(titles().slice(1), title) > 0);
  return { claims, isOne: isOne || isTitled };
}

interface Price {
  readonly offer?: Offer | undefined;
  readonly shown?: PageMoney | undefined;
}

/** The price. In order of preference: shown near the headline and claimed; only shown; only claimed. */
function priceOf(offers: readonly Offer[], page: PageLines, first: number | undefined): Price {
  const between = (from: number, to: number): PageMoney[] =>
    page.money().filter(({ line }) => line >= from && line < to);
  const near = first === undefined ? [] : [...between(first, first + LINES), ...between(first - LINES_BEFORE, first)];
  for (const shown of near) {
    const offer = offers.find(({ money }) => money.value === shown.value);
    if (offer !== undefined) return { offer, shown };
  }
  const shown = near.find(({ isRepeated }) => !isRepeated);
  if (shown?.isPrice || offers.length === 0) return { shown };
  for (const offer of offers) {
    const elsewhere = page.money().find(({ value }) => value === offer.money.value);
    if (elsewhere !== undefined) return { offer, shown: elsewhere };
  }
  return { offer: offers[0] };
}

/** The first value that the page shows; else the first. */
function chosen(page: PageLines, values: readonly (string | undefined)[]): string | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.find((value) => page.shows(value)) ?? known[0];
}

/** The claimed name that the page shows, or else the headline; without characters of icon fonts. */
const nameOf = (page: PageLines, names: readonly string[], titles: readonly string[]): string | undefined =>
  [names.find((each) => page.shows(each)), ...titles]
    .map((text = '') => plain(text.replace(/\p{Co}+/gu, ' ')))
    .find((text) => text !== '');

/** True if data claims a product, or a button sells one: a cheap test before `productOf`. */
export const maySell = (core: Core, { claims, isOne }: Claims, text: () => string): boolean =>
  isOne || claims.length > 0 || hasBuyButton(core, text());

/** The product of the current page. */
export function productOf(core: Core, data: ProductData, { claims, isOne } = claimsOf(core, data)): ProductMatch {
  const page = new PageLines(core);
  const names = claims.map(({ name }) => name).filter((name) => name !== undefined);
  const headline = page.headline([...data.titles(), ...names]);
  const first = headline?.line;
  const offers = claims.flatMap((claim) => claim.offers).slice(0, OFFERS_MAX);
  const { offer, shown } = priceOf(offers, page, first);
  const rows = identityInRows(page.lines, first);
  const money = offer?.money ?? shown;
  const sells = lazy(() => first !== undefined && sellsAfter(core, page, first));
  const claimed = [offer, ...offers].find((each) => each?.availability !== undefined)?.availability;
  // A button overrides data, which are often about one variant.
  const available = (claimed === undefined || claimed === 'OutOfStock') && sells() ? 'InStock' : claimed;
  const fieldOf = (field: keyof Identity): string | undefined =>
    chosen(
      page,
      [...claims, rows].map((source) => source[field]),
    );
  const product = withoutUndefined({
    name: nameOf(page, names, data.titles()),
    price: money?.amount,
    currency: money && currencyFor(offer, shown, data.country),
    availability: (shown && nearbyAvailability(page.lines, shown.line)) ?? available,
    brand: fieldOf('brand'),
    sku: fieldOf('sku') ?? numberInUrl(core, data.path),
    mpn: fieldOf('mpn'),
    gtin: fieldOf('gtin'),
  });
  // Without data, a page sells a product if a price, a product number and a button follow its headline.
  const isOffered = (): boolean =>
    headline?.isHeading === true &&
    shown?.isPrice === true &&
    shown.line >= headline.line &&
    [rows.sku, rows.mpn, rows.gtin].some((number) => number !== undefined) &&
    sells();
  return {
    product,
    isSold: shown !== undefined && !shown.isRepeated && (isOne || isOffered()),
    block: shown?.block,
  };
}

/** True if a button after the headline puts a product into the cart. */
function sellsAfter(core: Core, { lines }: PageLines, first: number): boolean {
  const last = first + LINES;
  const text = lines
    .slice(first, last)
    .map((line) => line.text)
    .join('\n');
  return hasBuyButton(core, text, lines[first]?.parts[0]?.node, lines[last]?.parts[0]?.node);
}

/** The claimed currency, unless the page shows another one. */
function currencyFor(
  offer: Offer | undefined,
  shown: PageMoney | undefined,
  country: string | undefined,
): string | undefined {
  const claimed = currencyOf(offer?.currency ?? offer?.money.sign ?? '', country);
  if (shown === undefined || shown.sign === '') return claimed;
  return claimed !== undefined && maySign(shown.sign, claimed) ? claimed : currencyOf(shown.sign, country);
}
