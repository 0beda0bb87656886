/** The names of those who wrote the page, from what it declares and from what stands around its headline. */
import type { PageKind } from '../page/records.ts';
import { BEFORE, bylineOf, keyOf } from './authors.ts';
import { type Fact, type Named, valuesOf } from './facts.ts';
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

/** Texts that name authors, the most reliable first. */
export function* authorTexts(
  data: LinkedData,
  meta: Named,
  near: Near,
  kind: PageKind | undefined,
): Generator<string[]> {
  const facts = [...near.after.slice(0, 80), ...near.before.slice(0, 20)];
  const isForum = kind === 'forum';
  const authors = data.texts('author');
  yield authors.filter((name) => !data.organisations.has(keyOf(name)));
  yield valuesOf(meta, /^(?:(?:og:)?(?:article:)?author|citation_author|parsely-author|sailthru\.author)$/);
  yield valuesOf(meta, /^(?:article:author_name|dc(?:terms)?\.creator)$/);
  if (/written by|author/i.test(valuesOf(meta, /^twitter:label1$/).join())) yield valuesOf(meta, /^twitter:data1$/);
  yield textsNamed(facts, 'itemprop', /^(?:author|creator)$/i).slice(0, isForum ? 1 : undefined);
  yield textsNamed(facts, 'rel', /(?:^|\s)author(?:\s|$)/i);
  yield textsNamed(facts, 'class', /byline/i).filter((text) => BEFORE.test(text));
  const lines = [...near.linesAfter.slice(0, 10), ...near.linesBefore.slice(0, 2)];
  for (const [at, line] of lines.entries()) yield bylineOf(line, lines[at + 1] ?? '');
  if (AUTHORED.includes(kind)) {
    yield textsNamed(facts, 'class', /author.{0,2}name|name.{0,2}author/i);
    const close = [...near.after.slice(0, 12), ...near.before.slice(0, 4)];
    yield textsNamed(
      close,
      'href',
      isForum ? /author|member\.|members?\/|profile|\/u(?:sers?)?\//i : /author|contributor|\/people\//i,
    );
    yield textsNamed(facts, 'class', /author(?!i[tz])|byline/i).slice(0, 1);
  }
  yield authors;
}
