/** What a robots.txt says, as RFC 9309 reads it. */
import { LimitError } from 'refrain';

/** Steps that the rules of a host may take for one address: a millisecond. */
const STEPS_MAX = 1_000_000;
/** Steps for a part of a pattern, and for a letter in which it is looked for. */
const PART_STEPS = 100;
const LETTER_STEPS = 2;

interface Rule {
  /** With `*` for any letters; a `$` at its end stands for the end of the path. */
  readonly pattern: string;
  readonly isAllowed: boolean;
  /** Where its own grams begin and end in the list of all. */
  readonly grams: readonly [from: number, to: number];
}

/** Letters of ASCII, which all patterns and paths consist of. */
const LETTERS = 128;
/** Two letters that follow each other have a number, and a letter that stands alone between stars. */
const GRAMS = LETTERS * LETTERS + LETTERS;

/** The numbers of what stands in a text that has no star. */
function* gramsIn(text: string): Generator<number> {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    yield LETTERS * LETTERS + letter;
    if (at > 0) yield text.charCodeAt(at - 1) * LETTERS + letter;
  }
}

/** What a path must have to match a pattern: pairs of letters, and letters that have no neighbour. */
function gramsOf(pattern: string): Set<number> {
  const grams = new Set<number>();
  for (const piece of pattern.replace(/\$$/, '').split('*'))
    for (const gram of gramsIn(piece)) if (gram < LETTERS * LETTERS || piece.length === 1) grams.add(gram);
  return grams;
}

/** A path or a pattern in the form in which they are compared: what may be written with and without `%` is written in one way. */
const canonical = (text: string): string =>
  encodeURI(text)
    .replaceAll('%25', '%')
    .replaceAll("'", '%27')
    .replace(/%[\da-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
    });

const LITERALS: Readonly<Record<string, string>> = { '*': '%2A', $: '%24' };

const withoutSigns = (text: string): string => text.replace(/[*$]/g, (sign) => LITERALS[sign] ?? sign);

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return withoutSigns(canonical(pathname + search));
};

/** A `$` that is not at the end stands for itself. */
const patternOf = (text: string): string => canonical(text).replace(/\$(?!$)/g, '%24');

/** The rules of a group. The longest that matches decides; of two that are as long, the one that allows. */
export class RuleList {
  readonly #rules: readonly Rule[];
  readonly #grams: Uint16Array;

  constructor(rules: ReadonlyMap<string, boolean>) {
    const grams: number[] = [];
    this.#rules = [...rules]
      .sort(([one, isAllowed], other) => other[0].length - one.length || Number(other[1]) - Number(isAllowed))
      .map(([pattern, isAllowed]) => {
        const from = grams.length;
        for (const gram of gramsOf(pattern)) grams.push(gram);
        return { pattern: pattern.replace(/\*+/g, '*'), isAllowed, grams: [from, grams.length] };
      });
    this.#grams = Uint16Array.from(grams);
  }

  /** @throws {LimitError} `PAGE_TOO_COMPLEX` where the rules take too many steps */
  isAllowed(url: string): boolean {
    const path = pathOf(url);
    const present = new Uint8Array(GRAMS);
    for (const gram of gramsIn(path)) present[gram] = 1;
    let steps = 0;
    for (const { pattern, isAllowed, grams } of this.#rules) {
      const [from, to] = grams;
      let at = from;
      while (at < to && present[this.#grams[at] ?? 0] === 1) at += 1;
      steps += 1 + at - from;
      if (at === to) {
        const found = match(pattern, path);
        steps += found.steps;
        if (found.isMatch) return isAllowed;
      }
      if (steps > STEPS_MAX)
        throw new LimitError('PAGE_TOO_COMPLEX', 'the rules of robots.txt take too many steps for it');
    }
    return true;
  }
}

/** Finds the parts between stars one after the other, each where it is first: no choice is ever taken back. */
function match(pattern: string, path: string): { isMatch: boolean; steps: number } {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*', path.length + 2);
  const [first = '', ...others] = parts;
  let steps = PART_STEPS * parts.length;
  if (!path.startsWith(first)) return { isMatch: false, steps };
  let at = first.length;
  // A path of this length has no place for more parts.
  if (parts.length === path.length + 2) return { isMatch: false, steps };
  if (others.length === 0) return { isMatch: !isWhole || at === path.length, steps };
  const last = isWhole ? (others.pop() ?? '') : '';
  const end = path.length - last.length;
  if (!path.endsWith(last)) return { isMatch: false, steps };
  for (const part of others) {
    const found = path.indexOf(part, at);
    steps += LETTER_STEPS * ((found < 0 ? path.length : found + part.length) - at);
    if (found < 0) return { isMatch: false, steps };
    at = found + part.length;
  }
  return { isMatch: at <= end, steps };
}

/** The name of a crawler, without its version. */
const agentOf = (text: string): string => text.toLowerCase().replace(/\/.*/s, '').trim();

/** Rules and delay of the groups that name a crawler. */
interface Group {
  readonly rules: Map<string, boolean>;
  delay?: number;
}

export class RobotsFile {
  readonly sitemaps: readonly string[];
  /** Seconds between two questions; 0 where none are asked for. */
  readonly delay: number;
  readonly #rules: RuleList;

  /** Only the groups of an agent are kept, else those of all. */
  constructor(text: string, agent: string) {
    const groups = new Map<string, Group>();
    const sitemaps: string[] = [];
    /** Agents that the lines before this one name, one below the other. */
    let named = new Set<string>();
    let isNaming = false;
    for (const line of text.split(/\r\n?|\n/)) {
      const [name = '', value = ''] = fieldOf(line);
      if (name === 'sitemap' && value !== '') sitemaps.push(value);
      if (!AGENT_FIELDS.has(name)) continue;
      if (name === 'user-agent') {
        if (!isNaming) named = new Set();
        const given = agentOf(value);
        if (given === '*' || given === agentOf(agent)) named.add(given);
      } else for (const each of named) addTo(groups, each, name, value);
      isNaming = name === 'user-agent';
    }
    const group = groups.get(agentOf(agent)) ?? groups.get('*');
    this.sitemaps = sitemaps;
    this.delay = group?.delay ?? 0;
    this.#rules = new RuleList(group?.rules ?? new Map());
  }

  /** @throws {LimitError} `PAGE_TOO_COMPLEX` where the rules take too many steps */
  isAllowed(url: string): boolean {
    return this.#rules.isAllowed(url);
  }
}

/** Fields of a group. Others stand anywhere. */
const AGENT_FIELDS: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow', 'crawl-delay']);

function fieldOf(line: string): string[] {
  const [field = ''] = line.split('#', 1);
  const colon = field.indexOf(':');
  return colon < 0 ? [] : [field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1).trim()];
}

function addTo(groups: Map<string, Group>, agent: string, name: string, value: string): void {
  const group = groups.get(agent) ?? { rules: new Map<string, boolean>() };
  groups.set(agent, group);
  if (name === 'crawl-delay') {
    const delay = Number(value);
    if (!Number.isNaN(delay)) group.delay = delay;
  } else if (value !== '') {
    const pattern = patternOf(value);
    group.rules.set(pattern, name === 'allow' || group.rules.get(pattern) === true);
  }
}
