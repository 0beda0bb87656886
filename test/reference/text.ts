/**
 * The text of a whole page for a reader, by parse5: the expected `page.text('all')`. It follows the rules in
 * docs/api.md, not the module.
 */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
type TextNode = DefaultTreeAdapterTypes.TextNode;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const IGNORED = words('head script style noscript template');
const UNSEEN = words(
  'noembed noframes select datalist option optgroup textarea progress meter svg canvas audio video iframe rp',
);
const LINES = words(
  'html body address article aside blockquote br caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p ' +
    'param plaintext pre search section summary table tbody textarea tfoot thead tr ul xmp',
);
const APART = words(
  'audio button canvas embed iframe img input label meter object picture progress rt select svg video',
);
const CELLS = words('td th');
const KEEPERS = words('pre listing xmp');
const ENDS = /^[\t-\r ]+|[\t-\r ]+$/g;

/** Separators between two texts, the weakest first. */
const Break = { None: 0, Space: 1, Cell: 2, Line: 3 } as const;

const isElement = (node: Node): node is Element => 'tagName' in node;
const isText = (node: Node): node is TextNode => node.nodeName === '#text';

const attribute = ({ attrs }: Element, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value;

/** All tab panels but one are hidden until a reader chooses them. */
const isTabPanel = (element: Element): boolean =>
  attribute(element, 'role')?.trim().toLowerCase() === 'tabpanel' ||
  (attribute(element, 'class') ?? '').split(/[\t\n\f\r ]+/).some((one) => /^(tab-?panel|tab-pane)$/i.test(one));

function isHiddenByTag(element: Element): boolean {
  if (element.tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  if (isTabPanel(element)) return false;
  const hidden = attribute(element, 'hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (attribute(element, 'aria-hidden')?.toLowerCase() === 'true') return true;
  const style = attribute(element, 'style') ?? '';
  return style.split(';').some((one) => /^\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)(?:\s|!|$)/i.test(one));
}

const FOLDS =
  /(?:^|[^a-zA-Z]|(?=[A-Z]))(?:accordion|collaps|faq|question|answer|tab-|tab_|tabs|tabcontent|toggl|trigger|expand|panel|carousel|slid|spoiler|quote|paywall|subscriber|read-|readmore|show-|more|less)/i;
const LABELS = /(?:^|[^a-zA-Z]|(?=[A-Z]))(?:toggl|trigger|expand|question|show-)/i;
const OVERLAYS =
  /(?:^|[^a-zA-Z]|(?=[A-Z]))(?:modal|popup|dialog|overlay|lightbox|cookie|consent|gdpr|privacy|share|login|menu|nav|search|form|template|translat)/i;

const nodesOf = (node: Node): Node[] => [node, ...('childNodes' in node ? node.childNodes.flatMap(nodesOf) : [])];

const isNamed = (element: Element, names: RegExp): boolean =>
  ['class', 'id'].some((name) => names.test(attribute(element, name) ?? ''));

const roleOf = (element: Element): string => attribute(element, 'role')?.trim().toLowerCase() ?? '';

/** True if the previous element labels this one: a heading, a button, a question. */
function isAfterLabel({ parentNode: parent, ...element }: Element): boolean {
  const elements = parent?.childNodes.filter(isElement) ?? [];
  const label = elements[elements.findIndex(({ childNodes }) => childNodes === element.childNodes) - 1];
  const nodes = label === undefined ? [] : nodesOf(label);
  const opens = nodes
    .slice(0, 16)
    .filter(isElement)
    .some(
      (one) =>
        /^(?:h[1-6]|button|dt|summary)$/.test(one.tagName) ||
        /^(?:button|heading|tab)$/.test(roleOf(one)) ||
        isNamed(one, LABELS),
    );
  if (opens || nodes.length > 16) return opens;
  return /[?\u061f\u037e\uff1f][\0- ]*$/.test(
    nodes.filter(isText).findLast(({ value }) => /[^ \t\n\f\r]/.test(value))?.value ?? '',
  );
}

/** True for a hidden element that a reader can open. */
function isFolded(element: Element): boolean {
  if (isNamed(element, OVERLAYS)) return false;
  const isLate = /^s:/i.test(attribute(element, 'id') ?? '');
  return isLate || isNamed(element, FOLDS) || roleOf(element) === 'region' || isAfterLabel(element);
}

/** What hides a text. */
type Hider = 'folded' | 'hidden' | undefined;

interface Gap {
  kind: number;
  /** White space between texts whose lines are kept. */
  space: string;
  isFirst: boolean;
}

const newGap = (): Gap => ({ kind: Break.None, space: '', isFirst: false });

interface Piece {
  readonly text: string;
  readonly keeps: boolean;
  readonly gap: Gap;
  readonly bytes: number;
  /** True in an element that never shows text. */
  readonly isUnseen: boolean;
  /** How the outermost hiding element, outside unseen elements, hides the text. */
  readonly hider: Hider;
  /** True if a reader cannot open all hiding elements. */
  readonly isClosed: boolean;
}

/** A text without soft hyphens, word joiners and zero-width spaces, unless nothing else is in it. */
export const withoutJoiners = (text: string): string =>
  text.replace(/[\xad\u2060]|\u200b(?![\u0800-\u1fff])/g, '') || text;

/** All texts of a page in document order, hidden or not. */
class Reader {
  readonly pieces: Piece[] = [];
  #gap = newGap();
  #linkEnded = false;
  #keeper: Element | undefined;
  #isFirst = false;

  read(node: Node, isUnseen: boolean, hider: Hider, isClosed: boolean): void {
    if (isText(node)) this.#text(node.value.toWellFormed(), { isUnseen, hider, isClosed });
    if (!isElement(node) || IGNORED.has(node.tagName)) return;
    const name = node.tagName;
    const unseen = isUnseen || UNSEEN.has(name);
    const own = unseen || !isHiddenByTag(node) ? undefined : isFolded(node) ? 'folded' : 'hidden';
    this.#break(name);
    const keeps = KEEPERS.has(name) && this.#keeper === undefined && node.childNodes.length > 0;
    if (keeps) {
      this.#keeper = node;
      this.#isFirst = true;
      this.#gap.space = '';
    } else if (name === 'br' && this.#keeper !== undefined) this.#gap.space = `${lines(this.#gap.space)}\n`;
    else if (name === 'a' && this.#linkEnded) this.#stronger(Break.Space);
    for (const child of node.childNodes) this.read(child, unseen, hider ?? own, isClosed || own === 'hidden');
    if (keeps) {
      this.#keeper = undefined;
      this.#gap.space = '';
    }
    // The end of an element without nodes is never visited.
    if (node.childNodes.length === 0) return;
    if (name === 'a') this.#linkEnded = true;
    this.#break(name);
  }

  #break(name: string): void {
    if (CELLS.has(name)) this.#stronger(Break.Cell);
    else if (LINES.has(name)) this.#stronger(Break.Line);
    else if (APART.has(name)) this.#stronger(Break.Space);
  }

  #stronger(kind: number): void {
    this.#gap.kind = Math.max(this.#gap.kind, kind);
  }

  #text(text: string, seen: Pick<Piece, 'isUnseen' | 'hider' | 'isClosed'>): void {
    const keeps = this.#keeper !== undefined;
    if (text.trim() === '') {
      if (text !== '') this.#stronger(Break.Space);
      if (keeps) this.#gap.space += text;
      return;
    }
    const joined = withoutJoiners(text);
    const clean = joined.replace(/\s+/g, ' ').trim();
    if (/^\s/.test(joined)) this.#stronger(Break.Space);
    const kept = text.replace(ENDS, '');
    const isInvisible = /^(?:\s|\u200b|\u200d|\u2060)*$/.test(clean) && text.replace(/\s+/g, ' ').trim().length <= 8;
    if (keeps) this.#gap.space += text.slice(0, text.indexOf(kept));
    const isFirst = keeps && this.#isFirst;
    const { kind, space } = this.#gap;
    const gap = { kind, space: isFirst ? indentation(space) : space, isFirst };
    const bytes = Buffer.byteLength(joined);
    // Invisible text counts neither as seen nor as hidden.
    const how = isInvisible ? { ...seen, isUnseen: true, hider: undefined } : seen;
    this.pieces.push({ text: keeps ? joined.replace(ENDS, '') : clean, keeps, gap, bytes, ...how });
    this.#isFirst = false;
    this.#linkEnded = false;
    this.#gap = newGap();
    if (/\s$/.test(joined)) this.#stronger(Break.Space);
    if (keeps) this.#gap.space = text.slice(text.indexOf(kept) + kept.length);
  }
}

const COUNT_MAX = 255;
const count = (text: string, pattern: RegExp): number => Math.min(text.match(pattern)?.length ?? 0, COUNT_MAX);
const lines = (space: string): string => '\n'.repeat(count(space, /\n/g));

/** Tabs, then spaces, after the last line feed. */
function indentation(space: string): string {
  const last = space.slice(space.lastIndexOf('\n') + 1);
  return '\t'.repeat(count(last, /\t/g)) + ' '.repeat(count(last, /[^\t]/gu));
}

function written(gap: Gap, keeps: boolean, isStart: boolean): string {
  const plain = ['', ' ', '\t', '\n'][isStart ? Break.None : gap.kind] ?? '';
  if (!keeps) return plain;
  if (gap.isFirst) return (plain === ' ' ? '' : plain) + indentation(gap.space);
  if (isStart) return indentation(gap.space);
  const feeds = lines(gap.space) || (gap.kind === Break.Line ? '\n' : gap.kind === Break.Cell ? '\t' : '');
  return feeds + indentation(gap.space) || plain;
}

const sum = (pieces: readonly Piece[]): number => pieces.reduce((total, { bytes }) => total + bytes, 0);

/** Hidden texts that a reader can see: all, those in elements that open, or none. */
function shownLater(pieces: readonly Piece[]): 'all' | 'folded' | 'nothing' {
  const hidden = sum(pieces.filter(({ hider }) => hider === 'hidden'));
  const folded = sum(pieces.filter(({ hider }) => hider === 'folded'));
  const seen = folded + sum(pieces.filter(({ hider, isUnseen }) => hider === undefined && !isUnseen));
  return hidden > seen && seen < 300 ? 'all' : folded > 0 ? 'folded' : 'nothing';
}

/** The text of a whole page. `isContent`: true if the text with a number, in document order, is content. */
export function readableText(html: string, isContent: (text: number) => boolean = () => false): string {
  const reader = new Reader();
  const root = parse(html).childNodes.find(isElement);
  if (root !== undefined) reader.read(root, false, undefined, false);
  const later = [shownLater(reader.pieces), shownLater(reader.pieces.filter((_, text) => isContent(text)))];
  const isHidden = ({ hider, isClosed }: Piece): boolean =>
    !later.includes('all') && (isClosed || (hider === 'folded' && !later.includes('folded')));
  let text = '';
  let pending = newGap();
  for (const piece of reader.pieces) {
    const { gap, keeps } = piece;
    pending = {
      kind: Math.max(pending.kind, gap.kind),
      space: gap.isFirst || !keeps ? gap.space : lines(pending.space) + gap.space,
      isFirst: gap.isFirst,
    };
    if (piece.isUnseen || isHidden(piece)) pending.kind = Math.max(pending.kind, Break.Space);
    else {
      text += written(pending, keeps, text === '') + piece.text;
      pending = newGap();
    }
  }
  return text;
}
