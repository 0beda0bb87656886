/**
 * The page in view, in a frame that runs no script and loads nothing. The block under the pointer is found from outside: some
 * browsers call no listeners in a document without scripts.
 */
import { frameDocument, SANDBOX, sureness } from '@refrain/viewer';
import { BlockElements, blockAround } from '@refrain/viewer/browser';
import { byId, make } from './dom.ts';
import type { ViewedBlock } from './protocol.ts';

const noBlocks = (): BlockElements => new BlockElements(document.createDocumentFragment());

export class Stage {
  readonly #stage = byId('stage', HTMLDivElement);
  readonly #sheet = byId('sheet', HTMLDivElement);
  readonly #inspect: (block: number | undefined, how: 'pointed' | 'chosen') => void;
  #frame: HTMLIFrameElement | undefined;
  #key: number | undefined;
  #ready = Promise.resolve();
  #blocks = noBlocks();
  /** The block that stays selected wherever the pointer is. */
  #pinned: number | undefined;
  #at: number | undefined;

  constructor(inspect: (block: number | undefined, how: 'pointed' | 'chosen') => void) {
    this.#inspect = inspect;
    this.#sheet.addEventListener('pointermove', (event) => {
      if (this.#pinned === undefined && event.pointerType !== 'touch') this.#go(this.#under(event), 'pointed');
    });
    this.#sheet.addEventListener('pointerleave', () => {
      if (this.#pinned === undefined) this.#go(undefined, 'pointed');
    });
    this.#sheet.addEventListener('click', (event) => {
      const under = this.#under(event);
      this.#pinned = under === this.#pinned ? undefined : under;
      this.#go(under, 'chosen');
    });
    this.#stage.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (event.key === 'Escape') this.release();
      if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.step(step);
    });
    new ResizeObserver(() => this.#fit()).observe(this.#stage);
  }

  /** Key of the page that is shown. */
  get key(): number | undefined {
    return this.#key;
  }

  /** Ends when the page that is shown was loaded. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Shows another page. */
  show(key: number, markup: string): void {
    const frame = make('iframe', { title: 'The page in view, without its scripts, styles and pictures' });
    frame.setAttribute('sandbox', SANDBOX);
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.tabIndex = -1;
    frame.srcdoc = frameDocument(markup);
    this.#ready = new Promise((resolve) => {
      frame.addEventListener('load', () => resolve(this.#begin(frame)), { once: true });
    });
    this.#frame = frame;
    this.#key = key;
    this.#pinned = undefined;
    this.#at = undefined;
    this.#sheet.replaceChildren(frame, make('div', { className: 'glass' }));
  }

  #begin(frame: HTMLIFrameElement): void {
    const { contentDocument } = frame;
    if (this.#frame !== frame || contentDocument === null) return;
    this.#blocks = new BlockElements(contentDocument);
    // The stage scrolls, and not the frame.
    contentDocument.body.style.overflow = 'hidden';
    this.#stage.scrollTop = 0;
    this.#fit();
  }

  /** Shows verdicts on the page. */
  paint(blocks: readonly ViewedBlock[]): void {
    for (const number of this.#blocks.numbers) {
      const block = blocks[number];
      if (block === undefined) continue;
      const { kind, score, ratio, section } = block;
      this.#blocks.tint(number, kind, sureness(score, ratio), section);
    }
    if (this.#at !== undefined) this.#inspect(this.#at, 'pointed');
  }

  clear(): void {
    this.#frame = undefined;
    this.#key = undefined;
    this.#blocks = noBlocks();
    this.#pinned = undefined;
    this.#at = undefined;
    this.#sheet.replaceChildren();
  }

  /** Selects the next or the previous block. */
  step(by: 1 | -1): void {
    const order = this.#blocks.numbers;
    const at = this.#at === undefined ? (by === 1 ? -1 : order.length) : order.indexOf(this.#at);
    const block = order[Math.max(0, Math.min(at + by, order.length - 1))];
    if (block === undefined) return;
    this.#pinned = block;
    this.#go(block, 'chosen');
    this.#scrollTo(block);
  }

  release(): void {
    this.#pinned = undefined;
    this.#go(undefined, 'chosen');
  }

  #scrollTo(block: number): void {
    const box = this.#blocks.get(block)?.getBoundingClientRect();
    if (box === undefined) return;
    const { scrollTop, clientHeight } = this.#stage;
    const isSeen = box.top >= scrollTop && box.top + Math.min(box.height, clientHeight) <= scrollTop + clientHeight;
    if (!isSeen) this.#stage.scrollTop = box.top - clientHeight / 3;
  }

  #under({ clientX, clientY }: MouseEvent): number | undefined {
    const box = this.#frame?.getBoundingClientRect();
    const found = box && this.#frame?.contentDocument?.elementFromPoint(clientX - box.left, clientY - box.top);
    return blockAround(found ?? null);
  }

  #go(block: number | undefined, how: 'pointed' | 'chosen'): void {
    if (block === this.#at && how === 'pointed') return;
    this.#blocks.get(this.#at)?.removeAttribute('data-selected');
    this.#blocks.get(block)?.setAttribute('data-selected', '');
    this.#at = block;
    this.#inspect(block, how);
  }

  /** Makes the frame as large as its page. */
  #fit(): void {
    const frame = this.#frame;
    const body = frame?.contentDocument?.body;
    if (frame === undefined || !body) return;
    frame.style.inlineSize = '100%';
    const { clientWidth } = this.#stage;
    if (body.scrollWidth > clientWidth) frame.style.inlineSize = `${Math.min(body.scrollWidth, clientWidth * 4)}px`;
    frame.style.blockSize = `${body.scrollHeight}px`;
  }
}
