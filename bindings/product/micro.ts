/** Microdata and RDFa as entities of JSON-LD. */
import type { JsonObject } from '../check.ts';
import type { Core } from '../core.ts';
import { layout } from '../core-exports.ts';
import { attributesOf, elementsOf, kindOf } from '../html/records.ts';
import { plain } from '../metadata/plain-text.ts';

/** Maximum number of entities of a page. */
const ENTITIES_MAX = 500;
/** Maximum number of values of one property. */
const VALUES_MAX = 200;
/** Maximum number of nodes that are read for a value. */
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

/** The text in the first nodes of an element. */
export function textIn(core: Core, element: number, max = VALUE_MAX): string {
  const texts: string[] = [];
  let left = TEXT_NODES;
  const read = (parent: number): void => {
    for (let at = core.node(parent, layout.Node.FIRST_CHILD); at !== 0; at = core.node(at, layout.Node.NEXT)) {
      if (left-- <= 0) return;
      const kind = kindOf(core, at);
      if (kind === layout.NodeKind.TEXT) texts.push(core.rawText(at));
      else if (kind === layout.NodeKind.ELEMENT && !/^(?:script|style|template)$/.test(core.nameOf(at))) read(at);
    }
  };
  read(element);
  return plain(texts.join(' ')).slice(0, max);
}

function propertyValue(core: Core, element: number, attributes: ReadonlyMap<string, string>): string {
  const named = attributes.get('content') ?? attributes.get('datetime') ?? attributes.get('value');
  if (named !== undefined && named.trim() !== '') return plain(named);
  const address = attributes.get('href') ?? attributes.get('src') ?? '';
  return /^(?:link|img)$/.test(core.nameOf(element)) ? address : textIn(core, element) || address;
}

/** The entities in document order. */
export function microEntities(core: Core): JsonObject[] {
  const found: Entity[] = [];
  /** The entity to which the children of an element belong. */
  const around = new Map<number, Entity>();
  let left = ENTITIES_MAX;
  for (const node of elementsOf(core)) {
    const outer = around.get(core.node(node, layout.Node.PARENT));
    if (outer !== undefined) around.set(node, outer);
    const attributes = attributesOf(core, node);
    const property = attributes.get('itemprop') ?? attributes.get('property');
    const type = attributes.get('itemtype') ?? attributes.get('typeof');
    if (type === undefined && !attributes.has('itemscope')) {
      if (property !== undefined && outer !== undefined) add(outer, property, propertyValue(core, node, attributes));
      continue;
    }
    if (left-- <= 0) break;
    const entity: Entity = { '@type': (type ?? '').split(/\s+/) };
    found.push(entity);
    if (property !== undefined && outer !== undefined) add(outer, property, entity);
    around.set(node, entity);
  }
  return found;
}
