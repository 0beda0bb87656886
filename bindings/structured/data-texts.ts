/** Finds texts in the data of a page: those of the main entities of JSON-LD, and prose in other JSON. */
import { isObject, type JsonObject } from '../check.ts';
import { entitiesIn, isOfType, type JsonReader, listOf } from './json.ts';

/** A text in data, which may be HTML. */
export interface DataText {
  readonly text: string;
  /** The member whose value contains it. */
  readonly member: string;
}

/** Replaces the member of titles and names, which are only kept with other texts. */
export const NAME = 'name';

// ── JSON-LD ──

/** Types whose texts are content. */
const CONTENT =
  /(?:Article|Posting|Question|Answer|Comment|Product|ProductGroup|Recipe|HowTo|HowToSection|HowToStep|Course|Event|Book|Movie|Dataset|SoftwareApplication|Review|Report)$/;
/** Types whose comments are content, unlike comments on an article. */
const THREAD = /(?<!Blog)(?:Posting|Question|Answer|Comment)$/;
/** Members with the text of an entity, in order of reading. */
const BODIES = ['articleBody', 'reviewBody', 'text', 'description', 'recipeIngredient'];
/** Members that have further main entities. Reviews of products, related items and lists of items are not followed. */
const PARTS = [
  ...['@graph', 'mainEntity', 'mainEntityOfPage', 'recipeInstructions', 'step'],
  ...['acceptedAnswer', 'suggestedAnswer'],
];

export const isLinkedData = (json: unknown): boolean =>
  listOf(json).some((value) => isObject(value) && ('@context' in value || '@type' in value || '@graph' in value));

/** Texts of the main entities, in document order. */
export function* entityTexts(json: unknown): Generator<DataText> {
  const partsOf = (entity: JsonObject): readonly string[] => (isOfType(entity, THREAD) ? [...PARTS, 'comment'] : PARTS);
  for (const entity of entitiesIn(json, partsOf)) {
    if (!isOfType(entity, CONTENT)) continue;
    const name = entity['headline'] ?? entity['name'];
    if (typeof name === 'string') yield { text: name, member: NAME };
    for (const member of BODIES)
      for (const text of listOf(entity[member])) if (typeof text === 'string') yield { text, member };
  }
}

// ── Other JSON: the data from which an application starts ──

/** Minimum length of a string that is read, in UTF-16 code units. */
const LENGTH_MIN = 8;
/** Minimum number of words of a string without markup. */
const WORDS_MIN = 12;
/** If the strings of one member have markup, and together at least this number of words, only they are the text. */
const MARKED_WORDS_MIN = 50;

const MARKUP = /<(?:p|div|br|li|h[1-6]|ul|ol|pre|blockquote)\b/i;
const SENTENCE_END = /[.!?…]["'”’»)\]]*(?:\s|$)|[。！？]/u;
/** Signs of code and settings, and long texts without a space. */
const CODE = /[{}]|=>|[!-~]{60}/;
/** The start of a program, which may contain markup. */
const PROGRAM = /^\s*(?:[!(]*function|window|var)\b/;
/** The end of a truncated text. */
const CUT_OFF = /(?:…|&hellip;|\.\.\.)\s*(?:<\/p>\s*)?$/;

/**
 * Strings in parsed JSON that may be prose. JSON inside strings is read too. Uses a stack, because JSON may be very
 * deep.
 */
export function* stringsIn(json: unknown, reader: JsonReader): Generator<DataText> {
  const stack: [member: string, value: unknown][] = [['', json]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [member, found] = top;
    const value = typeof found === 'string' && /^\s*[[{]/.test(found) ? reader.read(found) : found;
    if (isObject(value)) {
      const isList = Array.isArray(value);
      if (isList && value[0] === '$' && /^(?:script|style)$/.test(String(value[1]))) continue;
      for (const [own, inner] of Object.entries(value).reverse())
        stack.push([isList ? member : own, own === 'children' ? joined(inner) : inner]);
    } else if (typeof value === 'string' && value.length >= LENGTH_MIN && !CUT_OFF.test(value)) {
      yield { member, text: value };
    }
  }
}

/**
 * The children of an element of React, `["$", NAME, KEY, { children }]`, as one text if some of them are texts: the
 * others are links and the like.
 */
function joined(children: unknown): unknown {
  const isText = (child: unknown): child is string => typeof child === 'string' && !child.startsWith('$');
  if (!Array.isArray(children) || children[0] === '$' || !children.some(isText)) return children;
  let text = '';
  const stack: unknown[] = [children];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (isText(top)) text += top;
    else if (Array.isArray(top)) {
      const inner = top[0] === '$' ? [top[3]?.children] : top;
      for (let at = inner.length - 1; at >= 0; at -= 1) stack.push(inner[at] ?? '');
    }
  }
  return text;
}

/** A text without its markup, in words. */
export interface PlainText {
  readonly data: DataText;
  readonly text: string;
  readonly words: readonly string[];
}

const isProse = ({ text, words }: PlainText): boolean =>
  SENTENCE_END.test(text) && !CODE.test(text) && words.filter((word) => /\p{L}/u.test(word)).length >= WORDS_MIN;

const wordCount = (texts: readonly PlainText[]): number => texts.reduce((sum, { words }) => sum + words.length, 0);

/**
 * The prose among strings: those of one member if they have markup and are long together (posts), or else all
 * sentences.
 */
export function proseOf(strings: readonly PlainText[]): readonly PlainText[] {
  const marked = new Map<string, PlainText[]>();
  for (const string of strings) {
    if (!MARKUP.test(string.data.text) || PROGRAM.test(string.data.text)) continue;
    const { member } = string.data;
    if (!marked.has(member)) marked.set(member, []);
    marked.get(member)?.push(string);
  }
  const [longest = [] as PlainText[]] = [...marked.values()].sort((one, other) => wordCount(other) - wordCount(one));
  return wordCount(longest) >= MARKED_WORDS_MIN ? longest : strings.filter(isProse);
}
