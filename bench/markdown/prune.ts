/**
 * Removes from a parsed page what a reader does not see as its text: hidden elements, scripts, controls of forms, line numbers
 * of code, links of headings to themselves and links back from footnotes. Formulas become their TeX.
 */
import { ancestorsOf, attribute, type Element, elementsOf, hasClass, rawText, remove, replaceBy } from './dom.ts';

const TEXTLESS = new Set([
  ...['script', 'style', 'template', 'noscript', 'noframes', 'head', 'title', 'svg', 'canvas', 'video', 'audio'],
  ...['iframe', 'frameset', 'select', 'datalist', 'option', 'textarea', 'input', 'rp', 'clipboard-copy'],
]);

const LINE_NUMBERS = [
  ...[
    'lineno',
    'linenos',
    'line-numbers',
    'line-number',
    'ln',
    'gutter',
    'hljs-ln-numbers',
    'blob-num',
    'rouge-gutter',
  ],
  ...['lnt', 'LineNr', 'line-numbers-rows', 'source-line-no', 'sourceLineNo', 'src-line-numbers', 'linenodiv'],
];

const SELF_LINKS = ['headerlink', 'anchor', 'anchorjs-link', 'permalink', 'hash-link', 'doc-anchor'];
const BACK_LINKS = [
  'footnote-back',
  'footnote-backref',
  'reversefootnote',
  'data-footnote-backref',
  'mw-cite-backlink',
];

const TEX = /^(application\/x-tex|latex)$/i;

export function isHidden(element: Element): boolean {
  const hidden = attribute(element, 'hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (attribute(element, 'aria-hidden')?.toLowerCase() === 'true') return true;
  if (element.tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  const style = attribute(element, 'style') ?? '';
  return style
    .split(';')
    .map((rule) => rule.replace(/\s+|!important/gi, '').toLowerCase())
    .some((rule) => rule === 'display:none' || rule === 'visibility:hidden');
}

function isSelfLink(element: Element): boolean {
  const href = attribute(element, 'href');
  if (element.tagName !== 'a' || href === undefined || !href.startsWith('#')) return false;
  const text = rawText(element).trim();
  if (/^(#|¶|§|🔗|\u200b)$/u.test(text)) return true;
  return hasClass(element, ...SELF_LINKS) && !/[\p{L}\p{N}]/u.test(text);
}

function isBackLink(element: Element): boolean {
  if (attribute(element, 'role') === 'doc-backlink' || attribute(element, 'data-footnote-backref') !== undefined)
    return true;
  if (hasClass(element, ...BACK_LINKS)) return true;
  return element.tagName === 'a' && /^\u21a9\ufe0e?$/u.test(rawText(element).trim());
}

/** The label of a footnote of Sphinx, which the link to the note repeats. */
function isNoteLabel(element: Element): boolean {
  const [parent] = ancestorsOf(element);
  return hasClass(element, 'label') && parent !== undefined && attribute(parent, 'role') === 'doc-footnote';
}

/** The elements whose text is code: `pre` and its kin, tables and boxes of code. Formulas are text. */
function isCode(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'pre') return ![...elementsOf(element)].some((code) => hasClass(code, 'language-math'));
  if (tagName === 'listing' || tagName === 'xmp') return true;
  if (tagName === 'table') return isCodeTable(element);
  return tagName === 'div' && hasClass(element, 'fragment') && hasLine(element);
}

const hasLine = (element: Element): boolean =>
  element.childNodes.some((child) => 'tagName' in child && hasClass(child, 'line'));

function isCodeTable(table: Element): boolean {
  if (hasClass(table, 'highlighttable', 'rouge-table', 'hljs-ln', 'lntable')) return true;
  const cells = [...elementsOf(table)].filter(({ tagName }) => tagName === 'td');
  if (cells.some((cell) => hasClass(cell, 'blob-code', 'hljs-ln-code'))) return true;
  return (
    cells.length === 2 && cells.some((cell) => hasClass(cell, 'gutter')) && cells.some((cell) => hasClass(cell, 'code'))
  );
}

function isLineNumber(element: Element): boolean {
  if (element.tagName !== 'pre' || hasClass(element, 'lineno', 'src-line-numbers')) {
    if (hasClass(element, ...LINE_NUMBERS)) return true;
  }
  const text = rawText(element).trim();
  if (text === '') return attribute(element, 'data-line-number') !== undefined;
  return /^\d+$/.test(text) && /user-select:\s*none/i.test(attribute(element, 'style') ?? '');
}

/** The TeX of a formula, or its plain text. */
function formulaOf(math: Element): string {
  const annotation = [...elementsOf(math)].find(
    (element) => element.tagName.startsWith('annotation') && TEX.test(attribute(element, 'encoding') ?? ''),
  );
  return rawText(annotation ?? math);
}

function removeLineNumbers(code: Element): void {
  for (const element of [...elementsOf(code)]) if (isLineNumber(element)) remove(element);
  const numbers = [...elementsOf(code)].filter(({ tagName }) => tagName === 'td');
  // A column of nothing but numbers beside the column of code.
  const [first, second] = numbers;
  if (numbers.length === 2 && first && second && /^\s*(\d+\s*)+$/.test(rawText(first))) remove(first);
}

/** Hidden text of so many bytes, and of more than a fifth of the page, is shown by a click: tabs, sections that fold. */
const MUCH_BYTES = 400;

/** Removes the hidden elements, unless they have more than half of the text, or much of it: then a script shows them. */
function removeHidden(body: Element): void {
  const hidden = [...elementsOf(body, (element) => !isHidden(element))].filter(isHidden);
  const lengthOf = (element: Element): number => Buffer.byteLength(rawText(element).replace(/\s+/g, ' '));
  const all = lengthOf(body);
  const unseen = hidden.reduce((sum, element) => sum + lengthOf(element), 0);
  if (unseen * 2 > all || (unseen >= MUCH_BYTES && unseen * 5 > all)) return;
  for (const element of hidden) remove(element);
}

/** A button, unless it is what opens a section: then it stands in a heading or a summary. */
const isControl = (element: Element): boolean =>
  element.tagName === 'button' &&
  ![...ancestorsOf(element)].slice(0, 3).some(({ tagName }) => tagName === 'summary' || /^h[1-6]$/.test(tagName));

/** Prunes a page. The elements whose text is code are returned, since some cannot be recognised without line numbers. */
export function prune(body: Element): ReadonlySet<Element> {
  for (const element of [...elementsOf(body)]) {
    const { tagName } = element;
    if (tagName === 'math') replaceBy(element, ` ${formulaOf(element)} `);
    else if (tagName === 'script' && /^math\/tex/i.test(attribute(element, 'type') ?? ''))
      replaceBy(element, ` ${rawText(element)} `);
    else if (TEXTLESS.has(tagName) || hasClass(element, 'katex-html') || isControl(element)) remove(element);
  }
  removeHidden(body);
  const codes = new Set([...elementsOf(body, (element) => !isCode(element))].filter(isCode));
  for (const code of codes) removeLineNumbers(code);
  for (const element of [...elementsOf(body)]) {
    if (isSelfLink(element) || isBackLink(element) || hasClass(element, 'src-line-numbers') || isNoteLabel(element))
      remove(element);
  }
  return codes;
}
