/** The list of pages in hand: one of them is in view. */
import { byId, make } from './dom.ts';
import type { Row } from './protocol.ts';
import { percent } from './words.ts';

interface Item {
  row: Row;
  readonly element: HTMLElement;
}

export class PageList {
  readonly #list = byId('list', HTMLDivElement);
  readonly #search = byId('search', HTMLInputElement);
  readonly #items = new Map<number, Item>();
  readonly #choose: (key: number) => void;
  #chosen: number | undefined;

  constructor(choose: (key: number) => void) {
    this.#choose = choose;
    this.#search.addEventListener('input', () => this.#filter());
    this.#list.addEventListener('click', ({ target }) => {
      const key = target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined;
      if (key !== undefined) this.choose(Number(key));
    });
    this.#list.addEventListener('keydown', (event) => this.#onKey(event));
    // From the search box straight to what it found.
    this.#search.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
      event.preventDefault();
      this.#list.focus();
      const [first] = this.#visible();
      if (first !== undefined && !this.#isVisible(this.#chosen)) this.choose(first);
    });
  }

  get chosen(): number | undefined {
    return this.#chosen;
  }

  get count(): number {
    return this.#items.size;
  }

  /** The page that was learned last. */
  get last(): number | undefined {
    return [...this.#items.keys()].at(-1);
  }

  row(key: number): Row | undefined {
    return this.#items.get(key)?.row;
  }

  put(rows: readonly Row[]): void {
    for (const row of rows) {
      const known = this.#items.get(row.key);
      const element = known?.element ?? this.#add(row);
      this.#items.set(row.key, { row, element });
      fill(element, row);
    }
    this.#filter();
  }

  /** Nothing of them is known any more, but they are there. */
  unlearn(): void {
    this.put([...this.#items.values()].map(({ row }) => ({ ...row, number: undefined, share: undefined })));
  }

  clear(): void {
    this.#items.clear();
    this.#list.replaceChildren();
    this.#chosen = undefined;
    this.#list.removeAttribute('aria-activedescendant');
    this.#search.value = '';
    this.#filter();
  }

  choose(key: number): void {
    const item = this.#items.get(key);
    if (item === undefined) return;
    const before = this.#items.get(this.#chosen ?? 0)?.element;
    before?.setAttribute('aria-selected', 'false');
    item.element.setAttribute('aria-selected', 'true');
    this.#list.setAttribute('aria-activedescendant', item.element.id);
    this.#chosen = key;
    item.element.scrollIntoView({ block: 'nearest' });
    this.#choose(key);
  }

  #add(row: Row): HTMLElement {
    const element = make(
      'div',
      { title: row.id },
      make('span', { className: 'number' }),
      make('span', { className: 'id' }, make('bdi', {}, shortOf(row))),
      make('span', { className: 'share' }, make('i')),
      make('span', { className: 'percent' }),
    );
    element.id = `page-${row.key}`;
    element.dataset['key'] = String(row.key);
    element.setAttribute('role', 'option');
    element.setAttribute('aria-selected', 'false');
    this.#list.append(element);
    return element;
  }

  #isVisible(key: number | undefined): boolean {
    return key !== undefined && this.#items.get(key)?.element.hidden === false;
  }

  #visible(): number[] {
    return [...this.#items.keys()].filter((key) => this.#isVisible(key));
  }

  #filter(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    let shown = 0;
    for (const { row, element } of this.#items.values()) {
      element.hidden = !row.id.toLowerCase().includes(wanted);
      if (!element.hidden) shown += 1;
    }
    const all = this.#items.size;
    byId('page-count', HTMLSpanElement).textContent =
      all === 0 ? '' : wanted === '' ? String(all) : `${shown} of ${all}`;
  }

  #onKey(event: KeyboardEvent): void {
    const keys = this.#visible();
    const at = keys.indexOf(this.#chosen ?? 0);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: at + 1, ArrowUp: Math.max(at - 1, 0), Home: 0, End: keys.length - 1 },
      ...{ PageDown: at + 10, PageUp: Math.max(at - 10, 0) },
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const key = keys[Math.min(step, keys.length - 1)];
    if (key !== undefined) this.choose(key);
  }
}

/** Where all are of one folder its name says nothing. */
const shortOf = ({ site, id }: Row): string => (id.startsWith(`${site}/`) ? id.slice(site.length + 1) : id);

function fill(element: HTMLElement, { number, share }: Row): void {
  const [first, , bar, last] = element.children;
  if (first !== undefined) first.textContent = number === undefined ? '·' : String(number);
  if (last !== undefined) last.textContent = share === undefined ? '' : percent(share);
  const fillOf = bar?.firstElementChild;
  if (fillOf instanceof HTMLElement)
    fillOf.style.inlineSize = share === undefined ? '0' : percent(share).replace(' ', '');
}
