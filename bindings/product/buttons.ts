/** Buttons that put a product into the cart. */
import type { Core } from '../core.ts';
import { attributesOf, elementsOf } from '../html/records.ts';
import { BUY as BUY_WORDS } from '../vocabulary.ts';
import { textIn } from './micro.ts';

/** A line with the text of a button and a few signs around it. Not `\W`, which includes letters of most scripts. */
const BUY = new RegExp(String.raw`^[^\w\n]{0,8}${BUY_WORDS}[^\w\n]{0,8}$`, 'imu');
/** UTF-16 units of the longest text of a button. */
const BUTTON_MAX = 40;

/**
 * True if a line of the text is the label of a button, or a node from `first` to `end` (default: all) is an enabled
 * button.
 */
export function hasBuyButton(core: Core, text: string, first?: number, end?: number): boolean {
  if (BUY.test(text)) return true;
  for (const element of elementsOf(core, first, end)) {
    const name = core.nameOf(element);
    if (name !== 'button' && name !== 'input') continue;
    const attributes = attributesOf(core, element);
    const label = name === 'input' ? (attributes.get('value') ?? '') : textIn(core, element, BUTTON_MAX);
    if (!attributes.has('disabled') && BUY.test(label)) return true;
  }
  return false;
}
