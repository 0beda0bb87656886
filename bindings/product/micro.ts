/** Microdata and RDFa as the entities that JSON-LD would have. */
import type { JsonObject } from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf, hasAttributes } from '../html/records.ts';
import { plain } from '../metadata/facts.ts';
import { typesOf } from '../structured/json.ts';

/** Maximum number of entities of a page, of values of one property, and of nodes whose texts are a value. */
const ENTITIES_MAX = 500;
const VALUES_MAX = 200;
const TEXT_NODES = 64;
/** UTF-16 units of the longest value. */
const VALUE_MAX = 512;

type Entity = Record<string, unknown>;

/** Adds a value of a property, without the prefix of RDFa. */
function add(entity: Entity, property: string, value: unknown): void {
  for (const word of property.split(/\s+/)) {
    const name = word.replace(/^.*[/:#]/, '');
    if (name === '' || name === '__proto__') continue;
    const known = Object.hasOwn(entity, name) ? entity[name] : undefined;
    if (known === undefined) entity[name] = value;
    else if (!Array.isArray(known)) entity[name] = [known, value];
    else if (known.length < VALUES_MAX) known.push(value);
  }
}

/** The text in an element, at most that of some nodes. */
export function textIn(core: Core, element: number, max = VALUE_MAX): string {
  let text = '';
  let node = element;
  for (let count = 0; count < TEXT_NODES && text.length <= max; count += 1) {
    const { kind } = core.tagAndKind(node);
    if (kind === layout.NodeKind.TEXT) text += ` ${core.rawText(node)}`;
    const isOpen = kind === layout.NodeKind.ELEMENT && !/^(?:script|style|template)$/.test(core.nameOf(node));
    let next = isOpen ? core.node(node, layout.Node.FIRST_CHILD) : 0;
    while (next === 0 && node !== element) {
      next = core.node(node, layout.Node.NEXT);
      if (next === 0) node = core.node(node, layout.Node.PARENT);
    }
    if (next === 0) break;
    node = next;
  }
  return plain(text).slice(0, max);
}

function propertyValue(core: Core, element: number, attributes: ReadonlyMap<string, string>): string {
  const given = attributes.get('content') ?? attributes.get('datetime') ?? attributes.get('value');
  if (given !== undefined && given.trim() !== '') return plain(given);
  const name = core.nameOf(element);
  if (name === 'link' || name === 'img') return attributes.get('href') ?? attributes.get('src') ?? '';
  return textIn(core, element) || (attributes.get('href') ?? '');
}

/** The entities that stand in no other one but in a page, in document order. */
export function microEntities(core: Core): JsonObject[] {
  const found: Entity[] = [];
  /** The entity around what is in an element. */
  const around = new Map<number, Entity>();
  let left = ENTITIES_MAX;
  for (const node of elementsOf(core)) {
    const outer = around.get(core.node(node, layout.Node.PARENT));
    if (outer !== undefined) around.set(node, outer);
    if (!hasAttributes(core, node)) continue;
    const attributes = attributesOf(core, node);
    const property =
      attributes.get('itemprop') ??
      (core.nameOf(node) === 'meta' && outer === undefined ? undefined : attributes.get('property'));
    const type = attributes.get('itemtype') ?? attributes.get('typeof');
    if (type === undefined && !attributes.has('itemscope')) {
      if (property !== undefined && outer !== undefined) add(outer, property, propertyValue(core, node, attributes));
      continue;
    }
    if (left-- <= 0) break;
    const entity: Entity = { '@type': (type ?? '').split(/\s+/) };
    const isOfPage = outer === undefined || typesOf(outer).some((type) => /page$/i.test(type));
    if (property !== undefined && outer !== undefined) add(outer, property, entity);
    // Offers often miss the name of the property.
    else if (outer !== undefined && /Offer$/.test(type ?? '')) add(outer, 'offers', entity);
    if (isOfPage) found.push(entity);
    around.set(node, entity);
  }
  return found;
}
