/** A verdict in words. */

/** The evidence for a verdict. Shares are 0 to 1. Log odds are natural and cut to the thousandth. */
export interface Facts {
  /** Log odds of template by the page alone: DOM position, links, sentences, names of elements, and the like. */
  readonly page: number;
  /** The log odds that the site's table adds: the difference of both models; 0 where a page is judged alone. */
  readonly site: number;
  /** The sum of both, which decides. */
  readonly score: number;
  /** Share of the text that earlier pages of the site had, and that at least four had, as far as it is not evicted. */
  readonly known: number;
  readonly often: number;
  /** Of the pages of the site with this DOM position, the share where most of its text was known. */
  readonly placeKnown: number;
  /** Share of the site's pages with this DOM position. */
  readonly placeSeen: number;
  /** Of `placePages`, the share that judged its place template. */
  readonly placeTemplate: number;
  /**
   * Other pages with a verdict on its place: its DOM position, or the nearest around it that eight pages had; 0 without one. If
   * three fifths of them say template, `site` has 2 more for it, but for a value beside a label; if nineteen of twenty say content, 2 less.
   */
  readonly placePages: number;
  /**
   * Where most pages of the site have the text of the block, so that it is template whatever `page` says: on how many other pages it
   * stands, up to 255, and how many could have it, those in another language left out. 0 elsewhere.
   */
  readonly repeatedOn: number;
  readonly repeatedOf: number;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const signed = (odds: number): string => `${odds < 0 ? '−' : '+'}${Math.abs(odds).toFixed(1)}`;

/** DFs are counted up to this one, where fingerprints are short. */
const DF_MAX = 255;

/** The reason for a verdict by repetition that the model does not decide. */
export function reasonOfRepetition({ page, repeatedOn, repeatedOf }: Facts): string {
  const on = repeatedOn < DF_MAX ? String(repeatedOn) : `at least ${DF_MAX}`;
  return `its text stands on ${on} of ${repeatedOf} other pages; log odds ${signed(page)} by the page alone`;
}

/** The reason for a verdict of the model. `isFirst`: nothing was known of the site. */
export function reasonOfScore(
  { page, site, score, known, often, placeKnown, placeSeen, placeTemplate, placePages }: Facts,
  isFirst: boolean,
): string {
  const odds = `log odds ${signed(score)}: ${signed(page)} by the page alone`;
  if (isFirst) return `${odds}, ${signed(site)} because nothing is known of its site`;
  const repeats =
    known === 0
      ? 'none of its text was seen before'
      : `${percent(known)} of its text was seen before, ${percent(often)} often`;
  const place =
    placeSeen === 0
      ? 'its DOM position is new'
      : `its DOM position is on ${percent(placeSeen)} of the pages, with mostly known text on ${percent(placeKnown)} of these`;
  const verdicts =
    placePages === 0 ? '' : `; its place is template on ${percent(placeTemplate)} of ${placePages} pages`;
  return `${odds}, ${signed(site)} by its site; ${repeats}; ${place}${verdicts}`;
}

/** The reason for a verdict by repetition. */
export const reasonOfRatio = (ratio: number): string => `${percent(ratio)} template text`;
