/** The viewer: loads the page that the address names, and shows why each of its blocks is what it is. */
import { reasonOfRatio, reasonOfScore } from 'refrain/unstable';
import { type BlockData, type PageData, type ShownPage, type SiteData, unpackFacts } from '../page-data.ts';
import { FRAME_STYLE } from './frame-style.ts';

declare global {
  interface Window {
    /** Called by site.js and by the files of pages: scripts are all that a page opened from disk may load. */
    refrainSite: (data: SiteData) => void;
    refrainPage: (file: string, packed: string) => void;
  }
}

type When = 'end' | 'came';

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as T;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const grouped = (count: number): string => count.toLocaleString('en-US');

async function unpack(packed: string): Promise<PageData> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(stream).json()) as PageData;
}

/** Files under way, and who waits for them. */
const waiting = new Map<string, (packed: string) => void>();

window.refrainPage = (file, packed) => waiting.get(file)?.(packed);

function load(file: string): Promise<PageData> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const done = (): void => {
      waiting.delete(file);
      script.remove();
    };
    waiting.set(file, (packed) => {
      done();
      resolve(unpack(packed));
    });
    script.addEventListener('error', () => {
      done();
      reject(new Error(`${file} is not there`));
    });
    script.src = file;
    document.head.append(script);
  });
}

/** The share of confidence that a tint shows: 0 where the verdict is even, 1 where it is sure. */
function confidence(block: BlockData): number {
  if (block.facts === undefined) return block.templateLength / block.length;
  return Math.min(1, Math.abs(unpackFacts(block.facts).score) / 4);
}

/** The probability of odds, as far as it is worth telling. */
const sureness = (odds: number): string => {
  const sure = 100 / (1 + Math.exp(-odds));
  return sure > 99.9 ? 'over 99.9 %' : `${sure.toFixed(sure > 99 ? 1 : 0)} %`;
};

class Viewer {
  readonly #site: SiteData;
  readonly #frame = element<HTMLIFrameElement>('frame');
  readonly #when = element<HTMLSelectElement>('when');
  readonly #filter = element<HTMLSelectElement>('filter');
  readonly #pageLinks: HTMLAnchorElement[] = [];
  #shown: ShownPage | undefined;
  #page: PageData | undefined;
  /** Elements of the page by number of their block, and entries of the list of blocks. */
  #elements: (HTMLElement | undefined)[] = [];
  #items: { readonly button: HTMLButtonElement; readonly item: HTMLLIElement; readonly text: string }[] = [];
  #selected: number | undefined;

  constructor(site: SiteData) {
    this.#site = site;
    this.#listPages();
    this.#when.addEventListener('change', () => this.#paint());
    this.#filter.addEventListener('change', () => this.#paint());
    element('previous').addEventListener('click', () => this.#step(-1));
    element('next').addEventListener('click', () => this.#step(1));
    element<HTMLInputElement>('page-search').addEventListener('input', (event) => this.#findPages(event));
    element('block-search').addEventListener('input', () => this.#findBlocks());
    document.addEventListener('keydown', (event) => this.#key(event));
    window.addEventListener('hashchange', () => this.#open());
    this.#open();
  }

  #listPages(): void {
    const list = element('page-list');
    for (const { place, title, id, share } of this.#site.entries) {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `#${place}`;
      link.title = id;
      const number = document.createElement('span');
      number.className = 'number';
      number.textContent = grouped(place);
      const name = document.createElement('span');
      name.className = 'name';
      name.textContent = title === '' ? id : title;
      const part = document.createElement('span');
      part.className = 'share';
      part.textContent = percent(share);
      link.append(number, ' ', name, ' ', part);
      item.append(link);
      list.append(item);
      this.#pageLinks.push(link);
    }
  }

  #findPages(event: Event): void {
    const words = (event.target as HTMLInputElement).value.toLowerCase().split(/\s+/);
    for (const [at, link] of this.#pageLinks.entries()) {
      const { title = '', id = '' } = this.#site.entries[at] ?? {};
      const text = `${title} ${id}`.toLowerCase();
      if (link.parentElement) link.parentElement.hidden = !words.every((word) => text.includes(word));
    }
  }

  get #at(): number {
    const place = Number(location.hash.slice(1));
    return Math.max(
      0,
      this.#site.entries.findIndex((entry) => entry.place === place),
    );
  }

  #step(by: number): void {
    const entry = this.#site.entries[this.#at + by];
    if (entry !== undefined) location.hash = String(entry.place);
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

  /** To the next block, in the page or in the list, wherever the focus is. */
  #move(by: number, event: KeyboardEvent): void {
    const isInList = (event.target as Element).closest('#block-list') !== null;
    for (let at = (this.#selected ?? -1) + by; at >= 0 && at < this.#items.length; at += by) {
      const { item, button } = this.#items[at] ?? {};
      const target = isInList ? (item?.hidden ? undefined : button) : this.#elements[at];
      if (target === undefined || (!isInList && target.offsetParent === null)) continue;
      event.preventDefault();
      target.focus();
      return;
    }
  }

  async #open(): Promise<void> {
    const entry = this.#site.entries[this.#at];
    if (entry === undefined || entry === this.#shown) return;
    this.#shown = entry;
    const { place, title, id, file } = entry;
    element('page-title').textContent = title === '' ? id : title;
    element('trail-page').textContent = `page ${grouped(place)}`;
    document.title = `${title === '' ? id : title} – ${this.#site.site}`;
    for (const [at, link] of this.#pageLinks.entries()) {
      const isThis = this.#site.entries[at] === entry;
      link.toggleAttribute('aria-current', isThis);
      if (isThis) link.scrollIntoView({ block: 'nearest' });
    }
    try {
      const page = await load(file);
      // Who is quick has gone on.
      if (this.#shown === entry) await this.#show(page);
    } catch (error) {
      element('page-summary').textContent = `This page can not be shown: ${String(error)}`;
    }
  }

  async #show(page: PageData): Promise<void> {
    this.#page = page;
    this.#selected = undefined;
    const style = `<style>${FRAME_STYLE}</style>`;
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
    const loaded = new Promise((resolve) => this.#frame.addEventListener('load', resolve, { once: true }));
    this.#frame.srcdoc = `<!doctype html><meta charset="utf-8">${policy}${style}<body>${page.markup}`;
    await loaded;
    if (this.#page !== page) return;
    const inner = this.#frame.contentDocument;
    if (inner === null) return;
    this.#elements = page.blocks.map(() => undefined);
    for (const found of inner.querySelectorAll<HTMLElement>('[data-b]')) {
      found.tabIndex = 0;
      found.setAttribute('role', 'group');
      this.#elements[Number(found.dataset['b'])] = found;
    }
    inner.addEventListener('mouseover', (event) => this.#point(event));
    inner.addEventListener('focusin', (event) => this.#point(event));
    inner.addEventListener('keydown', (event) => this.#key(event));
    this.#listBlocks(textsOf(inner, page.blocks.length));
    this.#paint();
    element('details').replaceChildren(paragraph('Point at a block, or tab to it, to see why it is what it is.'));
  }

  #point(event: Event): void {
    const block = (event.target as Element | null)?.closest?.<HTMLElement>('[data-b]');
    if (block != null) this.#select(Number(block.dataset['b']));
  }

  #listBlocks(texts: readonly string[]): void {
    const list = element('block-list');
    this.#items = texts.map((text, at) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text === '' ? '(nothing that is shown)' : text.slice(0, 120);
      button.addEventListener('focus', () => this.#select(at));
      button.addEventListener('click', () => this.#elements[at]?.scrollIntoView({ block: 'center' }));
      item.append(button);
      return { item, button, text: text.toLowerCase() };
    });
    list.replaceChildren(...this.#items.map(({ item }) => item));
  }

  #isTemplate(at: number): boolean {
    const came = this.#shown?.came;
    if ((this.#when.value as When) === 'came' && came !== undefined) return came[at] === '1';
    return this.#page?.blocks[at]?.template === 1;
  }

  /** Tints the blocks by the verdict that is chosen, and says what part is what. */
  #paint(): void {
    const page = this.#page;
    if (page === undefined) return;
    const came = this.#shown?.came;
    this.#when.disabled = came === undefined;
    const length = { template: 0, whole: 0 };
    for (const [at, block] of page.blocks.entries()) {
      const isTemplate = this.#isTemplate(at);
      length.whole += block.length;
      if (isTemplate) length.template += block.length;
      const kind = isTemplate ? 'template' : 'content';
      const shown = this.#elements[at];
      if (shown !== undefined) {
        shown.dataset['kind'] = kind;
        shown.style.setProperty('--sure', confidence(block).toFixed(2));
        shown.setAttribute('aria-label', `${kind}, block ${at + 1}`);
      }
      const item = this.#items[at]?.item;
      if (item !== undefined) item.dataset['kind'] = kind;
    }
    if (this.#frame.contentDocument?.body) this.#frame.contentDocument.body.dataset['show'] = this.#filter.value;
    this.#findBlocks();
    const share = length.template / Math.max(1, length.whole);
    element('page-summary').textContent =
      `Page ${grouped(this.#shown?.place ?? 0)}: ${percent(share)} of ${grouped(length.whole)} characters are template, in ${grouped(page.blocks.length)} blocks. ${page.id}`;
  }

  #findBlocks(): void {
    const words = element<HTMLInputElement>('block-search').value.toLowerCase().split(/\s+/);
    const kind = this.#filter.value;
    for (const { item, text } of this.#items) {
      const isOfKind = kind === 'all' || item.dataset['kind'] === kind;
      item.hidden = !isOfKind || !words.every((word) => text.includes(word));
    }
  }

  #select(at: number): void {
    const block = this.#page?.blocks[at];
    if (block === undefined || this.#selected === at) return;
    const { item: before } = this.#items[this.#selected ?? -1] ?? {};
    before?.removeAttribute('aria-current');
    this.#elements[this.#selected ?? -1]?.removeAttribute('data-selected');
    this.#selected = at;
    this.#elements[at]?.setAttribute('data-selected', '');
    const item = this.#items[at]?.item;
    item?.setAttribute('aria-current', 'true');
    item?.scrollIntoView({ block: 'nearest' });
    element('details').replaceChildren(this.#details(at, block));
  }

  #details(at: number, block: BlockData): HTMLElement {
    const { pages, templateDf, mostDf } = this.#site;
    const isTemplate = this.#isTemplate(at);
    const ratio = block.templateLength / block.length;
    const lines: [string, string][] = [['Verdict', isTemplate ? 'template' : 'content']];
    const came = this.#shown?.came?.[at];
    if (came !== undefined && (came === '1') !== (block.template === 1)) {
      lines.push([
        'Changed',
        `${came === '1' ? 'template' : 'content'} when the page came, ${block.template === 1 ? 'template' : 'content'} in the end`,
      ]);
    }
    const facts = block.facts && unpackFacts(block.facts);
    if (facts !== undefined) {
      const odds = isTemplate ? facts.score : -facts.score;
      lines.push(['Confidence', `${sureness(odds)} (log odds of template ${facts.score.toFixed(1)})`]);
    }
    const dfs = block.segments.map(([df]) => df);
    const [least, most] = [Math.min(...dfs), Math.max(...dfs)];
    const range = `${least === most ? '' : `${least} to `}${most}${most === mostDf ? ' or more' : ''}`;
    const often = block.segments.filter(([df]) => df >= templateDf).length;
    const last = Math.max(...block.segments.map(([, page]) => page));
    lines.push(
      ['Template ratio', percent(ratio)],
      ['Segments', `${grouped(block.segments.length)}, ${grouped(often)} of them with DF ${templateDf} or more`],
      ['DF', `${range} of ${grouped(pages)} pages`],
      ['Last seen', last === 0 ? 'not known any more, or never' : `page ${grouped(last)}`],
      ['Length', `${grouped(block.length)} characters`],
      ['Path', this.#page?.paths[block.path] ?? ''],
      ['Reason', facts === undefined ? reasonOfRatio(ratio) : reasonOfScore(facts, pages === 0)],
    );
    const list = document.createElement('dl');
    for (const [name, value] of lines) {
      const term = document.createElement('dt');
      term.textContent = name;
      const definition = document.createElement('dd');
      definition.textContent = value;
      list.append(term, definition);
    }
    list.dataset['kind'] = isTemplate ? 'template' : 'content';
    return list;
  }
}

function paragraph(text: string): HTMLParagraphElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}

/** The own text of every block, as far as it is shown. */
function textsOf(page: Document, count: number): string[] {
  const parts: string[][] = Array.from({ length: count }, () => []);
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const block = node.parentElement?.closest<HTMLElement>('[data-b]');
    if (block != null) parts[Number(block.dataset['b'])]?.push(node.nodeValue ?? '');
  }
  return parts.map((texts) => texts.join(' ').replace(/\s+/g, ' ').trim());
}

window.refrainSite = (data) => {
  new Viewer(data);
};
