/** The elements of blocks in a sanitised page. */
import type { Kind } from './verdict.ts';

/** The elements of the blocks of a page, by the numbers of the blocks. */
export class BlockElements {
  readonly #elements = new Map<number, HTMLElement>();
  readonly #tinted = new Map<number, readonly HTMLElement[]>();

  constructor(page: ParentNode) {
    for (const element of page.querySelectorAll<HTMLElement>('[data-b]')) {
      const number = Number(element.dataset['b']);
      this.#elements.set(number, element);
      this.#tinted.set(number, tintedOf(element));
    }
  }

  /** In document order. */
  get numbers(): readonly number[] {
    return [...this.#elements.keys()];
  }

  get(number: number | undefined): HTMLElement | undefined {
    return number === undefined ? undefined : this.#elements.get(number);
  }

  /** Shows a verdict; `sure` is the confidence in it, 0 to 1. */
  tint(number: number, kind: Kind, sure: number): void {
    for (const element of this.#tinted.get(number) ?? []) {
      element.dataset['kind'] = kind;
      element.style.setProperty('--sure', sure.toFixed(2));
    }
  }

  /** The text of a block, without that of blocks inside it. */
  textOf(number: number): string {
    const element = this.#elements.get(number);
    if (element === undefined) return '';
    const texts = ownTexts(element).map(({ textContent }) => textContent ?? '');
    return texts.join(' ').replace(/\s+/g, ' ').trim();
  }
}

const ownTexts = (block: HTMLElement): HTMLElement[] =>
  [...block.querySelectorAll<HTMLElement>('[data-s]')].filter((text) => text.closest('[data-b]') === block);

/** What shows the verdict on a block: its element or, since blocks inside have verdicts of their own, its own texts. */
const tintedOf = (block: HTMLElement): HTMLElement[] =>
  block.querySelector('[data-b]') === null ? [block] : ownTexts(block);

/** The block around a node of the page. */
export function blockAround(target: EventTarget | null): number | undefined {
  const around = (target as Element | null)?.closest?.<HTMLElement>('[data-b]');
  return around == null ? undefined : Number(around.dataset['b']);
}
