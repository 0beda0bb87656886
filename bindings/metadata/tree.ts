/** Facts of a page given as a tree, which the module does not read: its walk leaves out the head, and attributes. */
import { lowerCase } from '../core.ts';
import type { TreeAdapter } from '../trees/adapter.ts';
import { elementsIn, type GivenTree, textOf } from '../trees/walk.ts';
import { FACT_NAMES, PERSON_ADDRESSES } from '../vocabulary.ts';
import { type Fact, PART, plain } from './facts.ts';

const ATTRIBUTES = ['name', 'property', 'content', 'rel', 'href', 'itemprop', 'datetime', 'lang', 'type', 'src'];
const ALWAYS = new Set(['html', 'base', 'meta', 'time']);
const NAMED = new RegExp(FACT_NAMES, 'i');
const PERSON = new RegExp(PERSON_ADDRESSES, 'i');
/** Maximum number of nodes whose texts are the text of an element. */
const TEXT_NODES = 64;

/** In document order. `headings` are the facts that the module has of the page: parts of the title, and headings. */
export function factsOfTree<N>(tree: GivenTree<N>, headings: readonly Fact[]): Fact[] {
  const found: Fact[] = headings.filter(({ name }) => name === PART);
  const left = headings.filter(({ name }) => name !== PART);
  const { adapter } = tree;
  for (const node of elementsIn(tree)) {
    const name = lowerCase(adapter.name(node));
    if (name === left[0]?.name) found.push(...left.splice(0, 1));
    const attributes = attributesOf(node, adapter);
    const isData = name === 'script' && /ld\+json/i.test(attributes.get('type') ?? '');
    const names = [attributes.get('class'), attributes.get('id'), attributes.get('rel')].join(' ');
    const isPerson = name === 'a' && PERSON.test(attributes.get('href') ?? '');
    const isNamed = attributes.has('itemprop') || attributes.has('property') || NAMED.test(names) || isPerson;
    const isMarked = isNamed && name !== 'body';
    if (!isData && (name === 'script' || !(ALWAYS.has(name) || isMarked))) continue;
    const whole = name === 'html' ? '' : textOf(node, adapter, TEXT_NODES);
    const text = isData ? whole : plain(whole).slice(0, 512);
    const get = (attribute: string): string | undefined => attributes.get(attribute);
    const hasYear = /\d{4}/.test(name === 'meta' ? (attributes.get('content') ?? '') : text);
    found.push({ name, text, get, mayNameWriter: true, mayLinkWriter: true, hasYear, isProperty: true });
  }
  return found;
}

function attributesOf<N>(node: N, adapter: TreeAdapter<N>): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === 'string') found.set(name, value.trim());
  };
  for (const name of ATTRIBUTES) add(name, adapter.attribute?.(node, name));
  add('class', adapter.className(node));
  add('id', adapter.id?.(node));
  return found;
}
