/** Time to the first verdict with empty caches: fetches the package, its module and its model, and learns one page. */
import type { Page } from 'playwright-core';

/** The ways to load the package. */
export const WAYS = {
  plain: 'a module script imports it',
  hinted: 'the same, and the page names all three files in <link rel=preload>',
  later: 'import() after the load event',
} as const;

export type Way = keyof typeof WAYS;

/** Milliseconds, each from navigation start. */
export interface FirstVerdict {
  /** The parser has reached the module script; for `later`, the page has loaded. */
  readonly begun: number;
  /** The package is fetched and runs. */
  readonly imported: number;
  /** `Detector.create` has resolved. */
  readonly created: number;
  readonly verdict: number;
  /** The document's `load` event. */
  readonly load: number;
  readonly blocks: number;
}

const HINTS = `<link rel=modulepreload href=/dist/browser/index.js>
<link rel=preload as=fetch crossorigin href=/dist/core.wasm>
<link rel=preload as=fetch crossorigin href=/dist/model.bin>
`;

/** The script after the import. */
const JUDGE = `const imported = performance.now();
const html = JSON.parse(document.querySelector('#page').textContent);
const detector = await Detector.create();
const created = performance.now();
const blocks = detector.learn(html).blocks.filter(({ kind }) => kind !== undefined).length;
globalThis.first = { begun, imported, created, verdict: performance.now(), blocks };`;

const SCRIPTS: Readonly<Record<'now' | 'later', string>> = {
  now: `<script>const begun = performance.now();</script>
<script type=module>
import { Detector } from '/dist/browser/index.js';
${JUDGE}
</script>
`,
  later: `<script>
addEventListener('load', async () => {
const begun = performance.now();
const { Detector } = await import('/dist/browser/index.js');
${JUDGE}
});
</script>
`,
};

/** A document that contains a page and learns it. */
export function firstPage(way: Way, html: string): string {
  const text = JSON.stringify(html).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset=utf-8><title>first verdict</title>
${way === 'hinted' ? HINTS : ''}<script type="application/json" id=page>${text}</script>
${SCRIPTS[way === 'later' ? 'later' : 'now']}`;
}

/** Milliseconds between polls, which take time themselves. */
const POLLING = 50;

export async function readFirst(page: Page, url: string): Promise<FirstVerdict> {
  await page.goto(url);
  await page.waitForFunction(() => Reflect.has(globalThis, 'first'), undefined, { polling: POLLING });
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const load = (navigation as PerformanceNavigationTiming).loadEventStart;
    return { ...(Reflect.get(globalThis, 'first') as Omit<FirstVerdict, 'load'>), load };
  });
}
