/** The places of a page (assembly/places): elements of one name and one set of names in elements of one place. */

import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf } from '../html/records.ts';
import { contextOf, type Page } from './page.ts';

/** What names the elements of a place, as the first of them has it. */
export interface PlaceNames {
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

const tokensOf = (names: string): string[] => names.split(/[\t\n\f\r ]+/).filter((token) => token !== '');

/**
 * The places of a page that has verdicts.
 *
 * @throws {UsageError} `PAGE_STALE` after the next page
 * @throws {LimitError} `PAGE_TOO_COMPLEX`, `OUT_OF_MEMORY`
 */
export function placesOf<N>(page: Page<N>): Places {
  const context = contextOf(page);
  const { core } = context;
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
      // It throws where the page is not the current one any more.
      const tag = context.core.nameOf(node);
      // Without a key an element has no names, but for those that name the page. Most have other attributes.
      const isNamed = (wordAt(layout.Place.KEY) | wordAt(layout.Place.KEY + 4)) !== 0;
      if (!isNamed && tag !== 'html' && tag !== 'body') return { tag, id: '', classes: [], role: '', itemprop: '' };
      return context.tree === undefined ? namesInSource(core, node, tag) : namesInTree(core, node, tag);
    },
  };
}

function namesInSource(core: Core, node: number, tag: string): PlaceNames {
  const attributes = attributesOf(core, node);
  const textOf = (name: string): string => attributes.get(name)?.trim() ?? '';
  const classes = tokensOf(textOf('class'));
  return { tag, id: textOf('id'), classes, role: textOf('role'), itemprop: textOf('itemprop') };
}

/** Attributes of an element of the current page, by their names in lower case; of a tree only `class` and `id`. */
export function attributesIn<N>(page: Page<N>, node: number): ReadonlyMap<string, string> {
  const { core, tree } = contextOf(page);
  if (tree === undefined) return attributesOf(core, node);
  const { id, classes } = namesInTree(core, node, core.nameOf(node));
  return new Map([['id', id] as const, ['class', classes.join(' ')] as const].filter(([, value]) => value !== ''));
}

/** A tape has classes, and behind a NUL the id. */
function namesInTree(core: Core, node: number, tag: string): PlaceNames {
  const [classes = '', id = ''] = core.nodeText(node, layout.Node.EXTRA, layout.Node.EXTRA_LENGTH).split('\0');
  return { tag, id, classes: tokensOf(classes), role: '', itemprop: '' };
}
