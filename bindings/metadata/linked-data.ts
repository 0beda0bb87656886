/** What JSON-LD says of a page: the members of its main entity, of the page and of the site. */
import { isObject, type JsonObject } from '../check.ts';
import { entitiesIn, JsonReader, listOf, typesOf } from '../structured/json.ts';
import { keyOf } from './authors.ts';
import type { Fact } from './facts.ts';
import { unescaped } from './unescaped.ts';

/** Maximum number of entities that are read. */
const ENTITIES_MAX = 500;
/** Values that are read for one member, also by references to other entities; and UTF-16 units of each text. */
const VALUES_MAX = 1000;
const TEXT_MAX = 10_000;

/** Types in the order in which they are asked. The last one is the site. */
const RANKS = [
  /(?:Article|Posting|Question|Recipe|Report|HowTo|VideoObject|Dataset|Book|Course|PodcastEpisode)$/,
  /(?:Product|ProductGroup|Event|SoftwareApplication)$/,
  /Page$/,
  /^WebSite$/,
];
export const SITE_RANK = RANKS.length - 1;
/** Ranks of what a page is about; the others are the page itself and the site. */
const ENTITY_RANKS = 2;

/** Where an entity holds what else the page is about. Lists, comments and related articles are not followed. */
const PARTS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart', 'isPartOf'];
/** Read only for their ids, and as persons. */
const MAKERS = ['author', 'publisher'];
const partsOf = (entity: JsonObject): string[] => [...PARTS, ...MAKERS.filter((part) => isObject(entity[part]))];

export class LinkedData {
  readonly #ranked: JsonObject[][] = RANKS.map(() => []);
  /** Keys of the names of persons, and of others who publish. */
  readonly persons = new Set<string>();
  readonly organisations = new Set<string>();
  /** Of all types, in document order. */
  readonly #all: JsonObject[] = [];
  readonly #byId = new Map<string, JsonObject>();
  #left = ENTITIES_MAX;

  constructor(scripts: readonly Fact[]) {
    const reader = new JsonReader();
    for (const { text } of scripts) {
      for (const json of reader.read(text)) this.#collect(json);
    }
  }

  #collect(json: unknown): void {
    for (const entity of entitiesIn(json, partsOf)) {
      if (this.#left-- <= 0) return;
      const { '@id': id } = entity;
      if (typeof id === 'string' && Object.keys(entity).length > 1 && !this.#byId.has(id)) this.#byId.set(id, entity);
      this.#all.push(entity);
      const types = typesOf(entity);
      const rank = RANKS.findIndex((pattern) => types.some((type) => pattern.test(type)));
      this.#ranked[rank]?.push(entity);
      const names = types.includes('Person') ? this.persons : this.organisations;
      if (rank < 0) for (const name of this.#textsOf(entity['name'], 'name')) names.add(keyOf(name));
    }
  }

  /** Articles, recipes, products and the like, as they are: those of the first rank that the page has. */
  get entities(): readonly JsonObject[] {
    return this.#ranked.slice(0, ENTITY_RANKS).find((entities) => entities.length > 0) ?? [];
  }

  /** All entities that are not in lists, with those to which their members refer. */
  get all(): readonly JsonObject[] {
    return this.#all.map((entity) =>
      Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, this.#referred(value)])),
    );
  }

  #referred(value: unknown): unknown {
    if (!isObject(value) || Object.keys(value).length !== 1) return value;
    const { '@id': id } = value;
    return typeof id === 'string' ? (this.#byId.get(id) ?? value) : value;
  }

  /** Texts of a member of the entities of some ranks, those of the first entity that has it: of objects, their `of`. */
  texts(member: string, of: 'name' | 'url' = 'name', first = 0, last = SITE_RANK - 1): string[] {
    for (let rank = first; rank <= last; rank += 1) {
      for (const entity of this.#ranked[rank] ?? []) {
        const found = this.#textsOf(entity[member], of);
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  #textsOf(value: unknown, of: 'name' | 'url'): string[] {
    const found: string[] = [];
    if (value === undefined) return found;
    let left = VALUES_MAX;
    const add = (values: unknown, depth: number): void => {
      for (const each of listOf(values)) {
        if (left-- <= 0) return;
        if (typeof each === 'string') {
          const text = each.slice(0, TEXT_MAX).trim();
          if (text !== '') found.push(unescaped(text));
        } else if (isObject(each) && depth <= 2) {
          const { '@id': id, '@value': plain } = each;
          const target = of in each || typeof id !== 'string' ? each : (this.#byId.get(id) ?? each);
          add(target[of] ?? (of === 'url' ? (target['contentUrl'] ?? id) : plain), depth + 1);
        }
      }
    };
    add(value, 0);
    return found;
  }
}
