/**
 * The places of a page (assembly/places). A place is a group of elements with the same element name, the same other
 * names, and parents in one place.
 */

import { layout } from '../core-exports.ts';
import type { PageContext } from './context.ts';

/** The names of the elements of a place, read from the first of them. */
interface PlaceNames {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly role: string;
  readonly itemprop: string;
}

/** Records of the places of a page, each after that of its parents. */
export interface Places {
  readonly count: number;
  /** Consecutive records of `PLACE_BYTES` bytes: see assembly/page/records.ts. */
  readonly words: Uint32Array<ArrayBuffer>;
  /** Names of a place. Valid until the next page. */
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
      // Throws if the page is stale.
      const tag = page.core.nameOf(node);
      // An element without a key has no names, except `html` and `body`. Checked first, because most have other
      // attributes.
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
