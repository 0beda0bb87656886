/** JSON-LD of a page: the members of its main entity, of the page and of the site. */
import { isObject, type JsonObject } from '../check.ts';
import { entitiesIn, JsonReader, listOf, typesOf } from '../structured/json.ts';
import { unescaped } from './plain-text.ts';

/** Maximum number of entities that are read. */
const ENTITIES_MAX = 500;
/** Maximum number of values of one member, including those of referenced entities. */
const VALUES_MAX = 1000;
/** UTF-16 units of each text that are read. */
const TEXT_MAX = 10_000;

/** Types by rank: entities of the first rank are searched first. The last one is the site. */
const RANKS = [
  /(?:Article|Posting|Question|Recipe|Report|HowTo|VideoObject|Dataset|Book|Course|PodcastEpisode)$/,
  /(?:Product|ProductGroup|Event|SoftwareApplication)$/,
  /Page$/,
  /^WebSite$/,
];
export const SITE_RANK = RANKS.length - 1;
/** Ranks of what a page is about; the others are the page itself and the site. */
const ENTITY_RANKS = 2;

/** Members with further main entities. Lists, comments and related articles are not followed. */
const PARTS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart', 'isPartOf'];
export class LinkedData {
  readonly #ranked: JsonObject[][] = RANKS.map(() => []);
  /** Of all types, in document order. */
  readonly #all: JsonObject[] = [];
  readonly #byId = new Map<string, JsonObject>();

  constructor(scripts: readonly string[]) {
    const reader = new JsonReader();
    for (const script of scripts) {
      for (const entity of entitiesIn(reader.read(script), () => PARTS)) {
        if (this.#all.length === ENTITIES_MAX) return;
        this.#add(entity);
      }
    }
  }

  #add(entity: JsonObject): void {
    const { '@id': id } = entity;
    if (typeof id === 'string' && Object.keys(entity).length > 1 && !this.#byId.has(id)) this.#byId.set(id, entity);
    this.#all.push(entity);
    const types = typesOf(entity);
    const rank = RANKS.findIndex((pattern) => types.some((type) => pattern.test(type)));
    this.#ranked[rank]?.push(entity);
  }

  /** Articles, recipes, products and the like: entities of the first rank that occurs. */
  get entities(): readonly JsonObject[] {
    return this.#ranked.slice(0, ENTITY_RANKS).find((entities) => entities.length > 0) ?? [];
  }

  /** All entities outside of lists, with the entities that their members reference. */
  get all(): readonly JsonObject[] {
    const referred = (value: unknown): unknown =>
      isObject(value) && Object.keys(value).length === 1 ? this.#referred(value) : value;
    return this.#all.map((entity) =>
      Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, referred(value)])),
    );
  }

  /** The entity that an object references; else the object. */
  #referred(value: JsonObject): JsonObject {
    const { '@id': id } = value;
    return (typeof id === 'string' ? this.#byId.get(id) : undefined) ?? value;
  }

  /** Texts of a member of the first entity that has it, by rank. Objects yield their `of`. */
  texts(member: string, of: 'name' | 'url' = 'name', first = 0, last = SITE_RANK - 1): string[] {
    // Most pages have none.
    const entities = this.#all.length === 0 ? [] : this.#ranked.slice(first, last + 1).flat();
    for (const entity of entities) {
      const found = this.#textsOf(entity[member], of);
      if (found.length > 0) return found;
    }
    return [];
  }

  #textsOf(value: unknown, of: 'name' | 'url'): string[] {
    const found: string[] = [];
    let left = VALUES_MAX;
    const add = (values: unknown, depth: number): void => {
      for (const each of listOf(values)) {
        if (left-- <= 0) return;
        if (typeof each === 'string') found.push(unescaped(each.slice(0, TEXT_MAX).trim()));
        if (!isObject(each) || depth > 2) continue;
        const target = of in each ? each : this.#referred(each);
        const { '@id': id, '@value': text, contentUrl } = target;
        add(target[of] ?? (of === 'url' ? (contentUrl ?? id) : text), depth + 1);
      }
    };
    add(value, 0);
    return found.filter((text) => text !== '');
  }
}
