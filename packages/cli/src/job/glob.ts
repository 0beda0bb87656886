/**
 * Globs in linear time: a site chooses the addresses that they are compared with, and expressions that go back take minutes for some of
 * them. A glob becomes a machine of states, and an address is read once with all states that it can be in.
 */

/** What a state reads. */
type Reads = (letter: string) => boolean;

interface State {
  /** Undefined: nothing, the states behind it are those before it as well. */
  readonly reads: Reads | undefined;
  readonly next: number[];
}

const ANY: Reads = () => true;
const NO_SLASH: Reads = (letter) => letter !== '/';
const one =
  (wanted: string): Reads =>
  (letter) =>
    letter === wanted;

const LETTERS_MAX = 1000;

/** Whether a text matches a glob: `*`, `**`, `?`, `[a-z]`, `[!a]`, `{a,b}`, and a backslash before what stands for itself. */
export function globTest(glob: string): (text: string) => boolean {
  if (glob === '' || glob.length > LETTERS_MAX) throw new Error(`a glob has 1 to ${LETTERS_MAX} characters`);
  if (/^!|[!@+*?]\(/.test(glob))
    throw new Error(`${glob} begins with ! or has a list in parentheses, which are not read`);
  const states: State[] = [];
  const end = new Machine(glob.replace(/^\.\//, ''), states).build();
  return new Reader(states, end).test;
}

/** All states that an address can be in, and what follows by a letter: found once, for addresses have much in common. */
interface Place {
  readonly states: readonly number[];
  readonly isEnd: boolean;
  readonly next: Map<string, Place>;
}

/** Places and letters behind them that are kept. */
const KEPT_MAX = 10_000;

class Reader {
  readonly #states: readonly State[];
  readonly #end: number;
  readonly #places = new Map<string, Place>();
  #kept = 0;

  constructor(states: readonly State[], end: number) {
    this.#states = states;
    this.#end = end;
  }

  readonly test = (text: string): boolean => {
    let place = this.#placeOf([0]);
    for (const letter of text) {
      place = place.next.get(letter) ?? this.#after(place, letter);
      if (place.states.length === 0) return false;
    }
    return place.isEnd;
  };

  #after(place: Place, letter: string): Place {
    const read = place.states.filter((at) => this.#states[at]?.reads?.(letter));
    const after = this.#placeOf(read.flatMap((at) => this.#states[at]?.next ?? []));
    place.next.set(letter, after);
    this.#kept += 1;
    if (this.#kept > KEPT_MAX) {
      this.#places.clear();
      this.#kept = 0;
    }
    return after;
  }

  /** The place of states, and of those that are reached from them without reading. */
  #placeOf(from: readonly number[]): Place {
    const entered = new Set<number>();
    const stack = [...from];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (entered.has(top)) continue;
      entered.add(top);
      const { reads, next } = this.#states[top] as State;
      if (reads === undefined) stack.push(...next);
    }
    const states = [...entered].sort((a, b) => a - b);
    const key = states.join();
    const place = this.#places.get(key) ?? { states, isEnd: entered.has(this.#end), next: new Map<string, Place>() };
    this.#places.set(key, place);
    return place;
  }
}

/** Reads a glob from its start to its end, and appends states. */
class Machine {
  readonly #glob: string;
  readonly #states: State[];
  #at = 0;

  constructor(glob: string, states: State[]) {
    this.#glob = glob;
    this.#states = states;
  }

  /** The number of the state at the end; the first state is 0. */
  build(): number {
    const start = this.#state();
    const end = this.#alternative(start, 0);
    // A folder that a star stands for may have a slash behind it.
    const [last = ''] = /[^/]*$/.exec(this.#glob) ?? [];
    if (!last.startsWith('*') || last.startsWith('**')) return end;
    return this.#optional(end, (from) => this.#read(from, one('/')));
  }

  #state(reads?: Reads): number {
    return this.#states.push({ reads, next: [] }) - 1;
  }

  #link(from: number, to: number): void {
    this.#states[from]?.next.push(to);
  }

  /** A letter: the state behind it. */
  #read(from: number, reads: Reads): number {
    const reading = this.#state(reads);
    const behind = this.#state();
    this.#link(from, reading);
    this.#link(reading, behind);
    return behind;
  }

  #repeated(from: number, reads: Reads): number {
    const loop = this.#state();
    this.#link(from, loop);
    this.#link(this.#read(loop, reads), loop);
    return loop;
  }

  #optional(from: number, build: (from: number) => number): number {
    const behind = this.#state();
    this.#link(build(from), behind);
    this.#link(from, behind);
    return behind;
  }

  /** What stands up to the end, or up to a comma or brace of the braces around it. */
  #alternative(from: number, depth: number): number {
    const glob = this.#glob;
    let at = from;
    while (this.#at < glob.length) {
      const letter = glob[this.#at] ?? '';
      if (depth > 0 && (letter === ',' || letter === '}')) return at;
      this.#at += 1;
      if (letter === '*') at = this.#star(at);
      else if (letter === '?') at = this.#read(at, NO_SLASH);
      else if (letter === '[') at = this.#read(at, this.#class());
      else if (letter === '{' && this.#hasComma()) at = this.#braces(at, depth);
      else if (letter === '/' && /^\/\*\*$/.test(glob.slice(this.#at - 1))) {
        this.#at = glob.length;
        at = this.#optional(at, (slash) => this.#repeated(this.#read(slash, one('/')), ANY));
      } else {
        const isEscaped = letter === '\\' && this.#at < glob.length;
        const code = glob.codePointAt(isEscaped ? this.#at : this.#at - 1) ?? 0;
        const text = String.fromCodePoint(code);
        this.#at += isEscaped ? text.length : text.length - 1;
        at = this.#read(at, one(text));
      }
    }
    return at;
  }

  #star(from: number): number {
    const glob = this.#glob;
    const first = this.#at - 1;
    const isFirst = first === 0 || /[/{,]/.test(glob[first - 1] ?? '');
    while (glob[this.#at] === '*') this.#at += 1;
    const behind = glob[this.#at];
    const isLast = behind === undefined || /[/},]/.test(behind);
    const isWhole = isFirst && isLast;
    if (!isWhole || this.#at - first === 1) {
      return this.#repeated(isWhole ? this.#read(from, NO_SLASH) : from, NO_SLASH);
    }
    if (behind !== '/') return this.#repeated(this.#read(from, ANY), ANY);
    this.#at += 1;
    return this.#optional(from, (start) => this.#read(this.#repeated(start, ANY), one('/')));
  }

  #class(): Reads {
    const glob = this.#glob;
    const end = glob.indexOf(']', this.#at + 1);
    if (end < 0) throw new Error(`${glob} has a [ without ]`);
    const text = glob.slice(this.#at, end);
    this.#at = end + 1;
    const isNot = /^[!^]/.test(text);
    const letters = [...(isNot ? text.slice(1) : text)];
    return (letter) => {
      if (letter === '/') return false;
      for (let at = 0; at < letters.length; at += 1) {
        const [from = '', dash, to] = letters.slice(at, at + 3);
        if (dash === '-' && to !== undefined ? letter >= from && letter <= to : letter === from) return !isNot;
        if (dash === '-' && to !== undefined) at += 2;
      }
      return isNot;
    };
  }

  /** Whether a comma stands in the braces that were opened last, and they end. */
  #hasComma(): boolean {
    let depth = 0;
    let found = false;
    for (let at = this.#at; at < this.#glob.length; at += 1) {
      const letter = this.#glob[at];
      if (letter === '\\') at += 1;
      else if (letter === '{') depth += 1;
      else if (letter === '}' && depth-- === 0) return found;
      else if (letter === ',' && depth === 0) found = true;
    }
    return false;
  }

  #braces(from: number, depth: number): number {
    const behind = this.#state();
    for (let letter: string | undefined = ','; letter === ','; ) {
      const start = this.#state();
      this.#link(from, start);
      this.#link(this.#alternative(start, depth + 1), behind);
      letter = this.#glob[this.#at];
      this.#at += 1;
    }
    return behind;
  }
}
