/** Redesigned pages: real labelled pages with another template. The labels stay, so that verdicts after a redesign can be measured. */
import { type DefaultTreeAdapterTypes, parse, serialize, serializeOuter } from 'parse5';
import type { Label } from '../evaluation/gold.ts';
import { type Element, isElement, isIgnored, isText, labelOf, type Node } from '../trees/labels.ts';
import { replaceContent } from '../trees/replace-content.ts';

/**
 * What a redesign replaces: the texts of the template; its elements and class names; both, by the template of another site; or only
 * the texts behind the content.
 */
export const KINDS = ['texts', 'markup', 'template', 'footer'] as const;
export type RedesignKind = (typeof KINDS)[number];

type Document = DefaultTreeAdapterTypes.Document;

/** Visits nodes below a parent with their labels. */
function visit(parent: Document | Element, label: Label, each: (node: Node, label: Label) => void): void {
  for (const node of parent.childNodes) {
    const own = isElement(node) ? labelOf(node, label) : label;
    each(node, own);
    if (isElement(node) && !isIgnored(node)) visit(node, own, each);
  }
}

/** Replaces letters in a way that is the same for the same text. */
function rewritten(text: string, design: number): string {
  let state = design;
  for (const letter of text.trim()) state = (Math.imul(state ^ letter.charCodeAt(0), 0x01000193) + design) >>> 0;
  return text.replace(/\p{L}/gu, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  });
}

function rewriteTexts(document: Document, design: number, isFooterOnly: boolean): void {
  let isBehind = !isFooterOnly;
  let hasContent = false;
  const texts: { readonly node: Node; readonly label: Label }[] = [];
  visit(document, 'template', (node, label) => {
    if (isText(node) && node.value.trim() !== '') texts.push({ node, label });
  });
  const last = texts.findLastIndex(({ label }) => label === 'content');
  for (const [index, { node, label }] of texts.entries()) {
    hasContent ||= label === 'content';
    isBehind ||= hasContent && index > last;
    if (isBehind && label === 'template' && isText(node)) node.value = rewritten(node.value, design);
  }
}

/** Other class names and ids outside of the content, two elements around everything, and sections in place of lists. */
function rewriteMarkup(document: Document, design: number): void {
  const renamed = (name: string): string =>
    /^(?:ul|ol|nav|aside)$/.test(name) ? 'section' : /^li$/.test(name) ? 'div' : name;
  visit(document, 'template', (node, label) => {
    if (!isElement(node)) return;
    if (label === 'content') return;
    for (const attribute of node.attrs) {
      if (attribute.name === 'class' || attribute.name === 'id') attribute.value = rewritten(attribute.value, design);
    }
    const name = renamed(node.tagName);
    node.tagName = name;
    node.nodeName = name;
  });
  const body = document.childNodes
    .filter(isElement)
    .flatMap(({ childNodes }) => childNodes.filter(isElement))
    .find(({ tagName }) => tagName === 'body');
  if (body === undefined) return;
  const inside = serialize(body);
  const around = parse(`<body><div class="page-${design}"><div class="inner">${inside}</div></div></body>`);
  const other = around.childNodes
    .filter(isElement)
    .flatMap(({ childNodes }) => childNodes.filter(isElement))
    .at(-1);
  if (other !== undefined) body.childNodes = other.childNodes;
}

const MARK = 'data-kept';

/** The outermost elements of content, with their labels under another name that `replaceContent` leaves alone. */
function contentOf(document: Document): string {
  const pieces: string[] = [];
  const collect = (parent: Document | Element): void => {
    for (const node of parent.childNodes) {
      if (!isElement(node)) continue;
      if (labelOf(node, 'template') === 'content') pieces.push(serializeOuter(node));
      else if (!isIgnored(node)) collect(node);
    }
  };
  collect(document);
  return pieces
    .join('\n')
    .replaceAll('data-gold=', `${MARK}=`)
    .replaceAll(/<(\/?)(?:body|html|td|tr|tbody|table)\b/g, '<$1div');
}

/**
 * The page after a redesign; undefined where it has no content to keep. `host` is a page of another site, whose template `template`
 * takes.
 */
export function redesign(html: string, kind: RedesignKind, design: number, host: string): string | undefined {
  const document = parse(html);
  if (kind === 'template') {
    const content = contentOf(document);
    if (content === '') return undefined;
    const made = replaceContent(host, content)?.replaceAll(`${MARK}=`, 'data-gold=');
    const title = /<title[^>]*>[^<]*<\/title>/i.exec(html)?.[0];
    return title === undefined ? made : made?.replace(/<title[^>]*>[^<]*<\/title>/i, () => title);
  }
  if (kind === 'markup') rewriteMarkup(document, design);
  else rewriteTexts(document, design, kind === 'footer');
  return serialize(document);
}
