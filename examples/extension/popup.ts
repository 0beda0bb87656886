/** The popup: facts of the page in view and of its site, its blocks, and the mode. */
import { count, percent, plural, shareLegend } from '@refrain/viewer';
import { BlockList, byId } from '@refrain/viewer/browser';
import {
  type Failed,
  type Forgotten,
  failed,
  type Learned,
  type PageRequest,
  type PageState,
  type Ruled,
  storedMode,
  type WorkerRequest,
} from './messages.ts';
import { importRules, removeRules } from './stored-rules.ts';

const NOT_READ =
  'only web pages (http, https) are read; reload a page that was open before the extension was installed';

const showMessage = (message: string): void => {
  byId('message').textContent = message;
};

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
  byId('learned').hidden = state.status !== 'learned';
  byId('ruled').hidden = state.status !== 'ruled';
  byId('modes').hidden = state.status !== 'learned' && state.status !== 'ruled';
  if (state.status === 'reading') showMessage('The page is being read. Open the popup again in a moment.');
  if (state.status === 'forgotten') showMessage('The site was forgotten. Learning starts again with the next page.');
  if (state.status === 'failed') showMessage(`Not learned: ${state.message}`);
}

function showLearned({ site, pages, counted, template, content, main, blocks, unsaved }: Learned): void {
  const share = (part: number): number => part / Math.max(1, template + content);
  byId('site').textContent = site;
  byId('pages').textContent = `${count(pages)}${counted ? '' : ' (this page was counted before)'}`;
  byId('share').textContent = `${percent(share(template))} of its text`;
  byId('main').textContent = `${percent(share(main))} of its text`;
  byId('blocks').textContent = `${blocks.template} template, ${blocks.content} content`;
  byId('bar').style.setProperty('--share', String(share(template)));
  byId('legend').innerHTML = shareLegend.text;
  showMessage(unsaved === undefined ? '' : `Not saved yet: ${unsaved}`);
}

function showRuled({ site, layout, regions }: Ruled): void {
  const found = Object.entries(regions).map(([region, times]) => (times === 1 ? region : `${region} (${times})`));
  byId('site').textContent = site;
  byId('ruled').textContent = `Read by rules, layout ${layout}. Template: ${found.join(', ') || 'none'}.`;
  showMessage('');
  const button = byId('remove');
  button.hidden = false;
  button.addEventListener('click', async () => {
    await removeRules(site);
    button.hidden = true;
    byId('imported').textContent = 'Removed. The site is learned again from the next page on.';
  });
}

function offerImport(): void {
  byId('import').addEventListener('change', async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    try {
      const { site, layouts } = await importRules(await file.text());
      byId('imported').textContent = `${plural(layouts.length, 'layout')} of ${site}, used from the next page on.`;
    } catch (error) {
      byId('imported').textContent = `${file.name} was not imported: ${failed(error).message}`;
    }
  });
}

function listBlocks({ listed, table }: Learned, tab: number | undefined): void {
  const list = new BlockList(byId('list'), (at, isClicked) => {
    list.select(at);
    const block = listed[at]?.node;
    if (isClicked && block !== undefined) void sendToPage(tab, { ask: 'show', block });
  });
  list.list(listed.map(({ text }) => text));
  list.judge(listed, table);
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
  const button = byId('forget');
  button.addEventListener('click', async () => {
    if (!button.classList.contains('sure')) {
      button.classList.add('sure');
      button.textContent = `Forget ${plural(pages, 'page')} of ${site}?`;
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
  listBlocks(state, tab);
  await offerModes();
  offerForgetting(state, tab);
}

main().catch((error: unknown) => showMessage(failed(error).message));
