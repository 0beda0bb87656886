/** A verdict in words. It knows no module, so that a report says in a browser what the library says. */

/** What a verdict rests on. Shares are 0 to 1; odds are natural log odds of template, to the thousandth. */
export interface Facts {
  /** Log odds by the page alone: place, links, sentences, names of elements, and the like. */
  readonly page: number;
  /** What the site's table adds to them; 0 where a page is judged alone. Both models are asked, and this is the difference. */
  readonly site: number;
  /** Their sum, by which the verdict is. */
  readonly score: number;
  /** Share of the text that was on a page of the site before, and on four at least, as far as it is not forgotten. */
  readonly known: number;
  readonly often: number;
  /** Of the pages of the site with this place, the share that had it when most of its text was known. */
  readonly placeKnown: number;
  /** Share of the site's pages that had this place. */
  readonly placeSeen: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const signed = (odds: number): string => `${odds < 0 ? '−' : '+'}${Math.abs(odds).toFixed(1)}`;

/** Why the model decided so; `isFirst`: nothing was known of the site. */
export function reasonOfScore(
  { page, site, score, known, often, placeKnown, placeSeen }: Facts,
  isFirst: boolean,
): string {
  const odds = `log odds ${signed(score)}: ${signed(page)} by the page alone`;
  if (isFirst) return `${odds}, ${signed(site)} with nothing known of its site`;
  const repeats =
    known === 0
      ? 'none of its text was seen before'
      : `${percent(known)} of its text was seen before, ${percent(often)} often`;
  const place =
    placeSeen === 0
      ? 'its place is new'
      : `its place is on ${percent(placeSeen)} of the pages, and mostly known text on ${percent(placeKnown)} of these`;
  return `${odds}, ${signed(site)} by its site; ${repeats}; ${place}`;
}

/** Why repetition decided so. */
export const reasonOfRatio = (ratio: number): string => `${percent(ratio)} template text`;
