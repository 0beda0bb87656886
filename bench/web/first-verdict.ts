/** How long it takes from nothing to the first verdict: the package, its module and its model are fetched, one page learned. */
import type { Page } from 'playwright-core';

/** How a page comes to the package. */
export const WAYS = {
  plain: 'a module script imports it',
  hinted: 'the same, and the page names all three files in <link rel=preload>',
  later: 'import() when the page has loaded',
} as const;

export type Way = keyof typeof WAYS;

/** Milliseconds, each from navigation start. */
export interface FirstVerdict {
  /** The parser has come to the module script, or, later, the page has loaded. */
  readonly begun: number;
  /** The package has been fetched, and runs. */
  readonly imported: number;
  /** `Detector.create` has answered. */
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

/** From the import on, wherever that stands. */
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

/** A document that learns a page which it has in it. */
export function firstPage(way: Way, html: string): string {
  const text = JSON.stringify(html).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset=utf-8><title>first verdict</title>
${way === 'hinted' ? HINTS : ''}<script type="application/json" id=page>${text}</script>
${SCRIPTS[way === 'later' ? 'later' : 'now']}`;
}

/** Milliseconds between looks at whether the page is done: looking takes its time too. */
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
