/** The names of those who wrote the page, from what it declares and from what stands around its headline. */
import type { PageKind } from '../page/records.ts';
import { AUTHOR_ADDRESSES, AUTHOR_NAMES, REMARK_NAMES } from '../vocabulary.ts';
import { BEFORE, bylineOf, firstNames, type IsKnown, keyOf, starterOf, writerIn } from './authors.ts';
import { type Fact, type FactAttribute, LINE_MAX, type Line } from './facts.ts';
import type { Near } from './near.ts';
import type { MetadataSources } from './sources.ts';

/** Attributes of a fact that say what it is. */
const namesOf = (fact: Fact): string => NAMING.map((name) => fact.get(name) ?? '').join(' ');
const NAMING = ['class', 'itemprop', 'rel', 'id'] as const;

const contentOf = (fact: Fact): string => fact.get('content') ?? fact.text;

/** What the name of an element has that is beside a remark, or a button. */
const REMARK = new RegExp(REMARK_NAMES, 'i');
/** What the name of an element has that says who is quoted, or made a picture. */
const QUOTED = /quote|testimonial|credit|caption/i;
/** What the name of an element has that has a name alone. */
const NAME = new RegExp(`${AUTHOR_NAMES}|name|\\bfn\\b|user|person`, 'i');

/** Classes of elements with the name of an author, and of those with more. */
const NAMED = new RegExp(`${AUTHOR_NAMES}.{0,2}name|name.{0,2}${AUTHOR_NAMES}`, 'i');
const WRITTEN_BY = new RegExp(`${AUTHOR_NAMES}(?!i[tz])`, 'i');
/** Addresses of one author or member of a forum: a word for authors alone is a list of them, or part of a longer word. */
const ONE_AUTHOR = String.raw`(?<![a-z])(?:${AUTHOR_ADDRESSES}|contributor)s?(?:[/=._?&](?=.)|-\w+-)`;
const CONTRIBUTOR = new RegExp(`${ONE_AUTHOR}|/people/(?=.)`, 'i');
const MEMBER = new RegExp(`${ONE_AUTHOR}|member\\.|members?/|profile|/u(?:sers?)?/`, 'i');

/** Lines behind the headline that may name an author. */
const LINES = 14;
/** Elements behind the headline that are close to it. */
const CLOSE = 11;
/** Elements between authors of one page. */
const GAP = 4;

/** Elements, and where those are that may name an author. */
interface Writers {
  readonly facts: readonly Fact[];
  readonly places: readonly number[];
}

function writersIn(facts: readonly Fact[], may: 'mayNameWriter' | 'mayLinkWriter'): Writers {
  const places: number[] = [];
  facts.forEach((fact, at) => {
    if (fact[may]) places.push(at);
  });
  return { facts, places };
}

/** Texts of the first elements in a row that say that they name an author; of one with others in it, the text of the innermost. */
function textsNamed({ facts, places }: Writers, attribute: FactAttribute, pattern: RegExp): string[] {
  const found: string[] = [];
  let last = facts.length;
  for (const at of places) {
    if (at > last + GAP) break;
    const fact = facts[at] as Fact;
    const value = fact.get(attribute);
    if (value === undefined || !pattern.test(value)) continue;
    if (REMARK.test(namesOf(fact)) || QUOTED.test(namesOf(fact))) continue;
    const whole = contentOf(fact) || fact.text;
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
  return whole === '' ? fact.get('itemprop') === 'name' : fact.name === 'a' || NAME.test(namesOf(fact));
}

/** Kinds of pages that show their authors. */
const AUTHORED: readonly (PageKind | undefined)[] = ['article', 'forum', undefined];

/** Kinds of pages that show the authors of their items, or of what is said of them. */
const OF_ITEMS: readonly (PageKind | undefined)[] = ['listing', 'collection', 'product', 'service', 'home'];

/** Names of `meta` elements with authors. */
const AUTHORS = [
  ...['author', 'og:author', 'article:author', 'og:article:author'],
  ...['citation_author', 'citation_authors', 'parsely-author', 'sailthru.author'],
];

/** Names of the authors: those that the page declares, unless it shows others; else those that it shows. */
export function authorsOf(sources: MetadataSources, isKnown: IsKnown): string[] {
  const declared = firstNames(declaredTexts(sources), isKnown);
  const near = sources.near();
  if (declared.length === 0) {
    if (OF_ITEMS.includes(sources.kind)) return [];
    const shown = firstNames(shownTexts(sources), isKnown);
    if (shown.length > 0) return shown.map((name) => linkedName(name, near));
    const others = firstNames([sources.linkedData().texts('author')], isKnown);
    return others.length > 0 || sources.kind !== 'article' ? others : firstNames(farTexts(sources), isKnown);
  }
  const beside = linesBeside(near);
  const isBeside = (name: string): boolean => beside.some(({ text }) => text.includes(name));
  if (OF_ITEMS.includes(sources.kind) && !declared.every(isBeside)) return [];
  const shown = firstNames(bylinesIn(beside, sources.kind), isKnown);
  const keys = declared.map(keyOf);
  const isOther = (name: string): boolean =>
    (sources.kind === 'forum' || name.includes(' ')) &&
    !keys.some((key) => key.includes(keyOf(name)) || keyOf(name).includes(key));
  if (shown.length > 0 && shown.every(isOther)) return shown.map((name) => linkedName(name, near));
  return allIn(beside, declared, near) ?? declared;
}

/** A name without what stands behind it in its line, if a link has the name alone. */
function linkedName(name: string, near: Near): string {
  const link = near.after.slice(0, CLOSE).find(({ text }) => /\S\s\S/.test(text) && name.startsWith(`${text} `));
  return link?.text ?? name;
}

/** Key of a name without its title. */
const bareKeyOf = (name: string): string => keyOf(name.replace(/^(?:Dr|Prof)\.? /, ''));

/** The names of a line that has the declared ones, and others that stand in elements of their own. */
function allIn(lines: readonly Line[], declared: readonly string[], near: Near): string[] | undefined {
  const alone = new Set(near.after.map(({ text }) => bareKeyOf(text)));
  const keys = declared.map(bareKeyOf);
  for (const { text } of lines.filter((line) => declared.every((name) => line.text.includes(name)))) {
    const names = firstNames([[text]], () => false);
    const found = names.map(bareKeyOf);
    const isAll = keys.every((key) => found.includes(key)) && found.every((key) => alone.has(key));
    if (isAll && names.length > keys.length) return names;
  }
  return undefined;
}

/** Texts of data and `meta` elements that name authors, the most reliable first. */
function* declaredTexts(sources: MetadataSources): Generator<string[]> {
  const [data, meta] = [sources.linkedData(), sources.meta()];
  yield data.texts('author').filter((name) => !data.organisations.has(keyOf(name)));
  yield meta.of(...AUTHORS);
  yield meta.of('article:author_name', 'dc.creator', 'dcterms.creator');
  for (const at of [1, 2])
    if (/written by|author/i.test(meta.of(`twitter:label${at}`).join())) yield meta.of(`twitter:data${at}`);
}

const linesBeside = ({ linesAfter, linesBefore }: Near): Line[] => [
  ...linesAfter.slice(0, LINES),
  ...linesBefore.slice(0, 2),
];

/** Texts far from the headline that name the author of an article: the one to whom all links lead, and a line that says who wrote. */
function* farTexts({ near, page }: MetadataSources): Generator<string[]> {
  const links = near().after.filter((fact) => CONTRIBUTOR.test(fact.get('href') ?? ''));
  const [link] = links;
  if (link && links.every((other) => other.get('href') === link.get('href'))) yield [link.text];
  yield writerIn(page.allText());
}

/** The names in lines beside the headline that say who wrote. */
const bylinesIn = (lines: readonly Line[], kind: PageKind | undefined): string[][] =>
  lines.map(({ text }, at) => bylineOf(text, lines[at + 1]?.text ?? '', kind === 'forum'));

/** Texts of the page that name authors, the most reliable first. */
function* shownTexts(sources: MetadataSources): Generator<string[]> {
  const near = sources.near();
  const lines = linesBeside(near);
  for (const { text } of lines) yield starterOf(text);
  const facts = writersIn([...near.after, ...near.before], 'mayNameWriter');
  const marked = textsNamed(facts, 'itemprop', /^(?:author|creator)$/i);
  yield marked.length > 1 && sources.kind === 'forum' ? marked.slice(0, 1) : marked;
  yield textsNamed(facts, 'rel', /(?:^|\s)author(?:\s|$)/i);
  yield textsNamed(facts, 'class', /byline/i).filter((text) => BEFORE.test(text));
  yield* bylinesIn(lines, sources.kind);
  if (!AUTHORED.includes(sources.kind)) return;
  const linesAbove = near.linesBefore.slice(0, 4);
  // Elements above the headline are often those of a menu.
  const above = near.before.slice(0, 4).filter(({ text }) => linesAbove.some((line) => line.text.includes(text)));
  const close = writersIn([...near.after.slice(0, CLOSE), ...above], 'mayLinkWriter');
  // A thread names all who answer: the first one began it.
  const isThread = sources.kind === 'forum';
  const [named, linked] = [
    textsNamed(facts, 'class', NAMED),
    textsNamed(close, 'href', isThread ? MEMBER : CONTRIBUTOR),
  ];
  yield* isThread ? [named.slice(0, 1), linked.slice(0, 1)] : [named, linked];
  yield textsNamed(facts, 'class', WRITTEN_BY).slice(0, 1);
}
