/**
 * A page in a frame without scripts and requests, with verdicts, and the list of its blocks. The block under the
 * pointer is found from outside the frame, because some browsers call no listeners in a document without scripts.
 */
import { BlockElements, enclosingBlock } from './block-elements.ts';
import { BlockList, stepOf } from './block-list.ts';
import { byId, make } from './dom.ts';
import { frameOf } from './frame.ts';
import type { PageView } from './page-view.ts';

/** Pixels above the first block of content after scrolling to it. */
const ABOVE = 48;

/** Elements of the class `section` are for main content. */
const PARTS = `<div class="controls" role="group" aria-label="What is shown">
<label>Show <select id="filter"><option value="all">template and content</option><option value="content">content, template hidden</option><option value="template">template only</option><option class="section" value="main">main content only</option><option class="section" value="comments">comments only</option></select></label>
<span>Block <button type="button" id="block-previous" aria-label="Previous block">↑</button> <button type="button" id="block-next" aria-label="Next block">↓</button></span>
</div>
<div id="stage" tabindex="0" role="group" aria-label="The page. Arrow keys go from block to block."><div id="sheet"></div></div>
<ul class="legend"><li class="section"><span class="swatch" data-section="main"></span>main content: kept</li><li class="section"><span class="swatch" data-section="comments"></span>comments</li><li><span class="swatch page"></span>content</li><li><span class="swatch sure"></span>template, sure</li><li><span class="swatch unsure"></span>template, less sure</li></ul>
<p id="announced" class="unseen" role="status"></p>`;

export class Viewer {
  readonly #view: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #sheet: HTMLElement;
  readonly #filter: HTMLSelectElement;
  readonly #list: BlockList;
  #frame: HTMLIFrameElement | undefined;
  #page: PageView | undefined;
  #elements = new BlockElements(document.createDocumentFragment());
  #selected: number | undefined;
  /** True if the selected block is kept while the pointer moves. */
  #isPinned = false;

  /**
   * Fills `view` with the page, and `blocks` with its list of blocks. `view` gets an event `choose` when a block is
   * selected permanently.
   */
  constructor(view: HTMLElement, blocks: HTMLElement) {
    view.innerHTML = PARTS;
    this.#view = view;
    this.#stage = byId('stage');
    this.#sheet = byId('sheet');
    this.#filter = byId('filter', HTMLSelectElement);
    this.#list = new BlockList(blocks, (at) => this.#choose(at));
    this.#filter.addEventListener('change', () => this.#show());
    byId('block-previous').addEventListener('click', () => this.#step(-1));
    byId('block-next').addEventListener('click', () => this.#step(1));
    this.#stage.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#choose(undefined);
      const by = stepOf(event);
      if (by === 0) return;
      event.preventDefault();
      this.#step(by);
    });
    this.#sheet.addEventListener('pointermove', (event) => {
      const under = this.#isPinned || event.pointerType === 'touch' ? undefined : this.#under(event);
      if (under !== undefined && under !== this.#selected) this.#select(under);
    });
    this.#sheet.addEventListener('click', (event) => {
      const under = this.#under(event);
      this.#isPinned = under !== undefined && !(this.#isPinned && under === this.#selected);
      this.#select(under);
      if (this.#isPinned) view.dispatchEvent(new Event('choose'));
    });
    new ResizeObserver(() => this.#fit()).observe(this.#stage);
  }

  /** Shows a page. Resolves when its verdicts are visible, or when another call replaces the page. */
  async show(page: PageView): Promise<void> {
    const frame = frameOf(page.markup);
    this.#choose(undefined);
    this.#frame = frame;
    this.#page = page;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    this.#sheet.replaceChildren(frame, make('div', { className: 'glass' }));
    await loaded;
    const { contentDocument } = frame;
    if (this.#frame !== frame || contentDocument === null) return;
    // The stage around the frame scrolls instead of the frame.
    contentDocument.body.style.overflow = 'hidden';
    this.#elements = new BlockElements(contentDocument);
    for (const [at, block] of page.blocks.entries()) this.#elements.tint(at, block);
    this.#list.list(
      page.blocks,
      page.blocks.map((_, at) => this.#elements.textOf(at)),
    );
    const hasSections = page.blocks.some(({ section }) => section !== undefined);
    for (const mark of this.#view.querySelectorAll<HTMLElement>('.section')) mark.hidden = !hasSections;
    if (this.#filter.selectedOptions[0]?.hidden) this.#filter.value = 'all';
    this.#show();
    this.#scrollToContent(page);
    this.#stage.ariaBusy = 'false';
  }

  #show(): void {
    const body = this.#frame?.contentDocument?.body;
    if (body) body.dataset['show'] = this.#filter.value;
    this.#list.filter(this.#filter.value);
    this.#fit();
  }

  /** Scrolls to the first block of the main content, or else of the content. */
  #scrollToContent({ blocks }: PageView): void {
    const main = blocks.findIndex(({ section }) => section === 'main');
    const first = this.#elements.get(main < 0 ? blocks.findIndex(({ verdict }) => verdict === 'content') : main);
    this.#stage.scrollTop = (first?.getBoundingClientRect().top ?? 0) - ABOVE;
  }

  #step(by: 1 | -1): void {
    const { numbers } = this.#elements;
    let at = this.#selected === undefined ? (by === 1 ? 0 : numbers.length - 1) : numbers.indexOf(this.#selected) + by;
    while (at in numbers && this.#elements.get(numbers[at])?.offsetParent === null) at += by;
    if (at in numbers) this.#choose(numbers[at]);
  }

  /** Selects a block until another is chosen, scrolls to it, and announces it. */
  #choose(at: number | undefined): void {
    const block = this.#page?.blocks[at ?? -1];
    this.#isPinned = block !== undefined;
    this.#select(at);
    const box = this.#elements.get(at)?.getBoundingClientRect();
    if (at === undefined || block === undefined || box === undefined) return;
    const { scrollTop, clientHeight } = this.#stage;
    const isSeen = box.top >= scrollTop && box.top + Math.min(box.height, clientHeight) <= scrollTop + clientHeight;
    if (!isSeen) this.#stage.scrollTop = box.top - clientHeight / 3;
    this.#view.dispatchEvent(new Event('choose'));
    const text = this.#elements.textOf(at).slice(0, 80);
    byId('announced').textContent =
      `Block ${at + 1} of ${this.#page?.blocks.length}: ${block.words}, ${(block.facts[0] ?? []).join(' ')}. ${text}`;
  }

  #select(at: number | undefined): void {
    this.#elements.get(this.#selected)?.removeAttribute('data-selected');
    this.#elements.get(at)?.setAttribute('data-selected', '');
    this.#selected = at;
    this.#list.select(at);
  }

  #under({ clientX, clientY }: MouseEvent): number | undefined {
    const box = this.#frame?.getBoundingClientRect();
    const found = box && this.#frame?.contentDocument?.elementFromPoint(clientX - box.left, clientY - box.top);
    return enclosingBlock(found ?? null);
  }

  #fit(): void {
    const body = this.#frame?.contentDocument?.body;
    if (this.#frame === undefined || !body) return;
    const { style } = this.#frame;
    const { clientWidth } = this.#stage;
    style.inlineSize = '100%';
    if (body.scrollWidth > clientWidth) style.inlineSize = `${Math.min(body.scrollWidth, clientWidth * 4)}px`;
    style.blockSize = `${body.scrollHeight}px`;
  }
}
