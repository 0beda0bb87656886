/** The names of those who wrote the page, from what it declares and from what stands around its headline. */
import type { PageKind } from '../page/records.ts';
import { BEFORE, bylineOf, keyOf } from './authors.ts';
import type { Fact, Meta } from './facts.ts';
import type { LinkedData } from './linked-data.ts';
import { LINE_MAX, type Near } from './near.ts';

/** Attributes of a fact that say what it is. */
const says = ({ attributes }: Fact): string =>
  ['class', 'itemprop', 'rel', 'id'].map((name) => attributes.get(name) ?? '').join(' ');

const contentOf = ({ text, attributes }: Fact): string => attributes.get('content') ?? text;

/** Elements between authors of one page. */
const GAP = 4;

/** Texts of the first elements in a row that say that they name an author; of one with others in it, the text of the innermost. */
function textsNamed(facts: readonly Fact[], attribute: string, pattern: RegExp): string[] {
  const found: string[] = [];
  let last = facts.length;
  for (const [at, fact] of facts.entries()) {
    if (at > last + GAP) break;
    const whole = contentOf(fact) || fact.text;
    if (!pattern.test(fact.attributes.get(attribute) ?? '') || /comment|social|share/i.test(says(fact))) continue;
    const inner = facts.slice(at + 1, at + 6).find((other) => isNameIn(whole, other));
    const text = inner === undefined ? whole : contentOf(inner);
    if (text === '' || text.length > LINE_MAX) continue;
    found.push(text);
    last = at;
  }
  return found;
}

/** Whether a fact behind an author has the name alone. */
function isNameIn(whole: string, fact: Fact): boolean {
  const text = contentOf(fact);
  if (text === '' || text === whole || !(whole === '' || whole.includes(text))) return false;
  return whole === ''
    ? fact.attributes.get('itemprop') === 'name'
    : fact.name === 'a' || /name|author|\bfn\b|user|person/i.test(says(fact));
}

/** Kinds of pages that show their authors. */
const AUTHORED: readonly (PageKind | undefined)[] = ['article', 'forum', undefined];

/** Names of `meta` elements with authors. */
const AUTHORS = [
  ...['author', 'og:author', 'article:author', 'og:article:author'],
  ...['citation_author', 'parsely-author', 'sailthru.author'],
];

/** Texts that name authors, the most reliable first. */
export function* authorTexts(
  data: LinkedData,
  meta: Meta,
  nearHeadline: () => Near,
  kindOf: () => PageKind | undefined,
): Generator<string[]> {
  const authors = data.texts('author');
  yield authors.filter((name) => !data.organisations.has(keyOf(name)));
  yield meta.of(...AUTHORS);
  yield meta.of('article:author_name', 'dc.creator', 'dcterms.creator');
  if (/written by|author/i.test(meta.of('twitter:label1').join())) yield meta.of('twitter:data1');
  const near = nearHeadline();
  const facts = [...near.after.slice(0, 80), ...near.before.slice(0, 20)];
  const marked = textsNamed(facts, 'itemprop', /^(?:author|creator)$/i);
  yield marked.length > 1 && kindOf() === 'forum' ? marked.slice(0, 1) : marked;
  yield textsNamed(facts, 'rel', /(?:^|\s)author(?:\s|$)/i);
  yield textsNamed(facts, 'class', /byline/i).filter((text) => BEFORE.test(text));
  const lines = [...near.linesAfter.slice(0, 10), ...near.linesBefore.slice(0, 2)];
  for (const [at, line] of lines.entries()) yield bylineOf(line, lines[at + 1] ?? '');
  const close = [...near.after.slice(0, 12), ...near.before.slice(0, 4)];
  const shown = [
    textsNamed(facts, 'class', /author.{0,2}name|name.{0,2}author/i),
    textsNamed(close, 'href', /author|contributor|\/people\//i),
    textsNamed(close, 'href', /author|member\.|members?\/|profile|\/u(?:sers?)?\//i),
    textsNamed(facts, 'class', /author(?!i[tz])|byline/i).slice(0, 1),
  ];
  // The kind takes as long as the rest of it.
  if (shown.some(({ length }) => length > 0) && AUTHORED.includes(kindOf())) {
    const [named = [], linked = [], member = [], written = []] = shown;
    yield* [named, kindOf() === 'forum' ? member : linked, written];
  }
  yield authors;
}
