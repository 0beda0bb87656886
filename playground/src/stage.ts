/**
 * The page in view, in a frame that runs no script and loads nothing. What is pointed at in it is found from outside, so that
 * the frame needs no listeners: some browsers do not call those of a document without scripts.
 */
import { byId, make } from './dom.ts';
import { FRAME_STYLE } from './frame-style.ts';
import type { ViewedBlock } from './protocol.ts';

const HEAD = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>${FRAME_STYLE}</style></head><body>`;

/** How sure a verdict is, 0 to 1: log odds of 6 are four hundred to one. */
const SURE_ODDS = 6;

export const sureness = ({ score, ratio }: ViewedBlock): number =>
  score === undefined ? ratio : Math.min(Math.abs(score) / SURE_ODDS, 1);

function paintedOf(block: HTMLElement): HTMLElement[] {
  if (block.querySelector('[data-b]') === null) return [block];
  const texts = block.querySelectorAll<HTMLElement>('[data-s]');
  return Array.from(texts).filter((text) => text.closest('[data-b]') === block);
}

export class Stage {
  readonly #stage = byId('stage', HTMLDivElement);
  readonly #sheet = byId('sheet', HTMLDivElement);
  readonly #inspect: (block: number | undefined, how: 'pointed' | 'chosen') => void;
  #frame: HTMLIFrameElement | undefined;
  #key: number | undefined;
  #elements = new Map<number, HTMLElement>();
  /** What is painted of each block: its element, or, where other blocks are inside, its own texts. */
  #painted = new Map<number, readonly HTMLElement[]>();
  #order: readonly number[] = [];
  /** The block that stays whatever is pointed at. */
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

  /** The page whose markup is here. */
  get key(): number | undefined {
    return this.#key;
  }

  /** Shows another page. */
  async show(key: number, markup: string): Promise<void> {
    const frame = make('iframe', { title: 'The page in view, without its scripts, styles and pictures' });
    frame.setAttribute('sandbox', 'allow-same-origin');
    frame.setAttribute('referrerpolicy', 'no-referrer');
    frame.tabIndex = -1;
    frame.srcdoc = `${HEAD}${markup}</body></html>`;
    const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
    this.#frame = frame;
    this.#key = key;
    this.#pinned = undefined;
    this.#at = undefined;
    this.#sheet.replaceChildren(frame, make('div', { className: 'glass' }));
    await loaded;
    if (this.#frame !== frame) return;
    const found = frame.contentDocument?.querySelectorAll<HTMLElement>('[data-b]') ?? [];
    this.#elements = new Map(Array.from(found, (element) => [Number(element.dataset['b']), element]));
    this.#painted = new Map(Array.from(this.#elements, ([number, element]) => [number, paintedOf(element)]));
    this.#order = [...this.#elements.keys()];
    this.#stage.scrollTop = 0;
    this.#fit();
  }

  /** Paints the verdicts on the page that is here. */
  paint(blocks: readonly ViewedBlock[]): void {
    for (const [number, elements] of this.#painted) {
      const block = blocks[number];
      if (block === undefined) continue;
      for (const element of elements) {
        element.dataset['kind'] = block.kind;
        element.style.setProperty('--sure', sureness(block).toFixed(2));
      }
    }
    if (this.#at !== undefined) this.#inspect(this.#at, 'pointed');
  }

  clear(): void {
    this.#frame = undefined;
    this.#key = undefined;
    this.#elements.clear();
    this.#painted.clear();
    this.#order = [];
    this.#pinned = undefined;
    this.#at = undefined;
    this.#sheet.replaceChildren();
  }

  /** Goes to the next block, or the one before. */
  step(by: 1 | -1): void {
    const at = this.#at === undefined ? (by === 1 ? -1 : this.#order.length) : this.#order.indexOf(this.#at);
    const block = this.#order[Math.max(0, Math.min(at + by, this.#order.length - 1))];
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
    const box = this.#elements.get(block)?.getBoundingClientRect();
    if (box === undefined) return;
    const { scrollTop, clientHeight } = this.#stage;
    const isSeen = box.top >= scrollTop && box.top + Math.min(box.height, clientHeight) <= scrollTop + clientHeight;
    if (!isSeen) this.#stage.scrollTop = box.top - clientHeight / 3;
  }

  #under({ clientX, clientY }: MouseEvent): number | undefined {
    const box = this.#frame?.getBoundingClientRect();
    const found = box && this.#frame?.contentDocument?.elementFromPoint(clientX - box.left, clientY - box.top);
    const number = found?.closest<HTMLElement>('[data-b]')?.dataset['b'];
    return number === undefined ? undefined : Number(number);
  }

  #go(block: number | undefined, how: 'pointed' | 'chosen'): void {
    if (block === this.#at && how === 'pointed') return;
    this.#elements.get(this.#at ?? -1)?.removeAttribute('data-at');
    this.#elements.get(block ?? -1)?.setAttribute('data-at', '');
    this.#at = block;
    this.#inspect(block, how);
  }

  /** As large as its page: it is the stage that scrolls. */
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
