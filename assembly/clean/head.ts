/** The head of a clean document: title, base and canonical URL. */
import { Attribute } from '../html/attributes';
import { childWith, nodeAt } from '../html/nodes';
import { Tag } from '../html/names';
import { equalsLiteral } from '../html/scan';
import { Out, putText } from '../markdown/out';
import { titleText } from '../page/title';
import { readAttribute, writeOne, writeText } from './write';

function writeTitle(): bool {
  const text = titleText();
  if (!text) return true;
  putText('<title>');
  const at = nodeAt(text);
  if (!writeText(at.text, at.textLength, false)) return false;
  putText('</title>\n');
  return true;
}

/** Writes a start tag with the URL of the first element with this tag in the head. A link must be `canonical`. */
function writeLink(head: u32, tag: u32, start: string): bool {
  for (let child = nodeAt(head).firstChild; child; child = nodeAt(child).next) {
    if (nodeAt(child).tag != tag || !(tag == Tag.BASE ? readAttribute(child, 'href') : isCanonical(child))) continue;
    const before = Out.to;
    putText(start);
    const empty = Out.to;
    if (!writeOne(child, 'href')) return false;
    if (Out.to == empty) Out.to = before;
    else putText('>\n');
    break;
  }
  return true;
}

function isCanonical(link: u32): bool {
  return readAttribute(link, 'rel') && equalsLiteral(Attribute.value, Attribute.valueEnd, 'canonical');
}

/** Writes everything before the body; false if memory is unavailable. */
export function writeHead(root: u32): bool {
  putText('<!DOCTYPE html>\n<html');
  if (root && !(writeOne(root, 'lang') && writeOne(root, 'dir'))) return false;
  putText('>\n<head>\n<meta charset="utf-8">\n');
  const head = root ? childWith(root, Tag.HEAD) : 0;
  if (!writeTitle()) return false;
  if (head && !writeLink(head, Tag.BASE, '<base')) return false;
  if (head && !writeLink(head, Tag.LINK, '<link rel="canonical"')) return false;
  putText('</head>\n<body>\n');
  return true;
}
