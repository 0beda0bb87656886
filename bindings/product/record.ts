/** The product that a page sells. If its data and its text contradict each other, the text decides. */
export interface Product {
  /** Its name, or else the headline. */
  name?: string;
  /** A decimal number: `1149.00`. For a range, the lowest price. */
  price?: string;
  /** A code of ISO 4217. */
  currency?: string;
  /** A name of `ItemAvailability` of schema.org. */
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
  /** Number of the shop. */
  sku?: string;
  /** Number of the manufacturer. */
  mpn?: string;
  /** Digits of a GTIN, EAN, UPC or ISBN. */
  gtin?: string;
}

export type Availability = NonNullable<Product['availability']>;
