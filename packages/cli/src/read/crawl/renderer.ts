/** Reads pages after their scripts have run. The browser has no network: see {@link Visit}. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { LimitError } from 'refrain';
import { liveHtml } from 'refrain/engine';
import { CommandError, messageOf } from '../../errors.ts';
import { type Answer, FetchError } from '../fetch.ts';
import type { BrowserState } from '../identity/identity.ts';
import { FileCache, Visit, type VisitOptions } from './visit.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * A page is read after QUIET_STEPS steps without a request, or after STEPS_MAX steps. A step is a pause, then an answer
 * of the page.
 */
const STEP_MS = 100;
const QUIET_STEPS = 5;
const STEPS_MAX = 100;
/** Maximum seconds for an answer of a page: its scripts may block the browser. */
const ANSWER_SECONDS = 30;
/**
 * Time to start a browser, and to open a page. Crawlee's 15 seconds and Playwright's 30 are too short on a busy
 * machine.
 */
const START_MS = 120_000;
const OPEN_SECONDS = 60;

/**
 * Options of Crawlee's crawler for a browser without network: requests that are not intercepted go to a proxy that does
 * not exist.
 */
export const browserOptions = (
  launcher: object | undefined,
  userAgent: string,
  stateOf: () => BrowserState | undefined = () => undefined,
) => ({
  launchContext: {
    launcher,
    // Storage and windows of a page are removed with the page.
    useIncognitoPages: true,
    userAgent,
    launchOptions: {
      timeout: START_MS,
      proxy: { server: 'http://nowhere.invalid:1' },
      args: ['--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
      ...{ serviceWorkers: 'block', acceptDownloads: false },
      // Signals do not close the browser: the crawl does.
      ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    },
  },
  browserPoolOptions: {
    ...{ useFingerprints: false, operationTimeoutSecs: OPEN_SECONDS },
    prePageCreateHooks: [
      (_: string, __: unknown, page: { storageState?: BrowserState | undefined } = {}) => {
        page.storageState = stateOf();
      },
    ],
  },
  persistCookiesPerSession: false,
});

/** The error for a browser that could not be started. */
export const browserError = (error: unknown): unknown =>
  error instanceof Error && error.name === 'BrowserLaunchError'
    ? new CommandError(
        `--browser: no browser could be started (${messageOf(error.cause)}): npx playwright install chromium, or set CRAWLEE_DEFAULT_BROWSER_PATH to one`,
        { code: 'BROWSER_MISSING' },
      )
    : error;

export class Renderer {
  readonly #options: VisitOptions;
  readonly #kept = new FileCache();

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  /**
   * Reads a page after its scripts have run.
   *
   * @param onRedirect called for a redirect by the server or a script; throws
   * @throws what `get` throws for the page
   * @throws {FetchError} `BROWSER_FAILED`
   */
  async render(page: Page, address: string, onRedirect: (url: string) => never): Promise<Answer> {
    const { requestOptions, maxPageBytes } = this.#options;
    const ending = new AbortController();
    const stop = (): void => void page.close().catch(() => undefined);
    requestOptions.signal.addEventListener('abort', stop);
    const options = { ...this.#options, requestOptions: { ...requestOptions, signal: ending.signal } };
    const visit = new Visit(page, address, options, this.#kept, onRedirect);
    try {
      await visit.begin();
      await page.goto(address, { waitUntil: 'commit', timeout: 0 });
      await rest(page, visit, ending.signal);
      visit.throwFailure();
      const html = await answerOf(page, textOf(maxPageBytes));
      if (typeof html !== 'string' || Buffer.byteLength(html) > maxPageBytes)
        throw new LimitError('PAGE_TOO_LARGE', `scripts make more than ${maxPageBytes} bytes`);
      const bytes = new Uint8Array(Buffer.from(html));
      return { url: address, status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, bytes };
    } catch (error) {
      visit.throwFailure();
      if (error instanceof LimitError || error instanceof FetchError) throw error;
      throw new FetchError('BROWSER_FAILED', `the browser: ${messageOf(error)}`);
    } finally {
      requestOptions.signal.removeEventListener('abort', stop);
      ending.abort();
    }
  }
}

/**
 * A program that returns the text of the page, or null if it is too long. The length is read from a string, because
 * scripts of the page cannot replace it.
 */
const textOf = (maxLength: number): string => `(() => {
  const text = (${liveHtml})(document);
  return text.length > ${maxLength} ? null : text;
})()`;

/** Waits until the page makes no more requests, or for the maximum time. */
async function rest(page: Page, visit: Visit, signal: AbortSignal): Promise<void> {
  for (let step = 0, quiet = 0; step < STEPS_MAX && quiet < QUIET_STEPS; step += 1) {
    const before = visit.activity;
    await pause(STEP_MS, undefined, { signal });
    const state = await answerOf(page, 'document.readyState').catch(stateOf);
    const isQuiet = state === 'complete' && visit.isIdle && visit.activity === before;
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

/** While the page navigates, its state is unknown. */
function stateOf(error: unknown): void {
  if (error instanceof FetchError) throw error;
}

/**
 * Runs a program in the page.
 *
 * @throws {FetchError} `SCRIPT_TIMEOUT`
 */
function answerOf(page: Page, program: string): Promise<unknown> {
  const late = () => new FetchError('SCRIPT_TIMEOUT', 'scripts of the page do not end');
  return withTimeout(page.evaluate(program), ANSWER_SECONDS, late);
}
