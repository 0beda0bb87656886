/** Inputs from seeds: a small part of a seed with a few mutations that matter to a parser. */
import type { Random } from '../../test/support/random.ts';
import { one } from './bytes.ts';
import { readDictionary } from './dictionary.ts';
import type { Seeds } from './seeds.ts';

const NAMES = readDictionary('names');
const ATTRIBUTES = readDictionary('attributes');
const REFERENCES = readDictionary('references');
const MARKUP = readDictionary('markup');
const CHARACTERS = readDictionary('characters');

/** Maximum UTF-16 code units of an input. */
const MAX_LENGTH = 6000;

function tag(random: Random): string {
  const name = one(random, NAMES);
  const forms = [
    ...[`</${name}>`, `</${name}>`, `<${name} ${one(random, ATTRIBUTES)} ${one(random, ATTRIBUTES)}>`],
    ...[`<${name}/>`, `<${name}>`, `<${name}>`],
  ];
  return one(random, forms);
}

/** Adds an attribute to the next tag. */
function withAttribute(html: string, at: number, random: Random): string {
  const start = html.indexOf('<', at);
  const end = start < 0 ? -1 : html.slice(start).search(/[\s>]/);
  if (end < 0) return html;
  return `${html.slice(0, start + end)} ${one(random, ATTRIBUTES)}${html.slice(start + end)}`;
}

/** Replaces the name of the next tag by another one, or by its upper-case form. */
function renamed(html: string, at: number, random: Random): string {
  const found = /<\/?([A-Za-z][^\s/>]*)/.exec(html.slice(at));
  if (found === null) return html;
  const name = found[1] ?? '';
  const end = at + found.index + found[0].length;
  const other = random.below(4) === 0 ? name.toUpperCase() : one(random, NAMES);
  return html.slice(0, end - name.length) + other + html.slice(end);
}

export class Mutator {
  readonly #seeds: Seeds;

  constructor(seeds: Seeds) {
    this.#seeds = seeds;
  }

  /** The next input, a well-formed string: a part of a seed, or one of the inputs that were kept, with a few mutations. */
  next(random: Random, kept: readonly string[]): string {
    return this.mutate(random, kept.length > 0 && random.below(2) === 0 ? one(random, kept) : this.#piece(random));
  }

  /** A page with a few mutations. */
  mutate(random: Random, page: string): string {
    let html = page;
    for (let left = 1 + random.below(6); left > 0; left -= 1) html = this.#mutated(html, random).slice(0, MAX_LENGTH);
    return html.toWellFormed();
  }

  #piece(random: Random): string {
    const { pages, inputs } = this.#seeds;
    const chance = random.below(10);
    if (inputs.length > 0 && chance < 5) {
      const input = one(random, inputs);
      return chance === 0 ? input + one(random, inputs) : input;
    }
    const page = one(random, pages);
    const length = 60 + random.below(random.below(20) === 0 ? 3000 : 500);
    const start = random.below(Math.max(1, page.length - length));
    // Most parts begin at a tag, like a page; the others begin anywhere, which tests more errors.
    const first = chance < 9 ? page.indexOf('<', start) : -1;
    const from = first < 0 ? start : first;
    return (chance < 8 ? '<!DOCTYPE html>' : '') + page.slice(from, from + length);
  }

  #mutated(html: string, random: Random): string {
    const at = random.below(html.length + 1);
    const put = (text: string): string => html.slice(0, at) + text + html.slice(at);
    const end = Math.min(html.length, at + random.below(random.below(3) === 0 ? 200 : 20));
    switch (random.below(14)) {
      case 0:
        return put(one(random, CHARACTERS));
      case 1:
        return html.slice(0, at) + one(random, CHARACTERS) + html.slice(at + 1);
      case 2:
        return html.slice(0, at) + html.slice(end);
      case 3:
        return put(html.slice(at, end));
      case 4:
      case 5:
        return put(tag(random));
      case 6:
        return put(one(random, REFERENCES));
      case 7:
        return put(one(random, MARKUP));
      case 8:
        return withAttribute(html, at, random);
      case 9:
        return renamed(html, at, random);
      case 10:
        return put(one(random, this.#seeds.inputs.length > 0 ? this.#seeds.inputs : MARKUP));
      case 11:
        return put(tag(random).repeat(2 + random.below(random.below(20) === 0 ? 60 : 5)));
      case 12: {
        const name = one(random, NAMES);
        return `${html.slice(0, at)}<${name}>${html.slice(at, end)}</${name}>${html.slice(end)}`;
      }
      default:
        return random.below(4) === 0 ? html.slice(0, at) : put(tag(random) + tag(random));
    }
  }
}
