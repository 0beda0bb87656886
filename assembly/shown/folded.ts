/**
 * Hidden elements that a reader opens: the answer of a question, the panel of a tab, the section of an accordion, the rest of a text.
 * Their names say so, or what stands before them is what opens them. Layers over the page are no such elements, whatever is in them.
 */
import { isNamed } from '../page/attribute-names';
import { Known, hasValue, rawEnd, rawStart, readAttributes } from '../page/attribute-values';
import { NodeKind } from '../html/records';
import { Tag } from '../html/names';
import { nodeAt } from '../html/nodes';
import { nextNode } from '../page/tree';
import { startsWith, valueIs } from '../page/match';
import { isQuestion } from '../page/question';
import { UNFOLDED_WORDS } from '../vocabulary';

/** Words in the names of elements that open. */
const FOLDS =
  'accordion* collaps* faq* question* answer* tab-* tab_* tabs* tabcontent* toggl* trigger* expand* panel* carousel* slid* spoiler* quote* paywall* subscriber* read-* readmore* show-* more* less*';
/** Words in the names of what opens them. */
const LABELS = 'toggl* trigger* expand* question* show-*';

/** What opens an element has at most this many nodes. */
const LABEL_NODES: u32 = 16;

/** Whether the element before a node is a heading or a button, has one, or asks a question. Attributes are read. */
function isBehindLabel(node: u32): bool {
  let label = nodeAt(node).previous;
  while (label && nodeAt(label).kind != NodeKind.ELEMENT) label = nodeAt(label).previous;
  if (!label) return false;
  let count: u32 = 0;
  for (let at = label; at; at = nextNode(at, label, true, 0)) {
    if (++count > LABEL_NODES) return false;
    const tag = <u32>nodeAt(at).tag;
    if (nodeAt(at).kind != NodeKind.ELEMENT) continue;
    if (tag - Tag.H1 < 6 || tag == Tag.BUTTON || tag == Tag.DT || tag == Tag.SUMMARY) return true;
    readAttributes(at);
    if (valueIs(Known.ROLE, 'button heading tab') || isNamed(LABELS)) return true;
  }
  return isQuestion(label);
}

/**
 * Whether a reader opens a hidden element, whose attributes were read last; those of others are read. What React sends late waits in
 * elements named `S:…`.
 */
export function isFolded(node: u32): bool {
  if (isNamed(UNFOLDED_WORDS)) return false;
  if (hasValue(Known.ID) && startsWith(rawStart(Known.ID), rawEnd(Known.ID), 's:')) return true;
  return isNamed(FOLDS) || valueIs(Known.ROLE, 'region') || isBehindLabel(node);
}
