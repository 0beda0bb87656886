/** The list of the blocks of a page, and the evidence of the selected one. */

import { showVerdict } from './block-elements.ts';
import { byId, make, terms } from './dom.ts';
import type { BlockView } from './page-view.ts';

const HINT = 'Point at a block, tap it, or go from block to block with the arrow keys, to see why it has its verdict.';
/** Maximum UTF-16 code units of a text in the list. */
const TEXT_MAX = 120;
/** Maximum UTF-16 code units of the selected text. */
const TEXT_SHOWN = 2000;

const PARTS = `<div id="details"></div>
<label class="find">Find a block <input type="search" id="block-search"></label>
<ol id="block-list" aria-label="Blocks"></ol>`;

interface Item {
  readonly button: HTMLButtonElement;
  readonly item: HTMLLIElement;
  readonly text: string;
  readonly block: BlockView;
}

export class BlockList {
  readonly #choose: (at: number) => void;
  readonly #details: HTMLElement;
  readonly #search: HTMLInputElement;
  readonly #list: HTMLElement;
  #items: readonly Item[] = [];
  #selected: number | undefined;
  #shown = 'all';

  /** @param choose called with the index of a focused or clicked block */
  constructor(box: HTMLElement, choose: (at: number) => void) {
    box.innerHTML = PARTS;
    this.#choose = choose;
    this.#details = byId('details');
    this.#search = byId('block-search', HTMLInputElement);
    this.#list = byId('block-list');
    this.#search.addEventListener('input', () => this.#find());
    this.#list.addEventListener('keydown', (event) => {
      const by = stepOf(event);
      if (by === 0) return;
      event.preventDefault();
      this.#next(by)?.button.focus();
    });
    this.select(undefined);
  }

  list(blocks: readonly BlockView[], texts: readonly string[]): void {
    this.#items = blocks.map((block, at) => {
      const text = texts[at] ?? '';
      const button = make('button', { type: 'button' }, text.slice(0, TEXT_MAX) || '(no visible text)');
      // Focus by a mouse selects nothing, because the evidence could move the button before its click. The click
      // selects.
      button.addEventListener('focus', () => button.matches(':focus-visible') && this.#choose(at));
      button.addEventListener('click', () => this.#choose(at));
      const item = make('li', {}, button);
      showVerdict(item, block);
      return { button, item, text, block };
    });
    this.#list.replaceChildren(...this.#items.map(({ item }) => item));
    this.select(undefined);
  }

  select(at: number | undefined): void {
    this.#items[this.#selected ?? -1]?.item.removeAttribute('aria-current');
    this.#selected = at;
    const chosen = this.#items[at ?? -1];
    if (chosen === undefined) {
      this.#details.replaceChildren(make('p', { className: 'hint' }, HINT));
      return;
    }
    chosen.item.setAttribute('aria-current', 'true');
    scrollInside(this.#list, chosen.item);
    const isOpen = this.#details.querySelector('details')?.open === true;
    this.#details.replaceChildren(...evidenceOf(chosen.block, chosen.text, isOpen));
  }

  /** Lists the blocks of a kind or section, or `all`. */
  filter(shown: string): void {
    this.#shown = shown;
    this.#find();
  }

  #find(): void {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    for (const { item, text } of this.#items) {
      const isShown = ['all', item.dataset['verdict'], item.dataset['section']].includes(this.#shown);
      item.hidden = !isShown || !words.every((word) => text.toLowerCase().includes(word));
    }
  }

  #next(by: 1 | -1): Item | undefined {
    let at = (this.#selected ?? -1) + by;
    while (this.#items[at]?.item.hidden) at += by;
    return this.#items[at];
  }
}

export function stepOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | 0 | -1 {
  if (altKey || ctrlKey || metaKey) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

/** `scrollIntoView` would scroll the window too if the list is below the page. */
function scrollInside(list: HTMLElement, item: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

const LOG_ODDS =
  'Log odds are the natural logarithm of how many times likelier template is than content: 0 is even, +3 is 95 % template, −3 is 95 % content. Evidence adds up.';

/** The panel: verdict, facts, text, and (if opened) the reason of the method. */
function evidenceOf({ verdict, facts, reason }: BlockView, text: string, isOpen: boolean): HTMLElement[] {
  const why = [make('summary', {}, 'Why'), make('p', { className: 'reason' }, reason.replace(`${verdict}: `, ''))];
  if (reason.includes('log odds')) why.push(make('p', { className: 'hint reason' }, LOG_ODDS));
  return [
    make('p', { className: `verdict verdict-${verdict}` }, verdict),
    make('dl', { className: 'facts-list' }, ...terms(facts)),
    make('details', { open: isOpen }, ...why),
    make('p', { className: 'excerpt' }, text.slice(0, TEXT_SHOWN)),
  ];
}
