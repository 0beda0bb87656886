/**
 * Results of other programs with the exported rules of a site. The engine is one that users of the format have, or one
 * for the same language: `xpath` for XPath 1.0, css-select for CSS. The text is that of all text nodes except code.
 */
import type { SiteRules } from '@refrain/rules';
import { toFilterList, toScraperConfig, toSiteConfig } from '@refrain/rules';
import { DOMImplementation } from '@xmldom/xmldom';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse as parseHtml } from 'parse5';
import { select } from 'xpath';
import { parse as documentOf } from '../methods/extractors.ts';

type ExportReader = (html: string) => string | undefined;

const CODE = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'textarea',
  'select',
  'svg',
  'iframe',
  'button',
  'canvas',
]);

const byXPath = (document: Document, path: string): Node[] => select(path, document) as Node[];

/** The page without namespaces, as libxml2 reads HTML. */
function xmlOf(html: string): Document {
  const document = new DOMImplementation().createDocument(null, '');
  const copy = (from: DefaultTreeAdapterTypes.ParentNode, to: { appendChild(node: never): unknown }): void => {
    for (const child of from.childNodes) {
      if (defaultTreeAdapter.isTextNode(child)) to.appendChild(document.createTextNode(child.value) as never);
      if (!defaultTreeAdapter.isElementNode(child)) continue;
      const element = document.createElement(child.tagName);
      for (const { name, value } of child.attrs) element.setAttribute(name, value);
      to.appendChild(element as never);
      copy(child, element as never);
    }
  };
  copy(parseHtml(html, { scriptingEnabled: false }), document);
  return document as unknown as Document;
}

const bodyOf = (document: Document): Node[] => byXPath(document, '//body');

function textOf(roots: readonly Node[]): string {
  const texts: string[] = [];
  const stack = [...roots].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeType === 3) texts.push(node.nodeValue ?? '');
    if (node.nodeType !== 1 || isUnseen(node as Element)) continue;
    stack.push(...[...node.childNodes].reverse());
  }
  return texts.join('\n');
}

const isUnseen = (element: Element): boolean =>
  CODE.has(element.localName) ||
  element.hasAttribute('hidden') ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '');

const outermost = (nodes: readonly Node[]): Node[] => {
  const all = new Set(nodes);
  const isIn = (node: Node): boolean => {
    for (let at = node.parentNode; at !== null; at = at.parentNode) if (all.has(at)) return true;
    return false;
  };
  return [...all].filter((node) => !isIn(node));
};

const remove = (nodes: readonly Node[]): void => {
  for (const node of nodes) node.parentNode?.removeChild(node);
};

/** As in Full-Text RSS and graby: removes matches of every `strip`, then uses the first `body` that matches. */
function siteConfigReader(rules: SiteRules): ExportReader {
  const lines = readSiteConfigLines(toSiteConfig(rules));
  const valuesOf = (name: string): string[] => lines.filter((line) => line.name === name).map(({ value }) => value);
  const [strips, bodies] = [valuesOf('strip'), valuesOf('body')];
  return (html) => {
    const document = xmlOf(html);
    for (const path of strips) remove(byXPath(document, path));
    for (const path of bodies) {
      const found = byXPath(document, path);
      if (found.length > 0) return textOf(outermost(found));
    }
    return textOf(bodyOf(document));
  };
}

const LINE = /^(?:#.*|(title|author|date|body|strip|test_url|prune|tidy): (\S.*))$/;

/**
 * Reads a site configuration by a strict grammar.
 *
 * @throws for an invalid line
 */
export function readSiteConfigLines(text: string): { readonly name: string; readonly value: string }[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = LINE.exec(line) ?? wrong(line);
      return name === undefined || value === undefined ? [] : [{ name, value }];
    });
}

const wrong = (line: string): never => {
  throw new Error(`no line of a site configuration: ${line}`);
};

/** As in examples/rules/apply_lxml.py. */
function scraperReader(rules: SiteRules): ExportReader {
  const { layouts } = toScraperConfig(rules);
  return (html) => {
    const document = xmlOf(html);
    const has = (path: string): boolean => byXPath(document, path).length > 0;
    const layout = layouts.find((each) => each.has.xpath.every(has) && !each.hasNot.xpath.some(has));
    if (layout === undefined) return '';
    for (const path of layout.remove.xpath) remove(byXPath(document, path));
    const { main, content } = layout.fields;
    for (const part of [main, content]) {
      const found = part === undefined ? [] : byXPath(document, part.xpath.join(' | '));
      if (found.length > 0) return textOf(outermost(found));
    }
    return textOf(bodyOf(document));
  };
}

/** As in content blockers, which hide elements. */
function filtersReader(rules: SiteRules): ExportReader {
  const selectors = toFilterList(rules)
    .split('\n')
    .flatMap((line) => line.split('##')[1] ?? []);
  return (html) => {
    const document = documentOf(html);
    for (const selector of selectors) remove([...document.querySelectorAll(selector)]);
    return textOf([document.body]);
  };
}

/** Formats, with the part of a page that they select. */
export const EXPORTS = {
  ftr: { part: 'main', reader: siteConfigReader },
  scraper: { part: 'main', reader: scraperReader },
  filters: { part: 'content', reader: filtersReader },
} as const;

export type ExportFormat = keyof typeof EXPORTS;
