/** The list of the pages that are kept, by site; one of them is in view. */
import { percent } from '@refrain/viewer';
import { byId, make } from '@refrain/viewer/browser';
import { count, plural } from 'refrain/engine';
import type { Row } from './protocol.ts';

interface Item {
  row: Row;
  readonly element: HTMLElement;
}

/** The pages of a site, under its name. */
interface Group {
  readonly element: HTMLElement;
  readonly size: HTMLElement;
}

export class PageList {
  readonly #list = byId('list');
  readonly #search = byId('search', HTMLInputElement);
  readonly #items = new Map<number, Item>();
  readonly #groups = new Map<string, Group>();
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
    // From the search field directly to the results.
    this.#search.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
      event.preventDefault();
      this.#list.focus();
      const visible = this.#visible();
      const [first] = visible;
      if (first !== undefined && !visible.includes(this.#chosen ?? 0)) this.choose(first);
    });
  }

  get chosen(): number | undefined {
    return this.#chosen;
  }

  get count(): number {
    return this.#items.size;
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

  /** Removes what was learned of the pages; the pages stay. */
  unlearn(): void {
    this.put([...this.#items.values()].map(({ row }) => ({ ...row, number: undefined, share: undefined })));
  }

  clear(): void {
    this.#items.clear();
    this.#groups.clear();
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
      { className: 'page', title: row.id },
      make('span', { className: 'number' }),
      make('span', { className: 'id' }, make('bdi', {}, shortOf(row))),
      make('span', { className: 'share-bar' }),
      make('span', { className: 'percent' }),
    );
    element.id = `page-${row.key}`;
    element.dataset['key'] = String(row.key);
    element.setAttribute('role', 'option');
    element.setAttribute('aria-selected', 'false');
    this.#groupOf(row.site).element.append(element);
    return element;
  }

  #groupOf(site: string): Group {
    const known = this.#groups.get(site);
    if (known !== undefined) return known;
    const size = make('span');
    const name = make('div', { className: 'site', title: site }, make('b', {}, site), size);
    const element = make('div', {}, name);
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', site);
    name.setAttribute('aria-hidden', 'true');
    this.#list.append(element);
    const group = { element, size };
    this.#groups.set(site, group);
    return group;
  }

  /** Keys of the visible pages, from top to bottom. */
  #visible(): number[] {
    const rows = this.#list.querySelectorAll<HTMLElement>('[data-key]:not([hidden])');
    return Array.from(rows, (row) => Number(row.dataset['key']));
  }

  #filter(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    const shown = new Map<string, number>();
    const sizes = new Map<string, number>();
    for (const { row, element } of this.#items.values()) {
      const { site, id } = row;
      element.hidden = !`${site} ${id}`.toLowerCase().includes(wanted);
      sizes.set(site, (sizes.get(site) ?? 0) + 1);
      if (!element.hidden) shown.set(site, (shown.get(site) ?? 0) + 1);
    }
    for (const [site, { element, size }] of this.#groups) {
      const [found = 0, all = 0] = [shown.get(site), sizes.get(site)];
      element.hidden = found === 0;
      size.textContent = found === all ? plural(all, 'page') : `${count(found)} of ${plural(all, 'page')}`;
    }
    const all = this.#items.size;
    const found = [...shown.values()].reduce((sum, each) => sum + each, 0);
    byId('page-count').textContent = all === 0 ? '' : wanted === '' ? count(all) : `${count(found)} of ${count(all)}`;
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

/** Under the name of the site, its folder at the beginning of an id says nothing. */
const shortOf = ({ site, id }: Row): string => (id.startsWith(`${site}/`) ? id.slice(site.length + 1) : id);

function fill(element: HTMLElement, { number, share }: Row): void {
  const [first, , bar, last] = element.children;
  if (first !== undefined) first.textContent = number === undefined ? '·' : count(number);
  if (last !== undefined) last.textContent = share === undefined ? '' : percent(share);
  if (!(bar instanceof HTMLElement)) return;
  bar.style.visibility = share === undefined ? 'hidden' : '';
  bar.style.setProperty('--share', (share ?? 0).toFixed(3));
}
