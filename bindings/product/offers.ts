/** Claims: what data state about a product (name, identity and offers). */
import { isObject, type JsonObject } from '../check.ts';
import { keyOf } from '../metadata/plain-text.ts';
import { listOf } from '../structured/json.ts';
import { type Identity, identityOf, NAME_MAX, textOf } from './identity.ts';
import { type Money, moneyOf } from './money.ts';
import type { Availability } from './record.ts';

/** A price with its offer. */
export interface Offer {
  readonly money: Money;
  readonly currency: string | undefined;
  readonly availability: Availability | undefined;
}

/** Values of one source. */
export interface Claim extends Identity {
  readonly name: string | undefined;
  readonly offers: readonly Offer[];
}

/** Maximum number of offers and variants of one product. */
const OFFERS_MAX = 200;
/** Maximum depth of offers in offers. */
const DEPTH_MAX = 3;

/** States of availability, by their names and synonyms. */
const STATES: Readonly<Record<string, Availability>> = {
  ...{ outofstock: 'OutOfStock', soldout: 'OutOfStock', oos: 'OutOfStock', unavailable: 'OutOfStock' },
  ...{ preorder: 'PreOrder', presale: 'PreOrder', backorder: 'BackOrder', madetoorder: 'BackOrder' },
  ...{ limitedavailability: 'LimitedAvailability', instoreonly: 'InStoreOnly', onlineonly: 'OnlineOnly' },
  ...{ discontinued: 'Discontinued', instock: 'InStock', available: 'InStock', true: 'InStock' },
};

/** `https://schema.org/InStock`, `in stock`, `instock`. */
function stateOf(value: unknown): Availability | undefined {
  const [first] = listOf(value);
  const found = isObject(first) ? (first['@id'] ?? first['name']) : first;
  const key = typeof found === 'string' ? keyOf(found.replace(/^.*[/#:]/, '')) : '';
  return Object.hasOwn(STATES, key) ? STATES[key] : undefined;
}

function* offersIn(value: unknown, outer: JsonObject, left: { offers: number }, depth = 0): Generator<Offer> {
  if (depth > DEPTH_MAX) return;
  for (const offer of listOf(value)) {
    if (!isObject(offer) || left.offers <= 0) continue;
    left.offers -= 1;
    const spec = listOf(offer['priceSpecification']).find(isObject);
    const currency = textOf(offer['priceCurrency'] ?? spec?.['priceCurrency'] ?? outer['priceCurrency']);
    const availability = stateOf(offer['availability'] ?? outer['availability']);
    const prices = [offer['price'] ?? spec?.['price'], offer['lowPrice']];
    const money = prices.map((price) => moneyOf(listOf(price)[0])).find((found) => found !== undefined);
    if (money !== undefined && money.value !== 0) yield { money, currency, availability };
    yield* offersIn(offer['offers'], offer, left, depth + 1);
  }
}

/**
 * The claim of an entity of JSON-LD, or of other data in this form. If there is only one offer or variant, its numbers
 * identify the product.
 */
export function claimOf(entity: JsonObject): Claim {
  const parts = listOf(entity['offers'] ?? entity['hasVariant']).filter(isObject);
  return {
    name: textOf(entity['name'], NAME_MAX),
    offers: [...offersIn(parts, entity, { offers: OFFERS_MAX })],
    ...identityOf(parts.length === 1 ? [entity, ...parts] : [entity]),
  };
}

/** Types of products. */
export const SOLD = /(?:^|\/)(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Car|Motorcycle)$/i;

/** Values of `meta` elements of some names. */
export type MetaReader = (...names: readonly string[]) => readonly string[];

/** Open Graph as an entity of JSON-LD. */
export function entityOfMeta(meta: MetaReader): JsonObject | undefined {
  const property = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => meta(`product:${name}`, `og:${name}`)).find((text) => text !== '');
  const price = property('sale_price:amount', 'price:amount');
  const sku = property('retailer_item_id', 'sku', 'retailer_part_no');
  const brand = property('brand');
  if (price === undefined && sku === undefined && brand === undefined) return undefined;
  const priceCurrency = property('sale_price:currency', 'price:currency');
  return {
    ...{ sku, brand, mpn: property('mfr_part_no'), gtin: property('ean', 'upc', 'isbn', 'gtin') },
    name: meta('og:title', 'twitter:title').find((text) => text !== ''),
    offers: { price, priceCurrency, availability: property('availability') },
  };
}
