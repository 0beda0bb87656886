/** Texts of JSON-LD: what schema.org calls the main entities of a page. */

import { isObject, type JsonObject } from '../check.ts';
import { entitiesIn, listOf, typesOf } from './json.ts';

/** Types whose texts are content. Sites, organisations, persons, lists, navigation and pictures are not. */
const CONTENT =
  /(?:Article|Posting|Question|Answer|Comment|Product|ProductGroup|Recipe|HowTo|HowToSection|HowToStep|Course|Event|Book|Movie|Dataset|SoftwareApplication|Review|Report)$/;
/** Types whose comments are what the page is about. Those of an article are not. */
const THREAD = /(?:Posting|Question|Answer|Comment)$/;
const PRODUCT = /Product(?:Group)?$/;
const ARTICLE = /(?:Article|BlogPosting)$/;

/** Members with the text of an entity, in order of reading. */
const BODIES = ['articleBody', 'reviewBody', 'text', 'description', 'recipeIngredient'] as const;
/** Members that hold further main entities. Reviews of products, related items and lists of items are not followed. */
const PARTS = [
  '@graph',
  'mainEntity',
  'mainEntityOfPage',
  'recipeInstructions',
  'step',
  'acceptedAnswer',
  'suggestedAnswer',
];

/** A text of an entity: its body, or a name or fact. */
export interface EntityText {
  readonly text: string;
  readonly isName: boolean;
}

/** Whether parsed JSON is JSON-LD. */
export function isLinkedData(json: unknown): boolean {
  return listOf(json).some(
    (value) => isObject(value) && ('@context' in value || '@type' in value || '@graph' in value),
  );
}

const is = (entity: JsonObject, kind: RegExp): boolean => typesOf(entity).some((name) => kind.test(name));

/** The texts of the main entities, in document order. */
export function* entityTexts(json: unknown): Generator<EntityText> {
  const partsOf = (entity: JsonObject): readonly string[] =>
    is(entity, THREAD) && !is(entity, ARTICLE) ? [...PARTS, 'comment'] : PARTS;
  for (const entity of entitiesIn(json, partsOf)) if (is(entity, CONTENT)) yield* ownTexts(entity, is(entity, PRODUCT));
}

function* ownTexts(entity: JsonObject, isProduct: boolean): Generator<EntityText> {
  const names = [entity['headline'] ?? entity['name'], ...(isProduct ? productFacts(entity) : [])];
  for (const text of names) if (typeof text === 'string') yield { text, isName: true };
  for (const body of BODIES) {
    for (const text of listOf(entity[body])) if (typeof text === 'string') yield { text, isName: false };
  }
}

/** Brand, number and prices of a product. */
function productFacts(product: JsonObject): unknown[] {
  const { brand, sku, offers } = product;
  const prices = listOf(offers).map((offer) => (isObject(offer) ? priceOf(offer) : undefined));
  return [isObject(brand) ? brand['name'] : brand, sku, ...prices];
}

function priceOf({ price, lowPrice, highPrice, priceCurrency }: JsonObject): string | undefined {
  const amounts = [...new Set([price, lowPrice, highPrice])].filter(
    (amount) => typeof amount === 'number' || typeof amount === 'string',
  );
  const currency = typeof priceCurrency === 'string' ? ` ${priceCurrency}` : '';
  return amounts.length === 0 ? undefined : `${amounts.join(' – ')}${currency}`;
}
