/** Buttons that put a product into the cart. */
import type { Core } from '../core.ts';
import { attributesOf, elementsOf } from '../html/records.ts';
import { BUY as BUY_WORDS } from '../vocabulary.ts';
import { textIn } from './micro.ts';

/** Their texts, with few signs around them: letters of most scripts are such signs here. */
const BUY = new RegExp(String.raw`^[^\w\n]{0,8}${BUY_WORDS}[^\w\n]{0,8}$`, 'iu');

/** The same in any line of a text. */
const BUY_LINE = new RegExp(BUY.source, 'imu');
/** UTF-16 units of the longest text of a button. */
const BUTTON_MAX = 40;

export const saysBuy = (line: string): boolean => line.length <= BUTTON_MAX && BUY.test(line);

/** Whether such a button, which is not disabled, is on the page, or among the nodes from `first` to `end`. */
export function hasBuyButton(core: Core, first?: number, end?: number): boolean {
  for (const element of elementsOf(core, first, end)) {
    const name = core.nameOf(element);
    if (name !== 'button' && name !== 'input') continue;
    const attributes = attributesOf(core, element);
    const text = name === 'input' ? (attributes.get('value') ?? '') : textIn(core, element, BUTTON_MAX);
    if (!attributes.has('disabled') && BUY.test(text)) return true;
  }
  return false;
}

/** Whether a page has such a button or line anywhere. `text`: all of its text. */
export const mayBuy = (core: Core, text: string): boolean => BUY_LINE.test(text) || hasBuyButton(core);
