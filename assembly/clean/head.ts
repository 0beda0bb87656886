/** The head of a clean document: its title, its base and its canonical URL. */
import { NodeKind, nodeAt } from '../html/nodes';
import { Tag } from '../html/names';
import { Out, putText } from '../markdown/out';
import { titleText } from '../page/title';
import { hasAttribute, writeOne, writeText } from './write';

/** The number of an element's name; that of no element for other nodes. */
export function tagOf(node: u32): u32 {
  const at = nodeAt(node);
  return at.kind == NodeKind.ELEMENT ? at.tag : <u32>Tag.COUNT;
}

/** The first child with a tag; 0 without one. */
export function childWith(parent: u32, tag: u32): u32 {
  let child = nodeAt(parent).firstChild;
  while (child && tagOf(child) != tag) child = nodeAt(child).next;
  return child;
}

/** The title, wherever it stands. */
function writeTitle(): bool {
  const text = titleText();
  if (!text) return true;
  putText('<title>');
  const at = nodeAt(text);
  if (!writeText(at.text, at.textLength, false)) return false;
  putText('</title>\n');
  return true;
}

/** Writes the first of the children with a tag that has an attribute, with this value, and its address. */
function writeLink(head: u32, tag: u32, start: string, name: string, value: string): bool {
  let child = nodeAt(head).firstChild;
  while (child && !(tagOf(child) == tag && hasAttribute(child, name, value))) {
    child = nodeAt(child).next;
  }
  if (!child) return true;
  const before = Out.to;
  putText(start);
  const empty = Out.to;
  if (!writeOne(child, 'href')) return false;
  if (Out.to == empty) Out.to = before;
  else putText('>\n');
  return true;
}

/** Writes what stands before the body; false if memory is unavailable. */
export function writeHead(root: u32): bool {
  putText('<!DOCTYPE html>\n<html');
  if (root && !(writeOne(root, 'lang') && writeOne(root, 'dir'))) return false;
  putText('>\n<head>\n<meta charset="utf-8">\n');
  const head = root ? childWith(root, Tag.HEAD) : 0;
  if (!writeTitle()) return false;
  if (head && !writeLink(head, Tag.BASE, '<base', 'href', '')) return false;
  if (head && !writeLink(head, Tag.LINK, '<link rel="canonical"', 'rel', 'canonical')) return false;
  putText('</head>\n<body>\n');
  return true;
}
