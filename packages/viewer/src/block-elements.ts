import type { BlockView } from './page-view.ts';

/** The elements of the blocks of a page, by block number. */
export class BlockElements {
  readonly #elements = new Map<number, HTMLElement>();
  /** Blocks that contain blocks. */
  readonly #outer = new Set<number>();
  /** The elements of each block's own texts, outside inner blocks. */
  readonly #texts = new Map<number, HTMLElement[]>();

  /** A single walk of the page, because a walk for each block would be slow for nested blocks. */
  constructor(page: ParentNode) {
    for (const element of page.querySelectorAll<HTMLElement>('[data-b], [data-s]')) {
      const outer = enclosingBlock(element.parentElement);
      const { b } = element.dataset;
      if (b !== undefined) {
        this.#elements.set(Number(b), element);
        if (outer !== undefined) this.#outer.add(outer);
      } else if (outer !== undefined) {
        const texts = this.#texts.get(outer);
        if (texts === undefined) this.#texts.set(outer, [element]);
        else texts.push(element);
      }
    }
  }

  /** In document order. */
  get numbers(): readonly number[] {
    return [...this.#elements.keys()];
  }

  get(number: number | undefined): HTMLElement | undefined {
    return number === undefined ? undefined : this.#elements.get(number);
  }

  tint(number: number, block: BlockView): void {
    const around = this.#elements.get(number);
    if (around?.hasAttribute('role') === false) around.setAttribute('role', 'group');
    around?.setAttribute('aria-label', `${block.words}, block ${number + 1}`);
    for (const element of this.#tinted(number)) {
      showVerdict(element, block);
      element.style.setProperty('--sure', block.sure.toFixed(2));
    }
  }

  /** The text of a block without its inner blocks. */
  textOf(number: number): string {
    const texts = (this.#texts.get(number) ?? []).map(({ textContent }) => textContent ?? '');
    return texts.join(' ').replace(/\s+/g, ' ').trim();
  }

  /** The elements that show the verdict on a block: its element or, with inner blocks, its own texts. */
  #tinted(number: number): readonly HTMLElement[] {
    if (this.#outer.has(number)) return this.#texts.get(number) ?? [];
    const element = this.#elements.get(number);
    return element === undefined ? [] : [element];
  }
}

export function enclosingBlock(target: EventTarget | null): number | undefined {
  const around = (target as Element | null)?.closest?.<HTMLElement>('[data-b]');
  return around == null ? undefined : Number(around.dataset['b']);
}

/** Marks an element for style sheets. `section`: undefined if only repetition decides. */
export function showVerdict({ dataset }: HTMLElement, { verdict, section }: BlockView): void {
  dataset['verdict'] = verdict;
  if (section === undefined) delete dataset['section'];
  else dataset['section'] = section;
}
