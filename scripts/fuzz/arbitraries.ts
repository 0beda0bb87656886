/** Generators of fast-check: known texts with random edits. */
import fc, { type Arbitrary } from 'fast-check';
import { readDictionary, type Sources } from './sources.ts';

/** Changes the next match of a pattern, or a few UTF-16 units anywhere. */
interface Edit {
  readonly pattern?: RegExp;
  readonly change: (old: string) => string;
}

const PAGE_END = '\x1e';
/** Maximum UTF-16 units of markup. */
const MARKUP_MAX = 6000;

const NUMBERS = [
  0, 1, 2, 7, 8, 15, 16, 127, 128, 255, 256, 0x7fff, 0xffff, 0x10000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
];

const one = (list: readonly string[]): Arbitrary<string> =>
  fc.nat(Math.max(0, list.length - 1)).map((at) => list[at] ?? '');

const words = (section: string): Arbitrary<string> => one(readDictionary(section));

/** Mixes in inputs of the subject's corpus. */
const often = <T>(weight: number, kept: Arbitrary<T>, { corpus }: Sources, others: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: corpus.length > 0 ? weight : 0, arbitrary: kept }, { weight: 1, arbitrary: others });

const PLACE = fc.noBias(fc.tuple(fc.nat(0x7fff_ffff), fc.constantFrom(1, 4)));
const LENGTH = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(12) }, fc.nat(200));

const edit = <T>(values: Arbitrary<T>, changed: (value: T, old: string) => string, pattern?: RegExp): Arbitrary<Edit> =>
  values.map((value) => ({ change: (old) => changed(value, old), ...(pattern && { pattern }) }));

const put = (texts: Arbitrary<string>): Arbitrary<Edit> => edit(texts, (text) => text);
const REPEAT = edit(fc.integer({ min: 2, max: 3 }), (count, old) => old.repeat(count));

function edited(text: string, place: number, length: number, { pattern, change }: Edit): string {
  let at = place;
  let old = text.slice(at, at + length);
  if (pattern !== undefined) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return text;
    at = match.index;
    [old] = match;
  }
  return text.slice(0, at) + change(old) + text.slice(at + old.length);
}

/** Functions that make a few edits, which shrinking can remove. */
const editing = (edits: Arbitrary<Edit>, maxLength: number): Arbitrary<(text: string) => string> =>
  fc.array(fc.tuple(PLACE, LENGTH, edits), { minLength: 1, maxLength: 6 }).map(
    (list) => (text) =>
      list.reduce((before, [[at, step], length, made]) => {
        const place = at % (before.length + 1);
        return edited(before, place - (place % step), length, made).slice(0, maxLength);
      }, text),
  );

/** Altered bytes, one per character, made of seeds and words of the format. */
export function alteredBytes(
  sources: Sources,
  seeds: readonly string[],
  known: readonly string[],
  maxLength = 4000,
): Arbitrary<string> {
  const number = fc.constantFrom(...NUMBERS);
  const text = (value: number): string => String.fromCharCode(value & 255);
  const word = (value: number): string => [0, 8, 16, 24].map((shift) => text(value >>> shift)).join('');
  const edits = fc.oneof(
    { weight: 4, arbitrary: put(one(known)) },
    put(fc.nat(255).map(text)),
    put(fc.constant('')),
    REPEAT,
    edit(fc.nat(255), (mask, old) => text(old.charCodeAt(0) ^ mask), /./gs),
    edit(fc.constantFrom(1, -1), (more, old) => text(old.charCodeAt(0) + more), /./gs),
    edit(number, word, /.{4}/gs),
    edit(number, String, /\d+/g),
    edit(fc.integer({ min: -2, max: 2 }), (more, old) => String(Math.max(0, Number(old) + more)), /\d+/g),
    edit(fc.constant(''), String, /.+/gs),
    put(
      fc.tuple(one([...seeds, ...sources.corpus]), PLACE, fc.nat(400)).map(([other, [at], length]) => {
        const from = at % (other.length + 1);
        return other.slice(from, from + length);
      }),
    ),
  );
  const texts = often(2, one(sources.corpus), sources, one(seeds));
  return fc.tuple(texts, editing(edits, maxLength)).map(([seed, change]) => change(seed));
}

export function markupEdits({ inputs }: Sources): Arbitrary<(html: string) => string> {
  const [names, attributes] = [words('names'), words('attributes')];
  const tag = fc.oneof(
    { weight: 3, arbitrary: names.map((name) => `<${name}>`) },
    { weight: 2, arbitrary: names.map((name) => `</${name}>`) },
    fc.tuple(names, attributes, attributes).map(([name, first, second]) => `<${name} ${first} ${second}>`),
  );
  const edits = fc.oneof(
    { weight: 2, arbitrary: put(words('characters')) },
    { weight: 4, arbitrary: put(fc.array(tag, { minLength: 1, maxLength: 3 }).map((tags) => tags.join(''))) },
    put(fc.tuple(tag, fc.oneof(fc.nat(6), fc.nat(6), fc.nat(60))).map(([text, count]) => text.repeat(count))),
    put(words('references')),
    put(inputs.length > 0 ? fc.oneof(words('markup'), one(inputs)) : words('markup')),
    put(fc.constant('')),
    REPEAT,
    edit(attributes, (attribute, old) => `${old} ${attribute}`, /<[^\s/>]+/g),
    edit(names, (name) => name, /(?<=<\/?)[a-z][^\s/>]*/gi),
    edit(fc.constant(''), (_, old) => old.toUpperCase(), /(?<=<\/?)[a-z][^\s/>]*/gi),
    edit(names, (name, old) => `<${name}>${old}</${name}>`),
  );
  return editing(edits, MARKUP_MAX);
}

/** Parts of real pages, mostly beginning at a tag and inside a document; and inputs of html5lib's tests. */
function pieces({ pages, inputs }: Sources): Arbitrary<string> {
  const length = fc.oneof({ weight: 19, arbitrary: fc.integer({ min: 60, max: 560 }) }, fc.nat(3000));
  const piece = fc.tuple(one(pages), PLACE, length, fc.nat(4)).map(([page, [at], units, kind]) => {
    const start = at % (page.length + 1);
    const from = kind === 0 ? start : Math.max(start, page.indexOf('<', start));
    return (kind < 2 ? '' : '<!DOCTYPE html>') + page.slice(from, from + units);
  });
  return inputs.length > 0 ? fc.oneof(piece, one(inputs)) : piece;
}

export function markup(
  sources: Sources,
  texts = often(1, one(sources.corpus), sources, pieces(sources)),
): Arbitrary<string> {
  return fc.tuple(texts, markupEdits(sources)).map(([html, change]) => change(html).toWellFormed());
}

/** Pages of a site, for `pagesOf`: a code below `codes`, then pages. Most are edits of an earlier page. */
export function sites(sources: Sources, codes: number, frame = fc.constant((html: string) => html)): Arbitrary<string> {
  const first = often(
    1,
    one(sources.corpus).map((input) => pagesOf(input).pages),
    sources,
    pieces(sources).map((page) => [page]),
  );
  const same = fc.constant((html: string) => html);
  const change = fc.oneof(same, { weight: 2, arbitrary: markupEdits(sources) });
  const others = fc.array(fc.tuple(fc.nat(), fc.nat(), change, frame), { minLength: 1, maxLength: 8 });
  return fc.tuple(fc.nat(codes - 1), first, others).map(([code, pages, more]) => {
    const all = more.reduce(
      (before, [from, to, changed, framed]) =>
        before.toSpliced(to % (before.length + 1), 0, framed(changed(before[from % before.length] ?? ''))),
      [...pages],
    );
    return `${code}${all.slice(0, 16).join(PAGE_END).slice(0, 10_000)}`.toWellFormed();
  });
}

export const pagesOf = (input: string): { readonly code: number; readonly pages: readonly string[] } => ({
  code: Number(input[0]),
  pages: input.slice(1).split(PAGE_END),
});
