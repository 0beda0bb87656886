/** What a page says of the product that it sells. Where its data and its text contradict each other, the text has the word. */
export interface Product {
  /** The headline, where the page has no other name of it. */
  name?: string;
  /** A decimal number: `1149.00`. Of a range, the lowest price. */
  price?: string;
  /** A code of ISO 4217. */
  currency?: string;
  /** Whether it can be bought, in the words of schema.org. */
  availability?:
    | 'InStock'
    | 'OutOfStock'
    | 'PreOrder'
    | 'BackOrder'
    | 'LimitedAvailability'
    | 'InStoreOnly'
    | 'OnlineOnly'
    | 'Discontinued';
  brand?: string;
  /** The number that the shop gives it. */
  sku?: string;
  /** The number that its manufacturer gives it. */
  mpn?: string;
  /** Digits of a GTIN, EAN, UPC or ISBN. */
  gtin?: string;
}

export type Availability = NonNullable<Product['availability']>;
