/** The popup of an extension. It is no page to Playwright, so this class uses the DevTools protocol. */
import type { CDPSession, Worker } from 'playwright-core';

export class Popup {
  readonly #session: CDPSession;
  readonly #target: string;
  readonly #id: string;
  readonly #waiting = new Map<number, (message: { readonly result: unknown }) => void>();
  #sent = 0;

  private constructor(session: CDPSession, target: string, id: string) {
    this.#session = session;
    this.#target = target;
    this.#id = id;
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId !== id) return;
      const answer = JSON.parse(message) as { id: number; result: unknown };
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** Opens the popup as a click on the button does, and waits until it has a response of the page. */
  static async open(worker: Worker, session: CDPSession): Promise<Popup> {
    await worker.evaluate(() => (chrome as unknown as { action: { openPopup(): Promise<void> } }).action.openPopup());
    for (;;) {
      const { targetInfos } = await session.send('Target.getTargets');
      const target = targetInfos.find(({ url }) => url.endsWith('/popup.html'))?.targetId;
      if (target === undefined) continue;
      const { sessionId } = await session.send('Target.attachToTarget', { targetId: target, flatten: false });
      const popup = new Popup(session, target, sessionId);
      while ((await popup.text()).includes('Asking the page')) await new Promise((resolve) => setTimeout(resolve, 50));
      return popup;
    }
  }

  text(): Promise<string> {
    return this.#evaluate('document.body?.innerText ?? "Asking the page"');
  }

  /** Waits until the popup shows this text. */
  async waitFor(words: string): Promise<void> {
    while (!(await this.text()).includes(words)) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Clicks at the middle of an element. */
  async click(selector: string): Promise<void> {
    const box = `(() => { const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)})
      .getBoundingClientRect(); return JSON.stringify([x + width / 2, y + height / 2]); })()`;
    const [x, y] = JSON.parse(await this.#evaluate(box)) as [number, number];
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
  }

  /** Waits until the popup is gone: until then no other can be opened. */
  async close(): Promise<void> {
    await this.#session.send('Target.closeTarget', { targetId: this.#target });
    const isOpen = async (): Promise<boolean> =>
      (await this.#session.send('Target.getTargets')).targetInfos.some(({ targetId }) => targetId === this.#target);
    while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async #evaluate(expression: string): Promise<string> {
    const answer = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    const { result } = answer as { result: { value?: unknown } };
    return String(result.value);
  }

  async #send(method: string, params: object): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    const answered = new Promise<{ readonly result: unknown }>((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#id, message });
    const { result } = await answered;
    this.#waiting.delete(id);
    return result;
  }
}
