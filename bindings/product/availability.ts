/** Whether a product can be bought, as its data and the page say. */
import { IN_STOCK, SOLD_OUT } from '../vocabulary.ts';
import type { Claim, Offer } from './claims.ts';
import { isSame } from './money.ts';
import type { Availability } from './record.ts';
import type { Place, ShownPage } from './shown.ts';

/** Lines behind the price, and before it, that may say whether it can be bought. */
const BESIDE = 12;
/** Lines that say whether a product can be bought. */
const GONE = new RegExp(`^${SOLD_OUT}[.!]?$`, 'iu');
const THERE = new RegExp(`^${IN_STOCK}[.!]?(?: .{0,30})?$`, 'iu');

/** UTF-16 units of the longest of these lines. */
const LINE_MAX = 60;

/** What the page shows beside the price: one line, since several are about variants or shops. */
function availabilityShown(page: ShownPage, price: number | undefined): Availability | undefined {
  if (price === undefined) return undefined;
  const lines = page.lines
    .slice(Math.max(0, price - BESIDE), price + BESIDE)
    .filter(({ text }) => text.length <= LINE_MAX);
  const gone = lines.filter(({ text }) => GONE.test(text));
  const there = lines.filter(({ text }) => THERE.test(text));
  if (gone.length + there.length !== 1) return undefined;
  return gone.length > 0 ? 'OutOfStock' : 'InStock';
}

/** What the offers of a price say: that of a variant which can be bought. */
function availabilityAt(claims: readonly Claim[], offer: Offer | undefined): Availability | undefined {
  const offers = claims.flatMap((claim) => claim.offers);
  const states = offers
    .filter(({ money }) => offer && isSame(money, offer.money))
    .map(({ availability }) => availability);
  return states.find((state) => state === 'InStock') ?? offer?.availability;
}

/** What decides: the product, and the line with its price. */
interface Evidence {
  readonly place: Place;
  readonly claims: readonly Claim[];
  readonly offer: Offer | undefined;
  readonly price: number | undefined;
}

/** What is shown, else what is claimed; a button says more than data, which is often that of one variant. */
export function availabilityOf(page: ShownPage, { place, claims, offer, price }: Evidence): Availability | undefined {
  const shown = availabilityShown(page, price);
  if (shown !== undefined) return shown;
  const claimed =
    availabilityAt(claims, offer) ?? claims.find(({ availability }) => availability !== undefined)?.availability;
  if (claimed !== undefined && claimed !== 'OutOfStock') return claimed;
  return place.first !== undefined && page.hasBuyButton(place.first, place.last) ? 'InStock' : claimed;
}
