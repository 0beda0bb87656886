/** Pages with labels on their content, and the changes that a bench makes to them. */
import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5';
import type { SourcePage } from '../../bench/pages/site-files.ts';
import type { Below } from '../../bench/random.ts';
import { IGNORED, normalise } from '../evaluation/gold.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;
type TextNode = DefaultTreeAdapterTypes.TextNode;
type Document = DefaultTreeAdapterTypes.Document;

const LABELS = ['data-gold', 'data-main'];
/** Words of a paragraph that an edit is made in. */
const PARAGRAPH_WORDS = 8;

const isElement = (node: Node): node is Element => 'tagName' in node;
const isText = (node: Node): node is TextNode => node.nodeName === '#text';

/** A text of the page, and whether it is content. */
interface PageText {
  readonly node: TextNode;
  readonly isContent: boolean;
  readonly isLinked: boolean;
  /** Whether it is template inside of content: a sign, a link to the source. */
  readonly isInside: boolean;
}

/** Whether the texts of an element are content; undefined where it has no label. */
function labelOf(element: Element): boolean | undefined {
  const of = (name: string) => element.attrs.find((attribute) => attribute.name === name)?.value;
  const [gold, main] = [of('data-gold'), of('data-main')];
  if (main === 'main' || main === 'comments' || main === 'rest') return main === 'main';
  return gold === undefined ? undefined : gold === 'content';
}

/** A page as a tree that is changed in place. */
export class LabelledPage {
  readonly #document: Document;
  /** Main content as a person marked it, where elements have no labels. */
  readonly #gold: string | undefined;

  constructor({ bytes, text }: Pick<SourcePage, 'bytes' | 'text'>) {
    this.#document = parse(new TextDecoder().decode(bytes));
    this.#gold = text === undefined ? undefined : normalise(text);
  }

  /** The page without labels. */
  html(): string {
    const strip = (parent: Parent): void => {
      for (const node of parent.childNodes) {
        if (!isElement(node)) continue;
        node.attrs = node.attrs.filter(({ name }) => !LABELS.includes(name));
        strip(node);
      }
    };
    strip(this.#document);
    return serialize(this.#document);
  }

  /** All texts that are not empty. */
  texts(): PageText[] {
    const found: PageText[] = [];
    const walk = (parent: Parent, isContent: boolean, isLinked: boolean, isInside: boolean): void => {
      for (const node of parent.childNodes) {
        if (isText(node)) {
          const text = normalise(node.value);
          const isGold = this.#gold === undefined ? isContent : text.length > 2 && this.#gold.includes(text);
          if (text !== '') found.push({ node, isContent: isGold, isLinked, isInside });
        } else if (isElement(node) && !IGNORED.has(node.tagName)) {
          walk(node, labelOf(node) ?? isContent, isLinked || node.tagName === 'a', isInside || isContent);
        }
      }
    };
    walk(this.#document, false, false, false);
    return found;
  }

  /** The outermost elements of content. */
  #contents(parent: Parent = this.#document): Element[] {
    return parent.childNodes.flatMap((node) => {
      if (!isElement(node)) return [];
      return labelOf(node) === true ? [node] : this.#contents(node);
    });
  }

  /** Puts the content of this page in place of that of `host`; whether both have labels that allow it. */
  moveInto(host: LabelledPage): boolean {
    const own = this.#contents();
    const replaced = host.#contents();
    const [first] = replaced;
    const parent = first?.parentNode;
    if (own.length === 0 || first === undefined || !parent || parent.nodeName === 'html') return false;
    const at = parent.childNodes.indexOf(first);
    for (const element of replaced) {
      const siblings = element.parentNode?.childNodes;
      siblings?.splice(siblings.indexOf(element), 1);
    }
    for (const element of own) {
      if (element.tagName === 'body') Object.assign(element, { tagName: 'div', nodeName: 'div' });
      element.parentNode = parent;
    }
    parent.childNodes.splice(at, 0, ...own);
    return true;
  }

  /** Puts HTML before or behind the content. */
  addBeside(html: string, side: 'before' | 'behind'): void {
    const contents = this.#contents();
    const element = side === 'before' ? contents[0] : contents.at(-1);
    const siblings = element?.parentNode?.childNodes;
    if (element === undefined || siblings === undefined) return;
    const at = siblings.indexOf(element) + (side === 'before' ? 0 : 1);
    siblings.splice(at, 0, ...parseFragment(html).childNodes);
  }

  /** Adds a parameter to every link. */
  track(value: string): void {
    const walk = (parent: Parent): void => {
      for (const node of parent.childNodes) {
        if (!isElement(node)) continue;
        for (const attribute of node.attrs) {
          if (attribute.name !== 'href') continue;
          attribute.value += `${attribute.value.includes('?') ? '&' : '?'}utm_source=${value}`;
        }
        walk(node);
      }
    };
    walk(this.#document);
  }

  /** Changes one word of a paragraph, or adds a paragraph behind it; false where the page has no paragraph. */
  edit(kind: 'word' | 'paragraph', below: Below): boolean {
    const paragraphs = this.texts().filter(
      ({ node, isContent }) =>
        isContent &&
        node.parentNode?.nodeName === 'p' &&
        (node.value.match(/\p{L}{2,}/gu)?.length ?? 0) >= PARAGRAPH_WORDS,
    );
    const chosen = paragraphs[below(Math.max(1, paragraphs.length))]?.node;
    const paragraph = chosen?.parentNode;
    if (chosen === undefined || !paragraph || !('tagName' in paragraph)) return false;
    if (kind === 'word') {
      const words = [...chosen.value.matchAll(/\p{L}{2,}/gu)];
      const word = words[below(words.length)];
      if (word === undefined) return false;
      const end = word.index + word[0].length;
      chosen.value = `${chosen.value.slice(0, word.index)}changed${chosen.value.slice(end)}`;
      return true;
    }
    const siblings = paragraph.parentNode?.childNodes;
    const added = '<p>The council met again on Tuesday and moved the opening of the new bridge to autumn.</p>';
    siblings?.splice(siblings.indexOf(paragraph) + 1, 0, ...parseFragment(added).childNodes);
    return true;
  }
}
