/** The popup: facts of the page in view and of its site, and the mode. */
import {
  type Failed,
  type Forgotten,
  failed,
  type Learned,
  type ListedBlock,
  type PageRequest,
  type PageState,
  type Ruled,
  storedMode,
  type WorkerRequest,
} from './messages.ts';
import { importRules, removeRules } from './stored-rules.ts';

const NOT_READ =
  'only web pages (http, https) are read; reload a page that was open before the extension was installed';

const get = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`popup.html has no ${id}`);
  return element;
};

const showMessage = (message: string): void => {
  get('message').textContent = message;
};

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;

async function tabInView(): Promise<number | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}

async function sendToPage(tab: number | undefined, request: PageRequest): Promise<PageState> {
  if (tab === undefined) return failed(new Error(NOT_READ));
  try {
    return (await chrome.tabs.sendMessage(tab, request)) as PageState;
  } catch {
    return failed(new Error(NOT_READ));
  }
}

function show(state: PageState): void {
  get('learned').hidden = state.status !== 'learned';
  get('ruled').hidden = state.status !== 'ruled';
  get('modes').hidden = state.status !== 'learned' && state.status !== 'ruled';
  if (state.status === 'reading') showMessage('The page is being read. Open the popup again in a moment.');
  if (state.status === 'forgotten') showMessage('The site was forgotten. Learning starts again with the next page.');
  if (state.status === 'failed') showMessage(`Not learned: ${state.message}`);
}

function showLearned({ site, pages, counted, template, content, main, blocks, unsaved }: Learned): void {
  const shareOf = (part: number): number => Math.round((100 * part) / Math.max(1, template + content));
  const share = shareOf(template);
  get('site').textContent = site;
  get('pages').textContent = `${pages.toLocaleString('en')}${counted ? '' : ' (this page was counted before)'}`;
  get('share').textContent = `${share} % of its text`;
  get('main').textContent = `${shareOf(main)} % of its text`;
  get('blocks').textContent = `${blocks.template} template, ${blocks.content} content`;
  get('bar').style.width = `${share}%`;
  showMessage(unsaved === undefined ? '' : `Not saved yet: ${unsaved}`);
}

function showRuled({ site, layout, regions }: Ruled): void {
  const found = Object.entries(regions).map(([region, times]) => (times === 1 ? region : `${region} (${times})`));
  get('site').textContent = site;
  get('ruled').textContent = `Read by rules, layout ${layout}. Template: ${found.join(', ') || 'none'}.`;
  showMessage('');
  const button = get('remove');
  button.hidden = false;
  button.addEventListener('click', async () => {
    await removeRules(site);
    button.hidden = true;
    get('imported').textContent = 'Removed. The site is learned again from the next page on.';
  });
}

function offerImport(): void {
  get('import').addEventListener('change', async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    try {
      const { site, layouts } = await importRules(await file.text());
      get('imported').textContent = `${count(layouts.length, 'layout')} of ${site}, used from the next page on.`;
    } catch (error) {
      get('imported').textContent = `${file.name} was not imported: ${failed(error).message}`;
    }
  });
}

function listBlock({ kind, main, reason, text, node }: ListedBlock, tab: number | undefined): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = main ? `${kind} main` : kind;
  const title = document.createElement('span');
  title.textContent = text;
  const why = document.createElement('small');
  why.textContent = reason;
  button.append(title, why);
  button.addEventListener('click', () => sendToPage(tab, { ask: 'show', block: node }));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

async function offerModes(): Promise<void> {
  const mode = await storedMode();
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name=mode]')) {
    input.checked = input.value === mode;
    input.addEventListener('change', () => chrome.storage.session.set({ mode: input.value }));
  }
}

/** Asks for a second click, since forgetting cannot be undone. */
function offerForgetting({ site, pages }: Learned, tab: number | undefined): void {
  const button = get('forget');
  button.addEventListener('click', async () => {
    if (!button.classList.contains('sure')) {
      button.classList.add('sure');
      button.textContent = `Forget ${count(pages, 'page')} of ${site}?`;
      return;
    }
    const request: WorkerRequest = { ask: 'forget', site };
    const response = (await chrome.runtime.sendMessage(request)) as Forgotten | Failed;
    show(response.status === 'failed' ? response : await sendToPage(tab, { ask: 'forgotten' }));
  });
}

async function main(): Promise<void> {
  offerImport();
  const tab = await tabInView();
  const state = await sendToPage(tab, { ask: 'state' });
  show(state);
  if (state.status === 'ruled') {
    showRuled(state);
    await offerModes();
  }
  if (state.status !== 'learned') return;
  showLearned(state);
  get('list').append(...state.listed.map((block) => listBlock(block, tab)));
  await offerModes();
  offerForgetting(state, tab);
}

main().catch((error: unknown) => showMessage(failed(error).message));
