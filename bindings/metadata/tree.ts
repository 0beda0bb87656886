/** Elements that describe a page given as a tree. The module knows only its title and headings. */
import { lowerCase } from '../core.ts';
import { layout } from '../core-exports.ts';
import { elementsIn, type TreeWithAdapter, textOf } from '../trees/walk.ts';
import { AUTHOR_NAMES, DATE_NAMES, METADATA_NAMES, PERSON_ADDRESSES } from '../vocabulary.ts';
import { MetadataElement, PART } from './elements.ts';
import { plain } from './plain-text.ts';

const ATTRIBUTES = ['name', 'property', 'content', 'rel', 'href', 'itemprop', 'datetime', 'lang', 'type', 'src'];
const ALWAYS = new Set(['html', 'base', 'meta', 'time']);
const NAMED = new RegExp(`${AUTHOR_NAMES}|${DATE_NAMES}|${METADATA_NAMES}`, 'i');
const PERSON = new RegExp(`${AUTHOR_NAMES}|${PERSON_ADDRESSES}`, 'i');
/** Maximum number of nodes whose texts are the text of an element. */
const TEXT_NODES = 64;

/** In document order. `written`: the parts of the title, and the headings, from the module. */
export function elementsOfTree<N>(tree: TreeWithAdapter<N>, written: readonly MetadataElement[]): MetadataElement[] {
  const found = written.filter(({ name }) => name === PART);
  const headings = written.slice(found.length);
  const { adapter } = tree;
  for (const node of elementsIn(tree)) {
    const name = lowerCase(adapter.name(node));
    const values = ATTRIBUTES.map((attribute) => [attribute, adapter.attribute?.(node, attribute)] as const);
    const attributes = new Map(
      [...values, ['class', adapter.className(node)] as const, ['id', adapter.id?.(node)] as const].filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      ),
    );
    if (name === headings[0]?.name) {
      const [{ text, marks } = { text: '', marks: 0 }] = headings.splice(0, 1);
      found.push(
        new MetadataElement(name, text, marks | layout.MetadataMark.WRITER | layout.MetadataMark.PROPERTY, attributes),
      );
    } else if (isRecorded(name, attributes)) {
      const isData = name === 'script';
      const text = name === 'html' ? '' : textOf(node, adapter, isData ? undefined : TEXT_NODES);
      const ownText = isData ? text : plain(text).slice(0, 512);
      const hasYear = /\d{4}/.test(name === 'meta' ? (attributes.get('content') ?? '') : ownText);
      const marks =
        layout.MetadataMark.WRITER |
        layout.MetadataMark.LINK |
        layout.MetadataMark.PROPERTY |
        (hasYear ? layout.MetadataMark.YEAR : 0);
      found.push(new MetadataElement(name, ownText, marks, attributes));
    }
  }
  return found;
}

/** As in assembly/output/metadata-records.ts. */
function isRecorded(name: string, attributes: ReadonlyMap<string, string>): boolean {
  const valueAt = (attribute: string): string => attributes.get(attribute) ?? '';
  if (name === 'script') return /ld\+json/i.test(valueAt('type'));
  if (ALWAYS.has(name)) return true;
  if (/^(?:body|h[12])$/.test(name)) return false;
  const isPerson = name === 'a' && PERSON.test(valueAt('href'));
  const isProperty = attributes.has('itemprop') || attributes.has('property');
  return isProperty || isPerson || NAMED.test(`${valueAt('class')} ${valueAt('id')} ${valueAt('rel')}`);
}
