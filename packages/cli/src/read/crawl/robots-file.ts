/** The rules of a robots.txt, as in RFC 9309. */
import { LimitError } from 'refrain';

/** Maximum comparisons of letters to match one URL with the rules of a host: about ten milliseconds. */
const STEPS_MAX = 20_000_000;

interface Rule {
  /** Texts between the stars of the pattern. */
  readonly parts: readonly string[];
  /** True if the pattern ends in a `$`. */
  readonly isWhole: boolean;
  readonly isAllowed: boolean;
}

/** The canonical form of a path or pattern: characters are percent-encoded only where necessary. */
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

/** A `$` that is not at the end is a literal. */
const patternOf = (text: string): string => canonical(text).replace(/\$(?!$)/g, '%24');

/** Rules of a group by descending length. At equal length, allowing rules are first. */
const sortedRules = (rules: ReadonlyMap<string, boolean>): Rule[] =>
  [...rules]
    .sort(([one, isAllowed], other) => other[0].length - one.length || Number(other[1]) - Number(isAllowed))
    .map(([pattern, isAllowed]) => {
      const parts = pattern.replace(/\$$/, '').split(/\*+/);
      return { parts, isWhole: pattern.endsWith('$'), isAllowed };
    });

/**
 * Finds the parts between stars in order, each at its first position. No backtracking is needed, because the first
 * positions leave the most text for the next parts.
 */
function match({ parts, isWhole }: Rule, path: string): { isMatch: boolean; steps: number } {
  const [first = ''] = parts;
  const last = isWhole && parts.length > 1 ? (parts.at(-1) ?? '') : '';
  let [at, steps] = [first.length, 1];
  // A path cannot contain more parts than letters.
  if (!path.startsWith(first) || parts.length > path.length + 1 || !path.endsWith(last))
    return { isMatch: false, steps };
  if (parts.length === 1) return { isMatch: !isWhole || at === path.length, steps };
  for (const part of parts.slice(1, isWhole ? -1 : undefined)) {
    const found = path.indexOf(part, at);
    steps += part.length * ((found < 0 ? path.length : found + part.length) - at);
    if (found < 0) return { isMatch: false, steps };
    at = found + part.length;
  }
  return { isMatch: at <= path.length - last.length, steps };
}

const agentOf = (text: string): string => text.toLowerCase().replace(/\/.*/s, '').trim();

/** Rules and delay of groups with the same agent. */
interface Group {
  readonly rules: Map<string, boolean>;
  delay?: number;
}

export class RobotsFile {
  readonly sitemaps: readonly string[];
  /** Seconds between two requests. Default: 0. */
  readonly delay: number;
  readonly #rules: readonly Rule[];

  /** Keeps the groups for an agent. If there are none, those for all agents. */
  constructor(text: string, agent: string) {
    const groups = new Map<string, Group>();
    const sitemaps: string[] = [];
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
    this.#rules = sortedRules(group?.rules ?? new Map());
  }

  /**
   * True if the first matching rule allows a URL, or none matches.
   *
   * @throws {LimitError} `PAGE_TOO_COMPLEX` if the rules take too many steps
   */
  isAllowed(url: string): boolean {
    const path = pathOf(url);
    let steps = 0;
    for (const rule of this.#rules) {
      const found = match(rule, path);
      if (found.isMatch) return rule.isAllowed;
      steps += found.steps;
      if (steps > STEPS_MAX)
        throw new LimitError('PAGE_TOO_COMPLEX', 'the rules of robots.txt take too many steps for it');
    }
    return true;
  }
}

/** Fields of a group. Other fields do not end a group. */
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
