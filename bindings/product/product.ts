/** The product of a page: what its data claims, checked against what the page shows. */
import { isObject, type JsonObject } from '../check.ts';
import type { Core } from '../core.ts';
import { keyOf } from '../metadata/authors.ts';
import { type Meta, plain } from '../metadata/facts.ts';
import { likeness } from '../metadata/likeness.ts';
import { listOf } from '../structured/json.ts';
import { defined } from '../values.ts';
import { RELATED as RELATED_WORDS } from '../vocabulary.ts';
import { numberInAddress } from './address.ts';
import { availabilityOf } from './availability.ts';
import { mayBuy } from './buttons.ts';
import { type Claim, claimOf, claimOfMeta, type Identity, isSold, type Offer, soldBy } from './claims.ts';
import { microEntities } from './micro.ts';
import { currencyOf, isSame, maySign } from './money.ts';
import type { Product } from './record.ts';
import { numberOf, rowsOf } from './rows.ts';
import { type Place, type ShownMoney, ShownPage } from './shown.ts';

/** What the data of a page says. */
export interface ProductData {
  /** Entities of JSON-LD. */
  readonly entities: readonly JsonObject[];
  /** Whether the page has microdata or RDFa of things that are sold. */
  readonly hasMicrodata: boolean;
  /** Whether Open Graph calls the page a product. */
  readonly isProduct: boolean;
  readonly meta: Meta;
  /** The headline, and what else the page calls itself. */
  readonly titles: readonly string[];
  /** The path of its address; empty where that is unknown. */
  readonly path: string;
  /** The country of its language or of its host, two capitals. */
  readonly country: string | undefined;
}

/** A product, and what shows it. */
export interface FoundProduct {
  readonly product: Product;
  /** Whether the data of the page has one product, by its headline, and the page shows its price there. */
  readonly isSold: boolean;
  /** The block that shows its price. */
  readonly block: number | undefined;
}

/** Headings over other products. */
const RELATED = new RegExp(String.raw`^(?:.{0,20}\b)?${RELATED_WORDS}`, 'iu');
/** UTF-16 units of the longest of these. */
const HEADING = 60;
/** Lines behind the headline, and before it, that may have the price. */
const AFTER = 60;
const BEFORE = 8;

/** Titles with which each name is compared. */
const TITLES_MAX = 20;
/** Products of the name of the page that are read of each source, and offers of all. */
const CLAIMS_MAX = 20;
const OFFERS_MAX = 200;
/** The likeness of a name to the titles of a page. */
const likenessTo = (titles: readonly string[], name = ''): number =>
  name === '' ? 0 : Math.max(0, ...titles.map((title) => likeness(name, title)));

/** What the data of a page claims of its product. `isOne`: all of it of one. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly isOne: boolean;
}

/** The claims on the product of the page: where its data has several products, on those with its name. */
export function claimsOf(core: Core, data: ProductData): Claims {
  const claims: Claim[] = [];
  const titles = data.titles.slice(0, TITLES_MAX);
  let isOne = false;
  for (const entities of [data.entities, data.hasMicrodata ? microEntities(core) : []]) {
    const sold = entities.flatMap((entity): JsonObject[] =>
      isSold(entity) ? [entity] : listOf(soldBy(entity)).filter(isObject),
    );
    const all = sold.map((entity) => claimOf(entity));
    const like = all.map(({ name }) => likenessTo(titles, name));
    const most = Math.max(0, ...like);
    const named = most === 0 ? [] : all.filter((_, at) => like[at] === most);
    claims.push(...(named.length > 0 ? named.slice(0, CLAIMS_MAX) : all.length === 1 ? all : []));
    isOne ||= named.length > 0 && new Set(named.map(({ name }) => keyOf(name ?? ''))).size === 1;
  }
  const meta = claimOfMeta(data.meta);
  if (meta !== undefined) claims.push(meta);
  // Listings of shops say so too, but not with the title of a product.
  const [, ...headings] = titles;
  const isTitled = data.isProduct && data.meta.of('og:title').some((title) => likenessTo(headings, title) > 1);
  return { claims, isOne: isOne || isTitled };
}

/** Where a page shows its product: the lines from its headline to other products. */
function placeOf(page: ShownPage, names: readonly string[]): Place {
  const heading = page.headline(names);
  if (heading === undefined) return { first: undefined, last: 0, isHeading: false };
  const first = heading.line;
  const others = page.lines.findIndex(({ text }, line) => line > first && text.length < HEADING && RELATED.test(text));
  const last = Math.min(first + AFTER, others < 0 ? page.lines.length : others);
  return { first, last, isHeading: heading.isHeading };
}

/** Prices around the headline, the nearest first: what is called a price, then what follows the headline, then what stands before it. */
function pricesNear(page: ShownPage, { first, last }: Place): ShownMoney[] {
  if (first === undefined) return [];
  const near = page.money().filter(({ line }) => line >= first - BEFORE && line < last);
  const rankOf = ({ isPrice, line }: ShownMoney): number => (isPrice ? 0 : 2) + (line < first ? 1 : 0);
  return near.sort(
    (one, other) => rankOf(one) - rankOf(other) || Math.abs(one.line - first) - Math.abs(other.line - first),
  );
}

interface Priced {
  readonly offer?: Offer;
  readonly shown?: ShownMoney;
}

/** The price that is shown near the headline and claimed; else that which is shown; else that which is claimed. */
function priceOf(claims: readonly Claim[], page: ShownPage, place: Place): Priced {
  const near = pricesNear(page, place);
  const offers = claims.flatMap((claim) => claim.offers).slice(0, OFFERS_MAX);
  for (const shown of near) {
    const offer = offers.find(({ money }) => isSame(money, shown));
    if (offer !== undefined) return { offer, shown };
  }
  const first = near.find(({ isRepeated }) => !isRepeated);
  const isSaid = first?.isPrice === true;
  for (const offer of isSaid ? [] : offers) {
    const shown = page.money().find((money) => isSame(money, offer.money)) ?? page.bare(offer.money, place.first);
    if (shown !== undefined) return { offer, shown };
  }
  if (isSaid) return { shown: first };
  const [offer] = offers;
  return offer === undefined ? { ...(first && { shown: first }) } : { offer };
}

/** Of several values that sources say, the first that the page shows, else the first. */
const chosen = (page: ShownPage, values: readonly (string | undefined)[]): string | undefined =>
  values.find((value) => value !== undefined && page.shows(value)) ?? values.find((value) => value !== undefined);

/** Whether a page without data sells what its headline says: a price, a number of it, and a button stand there. */
function isOffered(page: ShownPage, { first = 0, last, isHeading }: Place, shown: ShownMoney): boolean {
  if (!isHeading || !shown.isPrice || shown.line < first) return false;
  const { sku, gtin, mpn } = rowsOf(page.lines.slice(first, last), 0);
  return (sku ?? gtin ?? mpn) !== undefined && page.hasBuyButton(first, last);
}

/** The name that the page shows, else its headline. Pictures of a font are characters without a meaning. */
const nameOf = (page: ShownPage, names: readonly string[], titles: readonly string[]): string | undefined =>
  [names.find((each) => page.shows(each)), ...titles]
    .map((text = '') => plain(text.replace(/\p{Co}+/gu, ' ')))
    .find((text) => text !== '');

/** Whether the data of a page claims a product, or a button sells one: the page is read for it in a fraction of the time. */
export const maySell = (core: Core, { claims, isOne }: Claims, text: () => string): boolean =>
  isOne || claims.length > 0 || mayBuy(core, text());

/** The product of the current page, if it is about one. */
export function productOf(core: Core, data: ProductData, { claims, isOne } = claimsOf(core, data)): FoundProduct {
  const page = new ShownPage(core);
  const names = claims.map(({ name }) => name).filter((name) => name !== undefined);
  const place = placeOf(page, [...data.titles, ...names]);
  const { offer, shown } = priceOf(claims, page, place);
  const rows = rowsOf(page.lines, place.first);
  const money = offer?.money ?? shown;
  /** A field as the data or the rows of the page have it. */
  const fieldOf = (field: keyof Identity, read = (text: string) => text): string | undefined => {
    const texts = [...claims, rows].map((source) => source[field]);
    return chosen(
      page,
      texts.map((text) => text && read(text)),
    );
  };
  const values = {
    name: nameOf(page, names, data.titles),
    price: money?.amount,
    currency: money && currencyFor(offer, shown, data.country),
    availability: availabilityOf(page, { place, claims, offer, price: shown?.line }),
    brand: fieldOf('brand'),
    sku: fieldOf('sku', (text) => numberOf(text) ?? text) ?? numberInAddress(core, data.path),
    mpn: fieldOf('mpn'),
    gtin: fieldOf('gtin'),
  };
  return {
    product: defined(values),
    isSold: shown !== undefined && !shown.isRepeated && (isOne || isOffered(page, place, shown)),
    block: shown?.block,
  };
}

/** The code that is claimed, if it is not another one than the page shows; else the one shown. */
function currencyFor(
  offer: Offer | undefined,
  shown: ShownMoney | undefined,
  country: string | undefined,
): string | undefined {
  const claimed = currencyOf(offer?.currency ?? offer?.money.sign ?? '', country);
  if (shown === undefined || shown.sign === '') return claimed;
  if (claimed !== undefined && maySign(shown.sign, claimed)) return claimed;
  return currencyOf(shown.sign, country);
}
