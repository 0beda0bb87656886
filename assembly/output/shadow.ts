/**
 * Declarative shadow roots: `<template shadowrootmode="open">` in an element. As in a browser, its contents replace the element's children,
 * which replace the slots with their names. The parser builds templates as the standard does; this file moves the nodes.
 *
 *   host ─┬─ template ── fragment ── div ── slot name="end"        host ── div ── slot ── p
 *         └─ p slot="end"                                    ──►
 *
 * Hosts are visited in document order, so that outer contents are in place before inner ones.
 */
import { Depth, Flag, NodeKind, appendChild, depthOf, following, moveChildren, nodeAt, remove } from '../html/nodes';
import { Tag } from '../html/names';
import { areEqual, findByte } from '../html/scan';
import { tagIs, valueIs } from '../page/match';
import { isSpent, spend } from '../work';
import { AttributeId, forgetValues, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';

const MODES = 'open closed';
/** Work for a child whose attributes are read; each slot examines all remaining children. */
const CHILD_STEPS: u64 = 64;

/** Names, besides those of custom elements, that may have a shadow root. */
const HOSTS = 'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span';

/** True for custom elements and the names that may have a shadow root. */
function mayHost(node: u32): bool {
  const at = nodeAt(node);
  const tag = <u32>at.tag;
  if (at.kind != NodeKind.ELEMENT || at.flags & Flag.NAMESPACE) return false;
  return tag == Tag.OTHER ? findByte(0x2d, at.text, at.textEnd) < at.textEnd : tagIs(tag, HOSTS);
}

/** The child template whose contents a browser shows, or 0. */
function templateIn(host: u32): u32 {
  for (let child = nodeAt(host).firstChild; child; child = nodeAt(child).next) {
    spend(1);
    // A template in SVG has no fragment.
    if (nodeAt(child).tag != Tag.TEMPLATE || nodeAt(nodeAt(child).firstChild).kind != NodeKind.FRAGMENT) continue;
    if (!mayHost(host)) return 0;
    readAttributes(child);
    if (valueIs(AttributeId.SHADOW_ROOT_MODE, MODES) || valueIs(AttributeId.SHADOW_ROOT, MODES)) return child;
  }
  return 0;
}

/** Length of a value; 0 without the attribute. */
function lengthOf(known: u32): usize {
  return hasValue(known) ? rawEnd(known) - rawStart(known) : 0;
}

/** Moves children of `from` with a slot's name into the slot, replacing its fallback content. */
function fill(slot: u32, from: u32): void {
  readAttributes(slot);
  const length = lengthOf(AttributeId.NAME);
  const name = rawStart(AttributeId.NAME);
  let isFilled = false;
  let next: u32 = 0;
  for (let child = nodeAt(from).firstChild; child && !isSpent(); child = next) {
    spend(CHILD_STEPS);
    next = nodeAt(child).next;
    const kind = <u32>nodeAt(child).kind;
    if (kind != NodeKind.ELEMENT && kind != NodeKind.TEXT) continue;
    readAttributes(child);
    if (lengthOf(AttributeId.SLOT) != length || !areEqual(rawStart(AttributeId.SLOT), name, length)) continue;
    while (!isFilled && nodeAt(slot).firstChild) remove(nodeAt(slot).firstChild);
    isFilled = true;
    remove(child);
    appendChild(slot, child);
  }
}

/** Shows the contents of a template in its host. Children without a slot are removed from the tree. */
function attach(host: u32, template: u32): void {
  const contents = nodeAt(template).firstChild;
  remove(template);
  remove(contents);
  moveChildren(host, template);
  moveChildren(contents, host);
  for (let node = nodeAt(host).firstChild; node && nodeAt(template).firstChild && !isSpent(); ) {
    spend(1);
    const tag = <u32>nodeAt(node).tag;
    // Slots and the subtrees that are moved into them have at most the maximum depth, so depth at most doubles.
    if (tag == Tag.SLOT && depthOf(node) < Depth.max) fill(node, template);
    node = following(node, host, tag != Tag.SLOT && tag != Tag.TEMPLATE);
  }
}

/** Attaches all shadow roots of a page from source. */
export function attachShadows(): void {
  forgetValues();
  let node = nodeAt(0).firstChild;
  while (node) {
    spend(1);
    const template = templateIn(node);
    if (template) attach(node, template);
    node = following(node, 0, nodeAt(node).tag != Tag.TEMPLATE);
  }
}
