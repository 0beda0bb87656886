/** Shows the state of the current page and its site, and offers the modes. */
import {
  type Failed,
  type Forgotten,
  failed,
  type Learned,
  type ListedBlock,
  type PageRequest,
  type PageState,
  storedMode,
  type WorkerRequest,
} from './messages.ts';

const NOT_READ =
  'only pages of the web (http, https) are read, and one that was open before the extension, once it is loaded again';

const get = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`popup.html has no ${id}`);
  return element;
};

const say = (message: string): void => {
  get('message').textContent = message;
};

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;

async function tabInView(): Promise<number | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id;
}

async function askPage(tab: number | undefined, request: PageRequest): Promise<PageState> {
  if (tab === undefined) return failed(new Error(NOT_READ));
  try {
    return (await chrome.tabs.sendMessage(tab, request)) as PageState;
  } catch {
    return failed(new Error(NOT_READ));
  }
}

function tell(state: PageState): void {
  get('learned').hidden = state.status !== 'learned';
  if (state.status === 'reading') say('The page is being read. Open this again in a moment.');
  if (state.status === 'forgotten') say('Its site was forgotten. It is learned anew from the next page on.');
  if (state.status === 'failed') say(`Not learned: ${state.message}`);
}

function tellLearned({ site, pages, counted, template, content, blocks, unsaved }: Learned): void {
  const share = template + content === 0 ? 0 : Math.round((100 * template) / (template + content));
  get('site').textContent = site;
  get('pages').textContent = `${pages.toLocaleString('en')}${counted ? '' : ' (this one before)'}`;
  get('share').textContent = `${share} % of its text`;
  get('blocks').textContent = `${blocks.template} template, ${blocks.content} content`;
  get('bar').style.width = `${share}%`;
  say(unsaved === undefined ? '' : `Not saved yet: ${unsaved}`);
}

function listBlock({ kind, reason, text, node }: ListedBlock, tab: number | undefined): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = kind;
  const title = document.createElement('span');
  title.textContent = text;
  const why = document.createElement('small');
  why.textContent = reason;
  button.append(title, why);
  button.addEventListener('click', () => askPage(tab, { ask: 'show', block: node }));
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

/** Forgets the site after a confirmation. */
function offerForgetting({ site, pages }: Learned, tab: number | undefined): void {
  const button = get('forget');
  button.addEventListener('click', async () => {
    if (!button.classList.contains('sure')) {
      button.classList.add('sure');
      button.textContent = `Forget ${count(pages, 'page')} of ${site}?`;
      return;
    }
    const request: WorkerRequest = { ask: 'forget', site };
    const answer = (await chrome.runtime.sendMessage(request)) as Forgotten | Failed;
    tell(answer.status === 'failed' ? answer : await askPage(tab, { ask: 'forgotten' }));
  });
}

async function main(): Promise<void> {
  const tab = await tabInView();
  const state = await askPage(tab, { ask: 'state' });
  tell(state);
  if (state.status !== 'learned') return;
  tellLearned(state);
  get('list').append(...state.listed.map((block) => listBlock(block, tab)));
  await offerModes();
  offerForgetting(state, tab);
}

main().catch((error: unknown) => say(failed(error).message));
