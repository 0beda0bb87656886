/** `--include` and `--exclude`: globs for the URL or the id of a page. */
import { usageError } from '../arguments/flags.ts';
import { messageOf } from '../errors.ts';

/** Whether a page is read. */
export type PageTest = (page: { readonly url: string; readonly id: string }) => boolean;

/**
 * A page must match one glob of `include`, where any is given, and no glob of `exclude`.
 *
 * @throws {CommandError} if a glob cannot be read
 */
export function pageTest(include: readonly string[], exclude: readonly string[] = []): PageTest {
  const [isIncluded, isExcluded] = [matcher('include', include), matcher('exclude', exclude)];
  return (page) => (include.length === 0 || isIncluded(page)) && !isExcluded(page);
}

function matcher(flag: string, globs: readonly string[]): PageTest {
  const tests = globs.map((glob) => {
    try {
      return globTest(glob);
    } catch (error) {
      throw usageError(`--${flag}: ${messageOf(error)}`);
    }
  });
  return ({ url, id }) => tests.some((test) => (id !== '' && test(id)) || (url !== '' && test(url)));
}

/** A state reads a letter, or nothing: then the states behind it are those before it as well. */
interface State {
  readonly reads?: Reads;
  readonly next: State[];
}

type Reads = (letter: string) => boolean;

/** A part of a glob: makes its states before those that follow. */
type Piece = (next: State) => State;

const ANY: Reads = () => true;
const NO_SLASH: Reads = (letter) => letter !== '/';

const letter =
  (reads: Reads): Piece =>
  (next) => ({ reads, next: [next] });
const exactly = (wanted: string): Piece => letter((found) => found === wanted);
const repeated =
  (reads: Reads): Piece =>
  (next) => {
    const loop: State = { next: [next] };
    loop.next.push(letter(reads)(loop));
    return loop;
  };
const sequence =
  (...pieces: readonly Piece[]): Piece =>
  (next) =>
    pieces.reduceRight((behind, piece) => piece(behind), next);
const either =
  (...pieces: readonly Piece[]): Piece =>
  (next) => ({ next: pieces.map((piece) => piece(next)) });
const optional = (...pieces: readonly Piece[]): Piece => either(sequence(...pieces), sequence());

const LETTERS_MAX = 1000;

/**
 * Whether a text matches a glob: `*`, `**`, `?`, `[a-z]`, `[!a]`, `{a,b}`, and a backslash before what stands for itself.
 *
 * In linear time: a site chooses the addresses that globs are compared with, and expressions that go back take minutes for some of them. A
 * glob becomes a machine of states, and an address is read once with all states that it can be in.
 */
export function globTest(glob: string): (text: string) => boolean {
  if (glob === '' || glob.length > LETTERS_MAX) throw new Error(`a glob has 1 to ${LETTERS_MAX} characters`);
  if (/^!|[!@+*?]\(/.test(glob))
    throw new Error(`${glob} begins with ! or has a list in parentheses, which are not read`);
  const end: State = { next: [] };
  const start = new Parser(glob.replace(/^\.\//, '')).parse()(end);
  const places = new Places();
  return (text) => {
    let place = places.of([start]);
    for (const found of text) {
      place = places.after(place, found);
      if (place.states.size === 0) return false;
    }
    return place.states.has(end);
  };
}

/** All states that an address can be in, and what follows by a letter: found once, for addresses have much in common. */
interface Place {
  readonly states: ReadonlySet<State>;
  readonly next: Map<string, Place>;
}

/** Places and letters behind them that are kept. */
const KEPT_MAX = 10_000;

class Places {
  readonly #numbers = new Map<State, number>();
  readonly #places = new Map<string, Place>();
  #kept = 0;

  /** The place of states, and of those behind them that are reached without reading. */
  of(from: State[]): Place {
    const states = new Set<State>();
    for (let top = from.pop(); top !== undefined; top = from.pop()) {
      if (states.has(top)) continue;
      states.add(top);
      if (!this.#numbers.has(top)) this.#numbers.set(top, this.#numbers.size);
      if (top.reads === undefined) from.push(...top.next);
    }
    const key = Array.from(states, (state) => this.#numbers.get(state) ?? 0)
      .sort((one, other) => one - other)
      .join();
    const place = this.#places.get(key) ?? { states, next: new Map<string, Place>() };
    this.#places.set(key, place);
    return place;
  }

  after({ states, next }: Place, found: string): Place {
    const known = next.get(found);
    if (known !== undefined) return known;
    this.#kept += 1;
    if (this.#kept > KEPT_MAX) {
      this.#places.clear();
      this.#kept = 0;
    }
    const place = this.of([...states].filter(({ reads }) => reads?.(found)).flatMap((state) => state.next));
    next.set(found, place);
    return place;
  }
}

/** What the parts of a glob look like, and what they are. A star that is a whole name stands for a letter at least. */
const PIECES: readonly (readonly [RegExp, (match: string) => Piece])[] = [
  [/\/\*\*$/y, () => optional(exactly('/'), repeated(ANY))],
  [/(?<=^|[/{,])\*\*+\//y, () => optional(repeated(ANY), exactly('/'))],
  [/(?<=^|[/{,])\*\*+(?=$|[},])/y, () => sequence(letter(ANY), repeated(ANY))],
  [/(?<=^|[/{,])\*(?=$|[/},])/y, () => sequence(letter(NO_SLASH), repeated(NO_SLASH))],
  [/\*+/y, () => repeated(NO_SLASH)],
  [/\?/y, () => letter(NO_SLASH)],
  [/\[.[^\]]*\]/suy, (match) => letter(classOf(match.slice(1, -1)))],
  [/\\./suy, (match) => exactly(match.slice(1))],
  [/./suy, exactly],
];

function classOf(text: string): Reads {
  const isNot = /^[!^]/.test(text);
  const ranges = (isNot ? text.slice(1) : text).match(/.-.|./gsu) ?? [];
  return (found) => {
    if (found === '/') return false;
    const isIn = ranges.some(([from = '', , to = from]) => found >= from && found <= to);
    return isIn !== isNot;
  };
}

/** Reads a glob from its start to its end. */
class Parser {
  readonly #glob: string;
  #at = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  parse(): Piece {
    const whole = this.#sequence(0);
    // A folder that a star stands for may have a slash behind it.
    const isFolder = /(?:^|\/)\*(?!\*)[^/]*$/.test(this.#glob);
    return isFolder ? sequence(whole, optional(exactly('/'))) : whole;
  }

  /** The pieces up to the end, or to what ends an alternative in braces. */
  #sequence(depth: number): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.#glob.length && !(depth > 0 && /[,}]/.test(this.#glob[this.#at] ?? ''))) {
      pieces.push(this.#glob[this.#at] === '{' && this.#hasComma() ? this.#braces(depth) : this.#piece());
    }
    return sequence(...pieces);
  }

  #piece(): Piece {
    for (const [pattern, make] of PIECES) {
      pattern.lastIndex = this.#at;
      const [match] = pattern.exec(this.#glob) ?? [];
      if (match === undefined) continue;
      if (match === '[') throw new Error(`${this.#glob} has a [ without ]`);
      this.#at += match.length;
      return make(match);
    }
    throw new Error(`${this.#glob} cannot be read`);
  }

  #braces(depth: number): Piece {
    const alternatives: Piece[] = [];
    do {
      this.#at += 1;
      alternatives.push(this.#sequence(depth + 1));
    } while (this.#glob[this.#at] === ',');
    this.#at += 1;
    return either(...alternatives);
  }

  /** Whether a comma stands in the braces that begin here, and they end. */
  #hasComma(): boolean {
    let depth = 0;
    let found = false;
    for (const [sign] of this.#glob.slice(this.#at).matchAll(/\\.|[{},]/gs)) {
      if (sign === '{') depth += 1;
      else if (sign === ',' && depth === 1) found = true;
      else if (sign === '}') depth -= 1;
      if (depth === 0) return found;
    }
    return false;
  }
}
