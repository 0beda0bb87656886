/** What the data of a page claims of its product. */
import { isObject, type JsonObject } from '../check.ts';
import { keyOf } from '../metadata/authors.ts';
import { type Meta, plain } from '../metadata/facts.ts';
import { unescaped } from '../metadata/unescaped.ts';
import { listOf, typesOf } from '../structured/json.ts';
import { isSame, type Money, moneyOf } from './money.ts';
import type { Availability } from './record.ts';

/** A price, and what its offer says beside it. */
export interface Offer {
  readonly money: Money;
  readonly currency: string | undefined;
  readonly availability: Availability | undefined;
  /** It is one end of a range. */
  readonly isRange: boolean;
}

/** What a product is, in words and numbers: see `Product`. */
export interface Identity {
  readonly brand: string | undefined;
  readonly sku: string | undefined;
  readonly mpn: string | undefined;
  readonly gtin: string | undefined;
}

/** Values of one source. */
export interface Claim extends Identity {
  readonly name: string | undefined;
  readonly offers: readonly Offer[];
  readonly availability: Availability | undefined;
}

/** Offers and variants of one product that are read. */
const OFFERS_MAX = 200;
/** UTF-16 units of the longest name, and of the longest number. */
const NAME_MAX = 500;
const VALUE_MAX = 80;

/** Words that programs write for nothing. */
const NOTHING = /^(?:n\/?a|none|null|undefined|unknown|false|true|0|[^\p{L}\p{N}]+|default|brand|https?:.*)$/iu;

/** A short text of data; undefined for anything else, and for a word for nothing. */
export function textOf(value: unknown, max = VALUE_MAX): string | undefined {
  const [first] = listOf(value);
  const found = isObject(first) ? (first['name'] ?? first['@value']) : first;
  const text =
    typeof found === 'number'
      ? String(found)
      : typeof found === 'string'
        ? plain(unescaped(found.slice(0, 2 * NAME_MAX)))
        : '';
  return text === '' || text.length > max || NOTHING.test(text) ? undefined : text;
}

const STATES: readonly (readonly [RegExp, Availability])[] = [
  [/outofstock|soldout|^oos$|notavailable|unavailable/, 'OutOfStock'],
  [/preorder|presale/, 'PreOrder'],
  [/backorder|madetoorder|availablefororder/, 'BackOrder'],
  [/limited/, 'LimitedAvailability'],
  [/instoreonly/, 'InStoreOnly'],
  [/onlineonly/, 'OnlineOnly'],
  [/discontinued/, 'Discontinued'],
  [/instock|^available$|^true$/, 'InStock'],
];

/** `https://schema.org/InStock`, `in stock`, `instock`. */
function stateOf(value: unknown): Availability | undefined {
  const [first] = listOf(value);
  const found = isObject(first) ? (first['@id'] ?? first['name']) : first;
  if (typeof found !== 'string') return undefined;
  const key = keyOf(found.replace(/^.*[/#:]/, ''));
  return STATES.find(([pattern]) => pattern.test(key))?.[1];
}

/** The digits of a GTIN whose last one is right; those of an ISBN of ten digits too. */
export function gtinOf(value: unknown): string | undefined {
  const text = textOf(value)?.replace(/^\D+/, '').replace(/[\s-]/g, '') ?? '';
  if (/^\d{9}[\dX]$/i.test(text)) {
    const sum = [...text.toUpperCase()].reduce(
      (all, digit, at) => all + (digit === 'X' ? 10 : Number(digit)) * (10 - at),
      0,
    );
    return sum % 11 === 0 ? text.toUpperCase() : undefined;
  }
  if (!/^(?:\d{8}|\d{12,14})$/.test(text) || /^0+$/.test(text)) return undefined;
  const sum = [...text].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 ? text : undefined;
}

const GTINS = ['gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'isbn'] as const;

const is = (entity: JsonObject, kind: RegExp): boolean => typesOf(entity).some((type) => kind.test(type));

/** Prices that are not what the product costs. */
const OTHER_PRICE = /ListPrice|StrikethroughPrice|SRP|MSRP|InvoicePrice|MinimumAdvertised/i;
const isOtherPrice = (type: unknown): boolean =>
  listOf(type).some((each) => typeof each === 'string' && OTHER_PRICE.test(each));

function* offersIn(value: unknown, outer: JsonObject, left: { offers: number }, depth = 0): Generator<Offer> {
  if (depth > 3) return;
  for (const offer of listOf(value)) {
    if (!isObject(offer) || left.offers <= 0) continue;
    left.offers -= 1;
    const specs = listOf(offer['priceSpecification']).filter(isObject);
    const spec = specs.find((each) => !isOtherPrice(each['priceType']) && each['price'] !== undefined);
    const currency = textOf(offer['priceCurrency'] ?? spec?.['priceCurrency'] ?? outer['priceCurrency']);
    const availability = stateOf(offer['availability'] ?? outer['availability']);
    const one = moneyOf(listOf(offer['price'] ?? spec?.['price'])[0]);
    const range = one === undefined && offer['lowPrice'] !== undefined;
    const money = range ? moneyOf(listOf(offer['lowPrice'])[0]) : one;
    const high = range ? moneyOf(listOf(offer['highPrice'])[0]) : undefined;
    const isRange = money !== undefined && high !== undefined && !isSame(money, high);
    if (money !== undefined && money.readings[0] !== 0) yield { money, currency, availability, isRange };
    yield* offersIn(offer['offers'], offer, left, depth + 1);
  }
}

/** What an entity of JSON-LD, or of microdata in the same form, claims. */
export function claimOf(entity: JsonObject): Claim {
  const left = { offers: OFFERS_MAX };
  const variants = listOf(entity['hasVariant'] ?? entity['model']).filter(isObject);
  const [only] = variants.length === 1 ? variants : [];
  const offers = [...offersIn(entity['offers'], entity, left)];
  // Without offers of its own, a product has those of its variants; microdata may have a price beside the name.
  if (offers.length === 0) for (const variant of variants) offers.push(...offersIn(variant['offers'], variant, left));
  if (offers.length === 0) offers.push(...offersIn({ ...entity, offers: undefined }, entity, left));
  const first = (...names: readonly string[]): unknown => {
    const all = listOf(entity['offers']).filter(isObject);
    const values = [entity, only, all.length === 1 ? all[0] : undefined].flatMap((each) =>
      names.map((name) => each?.[name]),
    );
    return values.find((value) => textOf(value) !== undefined);
  };
  const states = new Set(offers.map(({ availability }) => availability));
  const id = /^(?:(sku|mpn|isbn|gtin\d*|ean|upc|asin):)?(.*)$/i.exec(textOf(entity['productID']) ?? '');
  return {
    name: textOf(entity['name'], NAME_MAX),
    offers,
    availability: states.size === 1 ? [...states][0] : undefined,
    brand: textOf(first('brand')) ?? textOf(first('manufacturer')),
    sku: textOf(first('sku')) ?? (/^(?:sku|asin|)$/i.test(id?.[1] ?? '') ? textOf(id?.[2]) : undefined),
    mpn: textOf(first('mpn')) ?? modelOf(entity['model']),
    gtin: GTINS.map((name) => gtinOf(first(name))).find((found) => found !== undefined),
  };
}

/** A model that is a number. */
function modelOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^(?=.*\d)\S{4,}$/.test(text) ? text : undefined;
}

/** Types of what is sold. */
const SOLD = /(?:^|\/)(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Car|Motorcycle)$/i;

export const isSold = (entity: JsonObject): boolean => is(entity, SOLD);

const OFFER = /(?:^|\/)(?:Aggregate)?Offer$/;

/** An offer that says what is offered: the thing with its offer. */
export function soldBy(entity: JsonObject): JsonObject | undefined {
  if (!is(entity, OFFER)) return undefined;
  const [item] = listOf(entity['itemOffered']).filter(isObject);
  const name = item?.['name'] ?? entity['name'];
  return name === undefined ? undefined : { ...item, '@type': 'Product', name, offers: entity };
}

/** Open Graph and the like. */
export function claimOfMeta(meta: Meta): Claim | undefined {
  const of = (...names: readonly string[]): string | undefined => meta.of(...names).find((text) => text !== '');
  const property = (name: string): string | undefined => of(`product:${name}`, `og:${name}`);
  const money = moneyOf(
    property('sale_price:amount') ?? property('price:amount') ?? labelled(meta, /^(?:price|preis|prix|precio)$/i),
  );
  const availability = stateOf(property('availability') ?? labelled(meta, /^availability$/i));
  const brand = textOf(property('brand') ?? labelled(meta, /^brand$/i));
  const sku = textOf(of('product:retailer_item_id', 'product:sku', 'product:retailer_part_no'));
  const gtin = gtinOf(of('product:ean', 'product:upc', 'product:isbn', 'product:gtin'));
  const mpn = textOf(of('product:mfr_part_no'));
  if (money === undefined && sku === undefined && brand === undefined) return undefined;
  const currency = textOf(property('sale_price:currency') ?? property('price:currency'));
  return {
    name: textOf(of('og:title', 'twitter:title'), NAME_MAX),
    offers: money === undefined || money.readings[0] === 0 ? [] : [{ money, currency, availability, isRange: false }],
    ...{ availability, brand, sku, mpn, gtin },
  };
}

/** The data of a card of Twitter beside its label. */
function labelled(meta: Meta, label: RegExp): string | undefined {
  const number = [1, 2].find((each) => meta.of(`twitter:label${each}`).some((text) => label.test(text)));
  return number === undefined ? undefined : meta.of(`twitter:data${number}`)[0];
}
