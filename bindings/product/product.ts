/** The product of a page: what its data claims, checked against what the page shows. */
import type { JsonObject } from '../check.ts';
import type { Core } from '../core.ts';
import { likeness } from '../metadata/likeness.ts';
import { keyOf, plain } from '../metadata/plain-text.ts';
import { isOfType } from '../structured/json.ts';
import { lazy, withoutUndefined } from '../values.ts';
import { numberInAddress } from './address.ts';
import { availabilityNear } from './availability.ts';
import { hasBuyButton } from './buttons.ts';
import { type Identity, identityInRows } from './identity.ts';
import { microEntities } from './micro.ts';
import { currencyOf, maySign } from './money.ts';
import { type Claim, claimOf, entityOfMeta, type Offer, type ReadMeta, SOLD } from './offers.ts';
import { PageLines, type ShownMoney } from './page-lines.ts';
import type { Product } from './record.ts';

/** What the data of a page has. */
export interface ProductData {
  /** Entities of JSON-LD. */
  readonly entities: readonly JsonObject[];
  /** True if the page has microdata or RDFa of things that are sold. */
  readonly hasMicrodata: boolean;
  readonly meta: ReadMeta;
  /** The headline, and other titles of the page. */
  readonly titles: readonly string[];
  /** The path of its address; empty if that is unknown. */
  readonly path: string;
  /** The country of its language or of its host, two capitals. */
  readonly country: string | undefined;
}

/** A product, and what shows it. */
export interface FoundProduct {
  readonly product: Product;
  /** True if the data of the page has one product, by its headline, and the page shows its price there. */
  readonly isSold: boolean;
  /** The block that shows its price. */
  readonly block: number | undefined;
}

/** Lines from the headline on that may have the price. */
const LINES = 60;

/** Maximum number of titles with which each name is compared. */
const TITLES_MAX = 20;
/** Maximum number of products with the name of the page in each source. */
const CLAIMS_MAX = 20;
/** Maximum number of offers of all claims. */
const OFFERS_MAX = 200;

/** The likeness of a name to the titles of a page. */
const likenessTo = (titles: readonly string[], name = ''): number =>
  name === '' ? 0 : Math.max(0, ...titles.map((title) => likeness(name, title)));

/** What the data of a page claims of its product. `isOne`: all of it of one. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly isOne: boolean;
}

/** The claims on the product of the page: of several products in its data, on those with its name. */
export function claimsOf(core: Core, data: ProductData): Claims {
  const claims: Claim[] = [];
  const titles = data.titles.slice(0, TITLES_MAX);
  let isOne = false;
  for (const entities of [data.entities, data.hasMicrodata ? microEntities(core) : []]) {
    const all = entities.filter((entity) => isOfType(entity, SOLD)).map(claimOf);
    const like = all.map(({ name }) => likenessTo(titles, name));
    const most = Math.max(0, ...like);
    const named = all.filter((_, at) => most > 0 && like[at] === most);
    claims.push(...named.slice(0, CLAIMS_MAX));
    isOne ||= named.length > 0 && new Set(named.map(({ name }) => keyOf(name ?? ''))).size === 1;
  }
  const declared = entityOfMeta(data.meta);
  if (declared !== undefined) claims.push(claimOf(declared));
  // Listings of shops have this type too, but not with the title of a product.
  const isProduct = data.meta('og:type').some((type) => /^(?:og:)?product(?:\.item)?$/i.test(type));
  const isTitled = isProduct && data.meta('og:title').some((title) => likenessTo(titles.slice(1), title) > 0);
  return { claims, isOne: isOne || isTitled };
}

interface Price {
  readonly offer?: Offer | undefined;
  readonly shown?: ShownMoney | undefined;
}

/** The price that is shown after the headline and claimed; else that which is shown; else that which is claimed. */
function priceOf(offers: readonly Offer[], page: PageLines, first: number | undefined): Price {
  const near = first === undefined ? [] : page.money().filter(({ line }) => line >= first && line < first + LINES);
  for (const shown of near) {
    const offer = offers.find(({ money }) => money.value === shown.value);
    if (offer !== undefined) return { offer, shown };
  }
  const shown = near.find(({ isRepeated }) => !isRepeated);
  if (shown?.isPrice || offers.length === 0) return { shown };
  for (const offer of offers) {
    const elsewhere = page.money().find(({ value }) => value === offer.money.value) ?? page.bare(offer.money, first);
    if (elsewhere !== undefined) return { offer, shown: elsewhere };
  }
  return { offer: offers[0] };
}

/** The first of some values that the page shows; else the first. */
function chosen(page: PageLines, values: readonly (string | undefined)[]): string | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.find((value) => page.shows(value)) ?? known[0];
}

/** The name that the page shows, else its headline. Pictures of a font are characters without a meaning. */
const nameOf = (page: PageLines, names: readonly string[], titles: readonly string[]): string | undefined =>
  [names.find((each) => page.shows(each)), ...titles]
    .map((text = '') => plain(text.replace(/\p{Co}+/gu, ' ')))
    .find((text) => text !== '');

/** True if the data of a page claims a product, or a button sells one: a cheap test before `productOf`. */
export const maySell = (core: Core, { claims, isOne }: Claims, text: () => string): boolean =>
  isOne || claims.length > 0 || hasBuyButton(core, text());

/** The product of the current page, if it is about one. */
export function productOf(core: Core, data: ProductData, { claims, isOne } = claimsOf(core, data)): FoundProduct {
  const page = new PageLines(core);
  const names = claims.map(({ name }) => name).filter((name) => name !== undefined);
  const headline = page.headline([...data.titles, ...names]);
  const first = headline?.line;
  const offers = claims.flatMap((claim) => claim.offers).slice(0, OFFERS_MAX);
  const { offer, shown } = priceOf(offers, page, first);
  const rows = identityInRows(page.lines, first);
  const money = offer?.money ?? shown;
  const sells = lazy(() => first !== undefined && sellsAfter(core, page, first));
  const claimed = [offer, ...offers].find((each) => each?.availability !== undefined)?.availability;
  // A button has more weight than data, which is often that of one variant.
  const available = (claimed === undefined || claimed === 'OutOfStock') && sells() ? 'InStock' : claimed;
  const fieldOf = (field: keyof Identity): string | undefined =>
    chosen(
      page,
      [...claims, rows].map((source) => source[field]),
    );
  const product = withoutUndefined({
    name: nameOf(page, names, data.titles),
    price: money?.amount,
    currency: money && currencyFor(offer, shown, data.country),
    availability: (shown && availabilityNear(page.lines, shown.line)) ?? available,
    brand: fieldOf('brand'),
    sku: fieldOf('sku') ?? numberInAddress(core, data.path),
    mpn: fieldOf('mpn'),
    gtin: fieldOf('gtin'),
  });
  // A page without data sells what its headline names if a price, a number and a button are there.
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

/** True if something after the headline puts a product into the cart. */
function sellsAfter(core: Core, { lines }: PageLines, first: number): boolean {
  const last = first + LINES;
  const text = lines
    .slice(first, last)
    .map((line) => line.text)
    .join('\n');
  return hasBuyButton(core, text, lines[first]?.parts[0]?.node, lines[last]?.parts[0]?.node);
}

/** The code that is claimed, unless the page shows another currency; else the one shown. */
function currencyFor(
  offer: Offer | undefined,
  shown: ShownMoney | undefined,
  country: string | undefined,
): string | undefined {
  const claimed = currencyOf(offer?.currency ?? offer?.money.sign ?? '', country);
  if (shown === undefined || shown.sign === '') return claimed;
  return claimed !== undefined && maySign(shown.sign, claimed) ? claimed : currencyOf(shown.sign, country);
}
