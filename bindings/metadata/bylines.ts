/** The authors of the page, declared or shown around its headline. */
import { layout } from '../core-exports.ts';
import type { PageKind } from '../page/records.ts';
import { AUTHOR_NAMES, REMARK_NAMES } from '../vocabulary.ts';
import { BEFORE, bylineOf, firstNames, type NameTest, starterOf, writerIn } from './authors.ts';
import { LINE_MAX, type MetadataElement } from './elements.ts';
import type { HeadingContext } from './heading-context.ts';
import { keyOf } from './plain-text.ts';
import type { MetadataSources } from './sources.ts';

const namesOf = (element: MetadataElement): string =>
  ['class', 'itemprop', 'rel', 'id'].map((name) => element.get(name) ?? '').join(' ');

const contentOf = (element: MetadataElement): string => element.get('content') ?? element.text;

/** Names of elements in comments and share buttons. */
const REMARK = new RegExp(REMARK_NAMES, 'i');
/** Names of elements that contain only a name. */
const NAME = new RegExp(`${AUTHOR_NAMES}|name|\\bfn\\b|user|person`, 'i');
/** Classes of elements with only the name of an author. */
const AUTHOR_NAME = new RegExp(`${AUTHOR_NAMES}.{0,2}name|name.{0,2}${AUTHOR_NAMES}`, 'i');
/** Classes of elements with an author and other text. */
const AUTHORED = new RegExp(`${AUTHOR_NAMES}(?!i[tz])`, 'i');
/** Address of one author or member. A word for authors without a name after it is a list, or part of a longer word. */
const ONE_AUTHOR = String.raw`(?<![a-z])(?:${AUTHOR_NAMES}|contributor)s?(?:[/=._?&](?=.)|-\w+-)`;
const CONTRIBUTOR = new RegExp(ONE_AUTHOR, 'i');
const MEMBER = new RegExp(`${ONE_AUTHOR}|member\\.|members?/|profile|/u(?:sers?)?/`, 'i');

/** Lines after the headline that may name an author, and before it. */
const LINES_AFTER = 14;
const LINES_BEFORE = 2;
/** Elements after the headline that are close to it. */
const CLOSE = 11;
/** Maximum number of elements between authors of one page. */
const GAP = 4;
/** Number of elements after one that may be in it. */
const INNER = 5;

/** Texts of the first elements whose attribute matches, up to a gap. An inner element with only the name replaces an outer one. */
function textsNamed(elements: readonly MetadataElement[], attribute: string, pattern: RegExp): string[] {
  const found: string[] = [];
  const mark = attribute === 'href' ? layout.MetadataMark.LINK : layout.MetadataMark.WRITER;
  let last = elements.length;
  for (let at = 0; at < elements.length && at <= last + GAP; at += 1) {
    const element = elements[at] as MetadataElement;
    if (!element.has(mark) || !pattern.test(element.get(attribute) ?? '') || REMARK.test(namesOf(element))) continue;
    const whole = contentOf(element) || element.text;
    const inner = elements.slice(at + 1, at + 1 + INNER).find((other) => isNameIn(whole, other));
    const text = inner === undefined ? whole : contentOf(inner);
    if (text === '' || text.length > LINE_MAX) continue;
    found.push(text);
    last = at;
  }
  return found;
}

/** True if an element contains only the name in a text. */
function isNameIn(whole: string, element: MetadataElement): boolean {
  const text = contentOf(element);
  if (text === '' || text === whole || !(whole === '' || whole.includes(text))) return false;
  return whole === '' ? element.get('itemprop') === 'name' : element.name === 'a' || NAME.test(namesOf(element));
}

/** Kinds of pages that show authors of their items or of reviews. */
const OF_ITEMS: readonly (PageKind | undefined)[] = ['listing', 'collection', 'product', 'service', 'home'];

const AUTHORS = [
  ...['author', 'og:author', 'article:author', 'og:article:author', 'article:author_name', 'dc.creator'],
  ...['dcterms.creator', 'citation_author', 'citation_authors', 'parsely-author', 'sailthru.author'],
];

/** The declared authors, unless the page shows others; else those that it shows. */
export function authorsOf(sources: MetadataSources, isOther: NameTest): string[] {
  const { kind } = sources;
  const isOfItems = OF_ITEMS.includes(kind);
  const declared = firstNames(declaredTexts(sources), isOther);
  if (declared.length === 0 && isOfItems) return [];
  const context = sources.context();
  const lines = [...context.linesAfter.slice(0, LINES_AFTER), ...context.linesBefore.slice(0, LINES_BEFORE)];
  if (declared.length === 0) {
    const shown = firstNames(shownTexts(sources, lines), isOther);
    const found =
      shown.length > 0 || kind !== 'article' ? shown : firstNames([writerIn(sources.page.allText())], isOther);
    return found.map((name) => linkedName(name, context));
  }
  if (isOfItems && !declared.every((name) => lines.some((line) => line.includes(name)))) return [];
  const shown = firstNames(bylinesIn(lines, kind), isOther);
  const keys = declared.map(keyOf);
  const isContrary = (name: string): boolean =>
    (kind === 'forum' || name.includes(' ')) &&
    !keys.some((key) => key.includes(keyOf(name)) || keyOf(name).includes(key));
  const isContradicted = shown.length > 0 && shown.every(isContrary);
  return isContradicted ? shown.map((name) => linkedName(name, context)) : declared;
}

/** The text of a link with which a name begins; else the name. */
const linkedName = (name: string, { after }: HeadingContext): string =>
  after.slice(0, CLOSE).find(({ text }) => /\S\s\S/.test(text) && name.startsWith(`${text} `))?.text ?? name;

/** Texts of JSON-LD and `meta` elements with authors, the most reliable first. */
function* declaredTexts(sources: MetadataSources): Generator<string[]> {
  yield sources.linkedData().texts('author');
  yield sources.meta(...AUTHORS);
  for (const at of [1, 2])
    if (/written by|author/i.test(sources.meta(`twitter:label${at}`).join())) yield sources.meta(`twitter:data${at}`);
}

function* bylinesIn(lines: readonly string[], kind: PageKind | undefined): Generator<string[]> {
  for (const [at, line] of lines.entries()) yield bylineOf(line, lines[at + 1] ?? '', kind === 'forum');
}

/** Visible texts with authors, the most reliable first. */
function* shownTexts(sources: MetadataSources, lines: readonly string[]): Generator<string[]> {
  const { before, after, linesBefore } = sources.context();
  for (const line of lines) yield starterOf(line);
  const isThread = sources.kind === 'forum';
  // In threads, elements name the authors of all posts.
  if (isThread) yield* bylinesIn(lines, sources.kind);
  const elements = [...after, ...before];
  yield textsNamed(elements, 'itemprop', /^(?:author|creator)$/i);
  yield textsNamed(elements, 'rel', /(?:^|\s)author(?:\s|$)/i);
  yield textsNamed(elements, 'class', /byline/i).filter((text) => BEFORE.test(text));
  if (!isThread) yield* bylinesIn(lines, sources.kind);
  // Elements above the headline are often those of a menu.
  const isAbove = ({ text }: MetadataElement): boolean => linesBefore.slice(0, 4).some((line) => line.includes(text));
  const close = [...after.slice(0, CLOSE), ...before.slice(0, 4).filter(isAbove)];
  // The author of the first post started the thread.
  const count = isThread ? 1 : undefined;
  yield textsNamed(elements, 'class', AUTHOR_NAME).slice(0, count);
  yield textsNamed(close, 'href', isThread ? MEMBER : CONTRIBUTOR).slice(0, count);
  yield textsNamed(elements, 'class', AUTHORED).slice(0, 1);
}
