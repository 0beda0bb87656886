/** Buttons that put a product into the cart. */
import type { Core } from '../core.ts';
import { attributesOf, elementsOf } from '../html/records.ts';
import { BUY as BUY_WORDS } from '../vocabulary.ts';
import { textIn } from './micro.ts';

/** A line that is the text of one, with few signs around it: letters of most scripts are such signs here. */
const BUY = new RegExp(String.raw`^[^\w\n]{0,8}${BUY_WORDS}[^\w\n]{0,8}$`, 'imu');
/** UTF-16 units of the longest text of a button. */
const BUTTON_MAX = 40;

/** True if a line of a text is that of such a button, or an enabled one is among the nodes from `first` to `end`; default: all. */
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
