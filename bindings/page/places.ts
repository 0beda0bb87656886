/** The places of a page (assembly/places): elements of one name and one set of names in elements of one place. */

import { layout } from '../core-exports.ts';
import type { PageContext } from './context.ts';

/** What names the elements of a place, as the first of them has it. */
interface PlaceNames {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly role: string;
  readonly itemprop: string;
}

/** Records of the places of a page, each after the one around it. */
export interface Places {
  readonly count: number;
  /** Records one after the other, `PLACE_BYTES` bytes each, as assembly/page/records.ts draws them. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Names of a place, by its record; until the next page. */
  namesOf(place: number): PlaceNames;
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** The places of a page that has verdicts. @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY` */
export function placesOf(page: PageContext<unknown>): Places {
  const { core } = page;
  core.divideParts();
  core.check((exports) => exports.renderPlaces());
  const length = core.result(layout.Page.OUTPUT_LENGTH);
  const words = core.wordsAt(core.result(layout.Page.OUTPUT), length).slice();
  return {
    count: length / layout.Place.BYTES,
    words,
    namesOf: (place) => {
      const wordAt = (field: number): number => words[(place * layout.Place.BYTES + field) >>> 2] ?? 0;
      const node = wordAt(layout.Place.NODE);
      // It throws if the page is not the current one any more.
      const tag = page.core.nameOf(node);
      // Without a key an element has no names, except those that name the page. Most have other attributes.
      const isNamed = (wordAt(layout.Place.KEY) | wordAt(layout.Place.KEY + 4)) !== 0;
      const attributes = isNamed || tag === 'html' || tag === 'body' ? page.attributes(node) : NO_ATTRIBUTES;
      const textOf = (name: string): string => attributes.get(name)?.trim() ?? '';
      const classes = textOf('class')
        .split(/[\t\n\f\r ]+/)
        .filter((token) => token !== '');
      return { tag, id: textOf('id'), classes, role: textOf('role'), itemprop: textOf('itemprop') };
    },
  };
}
