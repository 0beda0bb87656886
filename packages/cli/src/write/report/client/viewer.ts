/** The script of `page.html`: loads the page that the address names, and explains the verdict of each of its blocks. */
import { count, frameDocument, percent, plural, sectionWords, sureness } from '@refrain/viewer';
import { BlockElements, blockAround, explanationOf, type Fact } from '@refrain/viewer/browser';
import type { BlockData, PageData, ShownPage, SiteData } from '../page-data.ts';

declare global {
  interface Window {
    /** Called by site.js and by the data files of pages: a document opened from disk may load scripts, and nothing else. */
    refrainSite: (data: SiteData) => void;
    refrainPage: (file: string, packed: string) => void;
  }
}

/** Pixels of the page above its first block of content. */
const ABOVE = 48;
const HINT = 'Point at a block, tap it, or go to it with the Tab key, to see why it has its verdict.';

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`page.html has no element with the id ${id}`);
  return found as T;
}

async function unpack(packed: string): Promise<PageData> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as PageData;
}

/** Data files that are loading, and the functions that receive their content. */
const loading = new Map<string, (packed: string) => void>();

window.refrainPage = (file, packed) => loading.get(file)?.(packed);

function load(file: string): Promise<PageData> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const done = (): void => {
      loading.delete(file);
      script.remove();
    };
    loading.set(file, (packed) => {
      done();
      resolve(unpack(packed));
    });
    script.addEventListener('error', () => {
      done();
      reject(new Error(`${file} is missing`));
    });
    script.src = file;
    document.head.append(script);
  });
}

const nameOf = ({ title, id }: ShownPage): string => (title === '' ? id : title);

/** An entry of the list of blocks. */
interface Item {
  readonly button: HTMLButtonElement;
  readonly item: HTMLLIElement;
  /** In lower case, for the search. */
  readonly text: string;
}

class Viewer {
  readonly #site: SiteData;
  readonly #frame = element<HTMLIFrameElement>('frame');
  readonly #filter = element<HTMLSelectElement>('filter');
  #shown: ShownPage | undefined;
  #page: PageData | undefined;
  #elements = new BlockElements(document.createDocumentFragment());
  #items: Item[] = [];
  #selected: number | undefined;

  constructor(site: SiteData) {
    this.#site = site;
    if (!site.hasScores) withoutSections();
    this.#filter.addEventListener('change', () => this.#paint());
    element('previous').addEventListener('click', () => this.#step(-1));
    element('next').addEventListener('click', () => this.#step(1));
    element('block-search').addEventListener('input', () => this.#findBlocks());
    document.addEventListener('keydown', (event) => this.#key(event));
    window.addEventListener('hashchange', () => this.#open());
    this.#open();
  }

  /** Index of the page that the address names; the first page where it names none. */
  get #index(): number {
    const position = Number(location.hash.slice(1));
    return Math.max(
      0,
      this.#site.entries.findIndex((entry) => entry.position === position),
    );
  }

  #step(by: number): void {
    const entry = this.#site.entries[this.#index + by];
    if (entry !== undefined) location.hash = String(entry.position);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'n') this.#step(1);
    else if (event.key === 'p') this.#step(-1);
    else if (event.key === 'ArrowDown' && this.#isBlock(event)) this.#move(1, event);
    else if (event.key === 'ArrowUp' && this.#isBlock(event)) this.#move(-1, event);
  }

  #isBlock({ target }: KeyboardEvent): boolean {
    return (target as Element | null)?.closest('[data-b], #block-list') != null;
  }

  /** Focuses the next block that is visible, in the page or in the list, depending on the focus. */
  #move(by: number, event: KeyboardEvent): void {
    const isInList = (event.target as Element).closest('#block-list') !== null;
    for (let at = (this.#selected ?? -1) + by; at >= 0 && at < this.#items.length; at += by) {
      const { item, button } = this.#items[at] ?? {};
      const target = isInList ? (item?.hidden ? undefined : button) : this.#elements.get(at);
      if (target === undefined || (!isInList && target.offsetParent === null)) continue;
      event.preventDefault();
      target.focus();
      return;
    }
  }

  async #open(): Promise<void> {
    const entry = this.#site.entries[this.#index];
    if (entry === undefined || entry === this.#shown) return;
    this.#shown = entry;
    element('page-title').textContent = nameOf(entry);
    element('trail-page').textContent = `page ${count(entry.position)}`;
    document.title = `${nameOf(entry)} – ${this.#site.site}`;
    try {
      const page = await load(entry.file);
      // The user may have opened another page in the meantime.
      if (this.#shown === entry) await this.#show(page);
    } catch (error) {
      element('page-summary').textContent = `This page cannot be shown: ${String(error)}`;
    }
  }

  async #show(page: PageData): Promise<void> {
    this.#page = page;
    this.#selected = undefined;
    const loaded = new Promise((resolve) => this.#frame.addEventListener('load', resolve, { once: true }));
    this.#frame.srcdoc = frameDocument(page.markup);
    await loaded;
    if (this.#page !== page) return;
    const inner = this.#frame.contentDocument;
    if (inner === null) return;
    this.#elements = new BlockElements(inner);
    for (const number of this.#elements.numbers) {
      const found = this.#elements.get(number);
      found?.setAttribute('tabindex', '0');
      if (found?.hasAttribute('role') === false) found.setAttribute('role', 'group');
    }
    inner.addEventListener('mouseover', (event) => this.#select(blockAround(event.target)));
    inner.addEventListener('focusin', (event) => this.#select(blockAround(event.target)));
    inner.addEventListener('keydown', (event) => this.#key(event));
    this.#listBlocks(page.blocks.map((_, at) => this.#elements.textOf(at)));
    this.#paint();
    this.#scrollToContent(page);
    element('details').textContent = HINT;
  }

  /** Begins at the first block of the main content, else of the content: the template above it is of less interest. */
  #scrollToContent({ blocks }: PageData): void {
    const find = (matches: (block: BlockData) => boolean): number => blocks.findIndex(matches);
    const main = find(({ section }) => section === 'main');
    const first = this.#elements.get(main < 0 ? find(({ kind }) => kind === 'content') : main);
    const top = first?.getBoundingClientRect().top ?? 0;
    this.#frame.contentWindow?.scrollTo(0, Math.max(0, top - ABOVE));
  }

  #listBlocks(texts: readonly string[]): void {
    const list = element('block-list');
    this.#items = texts.map((text, at) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text === '' ? '(no visible text)' : text.slice(0, 120);
      button.addEventListener('focus', () => this.#select(at));
      button.addEventListener('click', () => this.#elements.get(at)?.scrollIntoView({ block: 'center' }));
      item.append(button);
      return { item, button, text: text.toLowerCase() };
    });
    // One by one: a call with hundreds of thousands of arguments fails.
    const items = document.createDocumentFragment();
    for (const { item } of this.#items) items.append(item);
    list.replaceChildren(items);
  }

  /** Shows the verdicts, and the share of template. */
  #paint(): void {
    const page = this.#page;
    if (page === undefined) return;
    const length = { template: 0, main: 0, whole: 0 };
    for (const [at, block] of page.blocks.entries()) {
      const { kind, section } = block;
      length.whole += block.length;
      if (kind === 'template') length.template += block.length;
      if (section === 'main') length.main += block.length;
      this.#elements.tint(at, kind, sureness(block.score, block.ratio), section);
      this.#elements.get(at)?.setAttribute('aria-label', `${kind}${sectionWords(section)}, block ${at + 1}`);
      const item = this.#items[at]?.item;
      if (item === undefined) continue;
      item.dataset['kind'] = kind;
      if (section !== undefined) item.dataset['section'] = section;
    }
    if (this.#frame.contentDocument?.body) this.#frame.contentDocument.body.dataset['show'] = this.#filter.value;
    this.#findBlocks();
    const shareOf = (part: number): string => percent(part / Math.max(1, length.whole));
    const { blocks, hidden, kind } = page;
    const shown = plural(blocks.length, 'block');
    const inBlocks =
      hidden === 0 ? `in ${shown}` : `in the first ${shown} of ${count(blocks.length + hidden)}; only these are shown`;
    const main = this.#site.hasScores ? `${shareOf(length.main)} main content, ` : '';
    const kindWords = kind === undefined ? '' : `Kind of page: ${kind[0]} (${percent(kind[1])}). `;
    element('page-summary').textContent =
      `Page ${count(this.#shown?.position ?? 0)}: ${shareOf(length.template)} of ${plural(length.whole, 'character')} is template, ${main}${inBlocks}. ${kindWords}${page.id}`;
  }

  #findBlocks(): void {
    const words = element<HTMLInputElement>('block-search').value.toLowerCase().split(/\s+/);
    const kind = this.#filter.value;
    for (const { item, text } of this.#items) {
      const isOfKind = kind === 'all' || item.dataset['kind'] === kind || item.dataset['section'] === kind;
      item.hidden = !isOfKind || !words.every((word) => text.includes(word));
    }
  }

  #select(at: number | undefined): void {
    const block = at === undefined ? undefined : this.#page?.blocks[at];
    if (at === undefined || block === undefined || this.#selected === at) return;
    const { item: before } = this.#items[this.#selected ?? -1] ?? {};
    before?.removeAttribute('aria-current');
    this.#elements.get(this.#selected)?.removeAttribute('data-selected');
    this.#selected = at;
    this.#elements.get(at)?.setAttribute('data-selected', '');
    const item = this.#items[at]?.item;
    item?.setAttribute('aria-current', 'true');
    if (item !== undefined) scrollInside(element('block-list'), item);
    element('details').replaceChildren(...explanationOf({ ...block, more: this.#segmentFacts(block) }));
  }

  #segmentFacts({ segments }: BlockData): Fact[] {
    const { pages, templateDf, maxDf } = this.#site;
    const { count: all, template, leastDf, greatestDf, lastPage } = segments;
    const range = leastDf === greatestDf ? count(greatestDf) : `${count(leastDf)} to ${count(greatestDf)}`;
    return [
      ['Segments', `${count(all)} (${count(template)} with a DF of ${templateDf} or more)`],
      [
        'Pages with it (DF)',
        `${range}${greatestDf === maxDf ? ' or more' : ''} of ${plural(pages, 'page')}, this one left out`,
      ],
      ['Last seen', lastPage === 0 ? 'never, or evicted' : `page ${count(lastPage)}`],
    ];
  }
}

/** Where repetition alone decides, there is no main content to show. */
function withoutSections(): void {
  for (const found of document.querySelectorAll('.section, #filter [value=main], #filter [value=comments]'))
    found.remove();
}

/** Scrolls a list only: `scrollIntoView` would scroll the window too, where the list is below the page. */
function scrollInside(list: HTMLElement, item: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

window.refrainSite = (data) => {
  new Viewer(data);
};
