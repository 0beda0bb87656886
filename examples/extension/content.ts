/** Runs in every page: sends the page to be learned, once, and dims its template. Scripts of the page see only attributes. */
import { applyRules, layoutOf } from '@refrain/rules/apply';
import {
  failed,
  type Learned,
  type Mode,
  type PageRequest,
  type PageState,
  type Ruled,
  storedMode,
  toMode,
  type WorkerRequest,
} from './messages.ts';
import { storedRules } from './stored-rules.ts';
import { contentTypeOf, nameOf, setAttribute, writeTree } from './write.ts';

const ATTRIBUTE = 'data-refrain-template';
const SHOWN = 'data-refrain-shown';
/** Milliseconds of the outline around a block that was chosen in the popup. */
const SHOWN_FOR = 2000;

const PAGES = /^(text\/html|application\/xhtml\+xml)$/;

let state: PageState = { status: 'reading' };
/** Only the nodes that are needed, so that the rest of the page can be garbage-collected. */
let elements: readonly Element[] = [];
let texts: readonly Node[] = [];
let blocks = new Map<number, Element>();

async function read(): Promise<PageState> {
  try {
    if (!PAGES.test(contentTypeOf(document))) throw new TypeError('this is not an HTML page');
    const ruled = await readByRules();
    if (ruled !== undefined) return ruled;
    const { tree, nodes } = writeTree(document);
    const request: WorkerRequest = { ask: 'learn', tree };
    const response = (await chrome.runtime.sendMessage(request)) as PageState;
    if (response.status === 'learned') remember(response, nodes);
    return response;
  } catch (error) {
    return failed(error);
  }
}

/** Reads the page by rules that were imported for its site. Undefined where there are none, or none that fit. */
async function readByRules(): Promise<Ruled | undefined> {
  const site = location.host;
  const rules = await storedRules(site);
  const layout = rules && layoutOf(document, rules)?.id;
  if (rules === undefined || layout === undefined) return undefined;
  const { template } = applyRules(document, rules, { layout });
  const found = template.filter(({ element }) => !/^(html|body)$/.test(nameOf(element)));
  const isInside = (inner: Element): boolean =>
    found.some(({ element }) => element !== inner && Node.prototype.contains.call(element, inner));
  elements = found.map(({ element }) => element).filter((element) => !isInside(element));
  const regions: Record<string, number> = {};
  for (const { region } of found) regions[region] = (regions[region] ?? 0) + 1;
  // The worker lets pages read the mode.
  await chrome.runtime.sendMessage({ ask: 'ready' } satisfies WorkerRequest);
  return { status: 'ruled', site, layout, regions };
}

function remember({ marks, listed }: Learned, nodes: readonly Node[]): void {
  elements = marks.elements.map((number) => nodes[number] as Element);
  texts = marks.texts.map((number) => nodes[number] as Node);
  blocks = new Map(listed.map(({ node }) => [node, nodes[node] as Element]));
}

function apply(mode: Mode): void {
  for (const element of elements) setAttribute(element, ATTRIBUTE, mode === 'off' ? undefined : mode);
  // A text has no attributes, and scripts of the page would see an element around it.
  for (const name of ['dim', 'hide'] as const) {
    if (name !== mode || texts.length === 0) CSS.highlights.delete(`refrain-${name}`);
    else CSS.highlights.set(`refrain-${name}`, highlightOf(texts));
  }
}

/** One by one: a call with hundreds of thousands of arguments fails. */
function highlightOf(marked: readonly Node[]): Highlight {
  const highlight = new Highlight();
  for (const text of marked) highlight.add(rangeOf(text));
  return highlight;
}

function rangeOf(text: Node): Range {
  const range = new Range();
  range.selectNodeContents(text);
  return range;
}

function show(block: number): void {
  const element = blocks.get(block);
  if (element === undefined) return;
  const whole = Element.prototype.closest.call(element, `[${ATTRIBUTE}=hide]`);
  if (whole !== null) setAttribute(whole, ATTRIBUTE, undefined);
  Element.prototype.scrollIntoView.call(element, { block: 'center' });
  setAttribute(element, SHOWN, '');
  setTimeout(() => setAttribute(element, SHOWN, undefined), SHOWN_FOR);
}

function forgetPage(): void {
  apply('off');
  [elements, texts, blocks] = [[], [], new Map()];
  state = { status: 'forgotten' };
}

chrome.runtime.onMessage.addListener((message, _, respond) => {
  const request = message as PageRequest;
  if (request.ask === 'show') show(request.block);
  if (request.ask === 'forgotten') forgetPage();
  respond(state);
  return false;
});

async function main(): Promise<void> {
  // The browser may load a page in advance; it counts as visited when it becomes visible.
  if ('prerendering' in document && document.prerendering === true) {
    await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }));
  }
  state = await read();
  if (state.status !== 'learned' && state.status !== 'ruled') return;
  apply(await storedMode());
  chrome.storage.session.onChanged.addListener(({ mode }) => mode && apply(toMode(mode.newValue)));
  // A page from the back-forward cache has missed changes of the mode.
  addEventListener('pageshow', ({ persisted }) => persisted && storedMode().then(apply));
}

void main();
