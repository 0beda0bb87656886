/** The page: sends the requests of the user to the worker, and shows its replies. */

import type { SiteSummary } from '@refrain/crawl';
import { count, pages, percent, seconds } from '@refrain/viewer';
import { Charts } from './chart.ts';
import { byId, save } from './dom.ts';
import { inWords, showBlock, showNoBlock } from './inspector.ts';
import { listenForDrops, picked } from './intake.ts';
import { showSites } from './known.ts';
import { PageList } from './list.ts';
import { showMetadata } from './metadata.ts';
import { listenForPaste } from './paste.ts';
import type { JudgedBy, Progress, Reply, Request, Row, RunKind, Settings, Source, ViewedPage } from './protocol.ts';
import { Refused } from './refused.ts';
import { SettingsForm } from './settings.ts';
import { Stage } from './stage.ts';
import { totalOf } from './total.ts';
import { speed } from './words.ts';

const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
const ask = (request: Request): void => worker.postMessage(request);

const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement);
const status = byId('status', HTMLParagraphElement);
const announcer = byId('announcer', HTMLParagraphElement);
const bar = byId('progress', HTMLDivElement);
const stageBox = byId('stage', HTMLDivElement);
const contentText = byId('content-text', HTMLPreElement);

const list = new PageList(() => view());
const charts = new Charts();
const refused = new Refused();
const form = new SettingsForm(change);
const stage = new Stage(inspect);

let viewed: ViewedPage | undefined;
let sites: readonly SiteSummary[] = [];
let settings: Settings = form.value;
/** The kind of the current run. */
let running: RunKind | undefined;
/** Pages that were learned here but not kept, because of the limits of a tab. */
let beyond = 0;
/** Number of the last request for a page. */
let asked = 0;
/** Whether the current run has shown a page. */
let hasNewPage = false;

const checked = (name: string): string =>
  document.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value ?? '';

const known = (): number => totalOf(sites).pages;

// Requests.

function learn(sources: readonly Source[]): void {
  if (sources.length === 0) {
    status.textContent = 'There was no file to learn.';
    return;
  }
  ask({ type: 'learn', sources });
}

/** A store has one set of settings: other settings make a new store, which learns the kept pages again. */
function change(next: Settings): void {
  const lost = known() - list.count;
  const question = `Other settings make a new store. ${pages(lost)} of the current store cannot be learned again, since their HTML was not kept. Continue?`;
  if (running === undefined && lost > 0 && !confirm(question)) {
    form.set(settings);
    return;
  }
  settings = next;
  ask({ type: 'set', settings: next });
}

function view(): void {
  const key = list.chosen;
  if (key === undefined) return;
  asked += 1;
  stageBox.ariaBusy = 'true';
  ask({ type: 'view', asked, key, by: checked('by') as JudgedBy, needsMarkup: stage.key !== key });
}

function inspect(number: number | undefined, how: 'pointed' | 'chosen'): void {
  const block = number === undefined ? undefined : viewed?.blocks[number];
  if (block === undefined || number === undefined) {
    showNoBlock();
    return;
  }
  showBlock(block);
  if (how === 'chosen') announcer.textContent = inWords(block, number + 1, viewed?.blocks.length ?? 0);
}

// Replies.

function show(): void {
  const isRunning = running !== undefined;
  form.disabled = running === 'learn';
  button('stop').hidden = !isRunning;
  button('forget').disabled = isRunning || known() === 0;
  for (const id of ['save-text', 'save-markdown', 'save-ndjson']) button(id).disabled = isRunning || list.count === 0;
  for (const id of ['sample', 'sample-again', 'pick-files', 'pick-folder', 'paste'])
    button(id).disabled = running === 'learn';
  const hasView = viewed !== undefined;
  const hasMain = viewed?.main !== undefined;
  const asMain = byId('as-main', HTMLInputElement);
  asMain.disabled = hasView && !hasMain;
  if (asMain.disabled && asMain.checked) byId('as-text', HTMLInputElement).click();
  for (const mark of document.querySelectorAll<HTMLElement>('#scale .section')) mark.hidden = hasView && !hasMain;
  const asText = checked('as') !== 'page';
  byId('welcome', HTMLDivElement).hidden = hasView;
  stageBox.hidden = !hasView || asText;
  contentText.hidden = !hasView || !asText;
  byId('scale', HTMLUListElement).hidden = !hasView || asText;
  for (const id of ['previous', 'next']) button(id).disabled = !hasView || asText;
  byId('settings-note', HTMLParagraphElement).textContent =
    running === 'learn'
      ? 'Settings cannot be changed while pages are learned.'
      : 'A change makes a new store and learns the kept pages again.';
  showSites(sites, { canSave: !isRunning, save: (site) => ask({ type: 'snapshot', site }) });
}

function showProgress({ done, pages: learned, bytes, learning }: Progress): void {
  bar.setAttribute('aria-valuenow', String(Math.round(done * 100)));
  bar.style.setProperty('--done', String(done));
  status.textContent = `${pages(learned)} ${running === 'again' ? 'learned again' : 'learned'} · ${speed(learned, bytes, learning)} in this browser`;
}

function showEnd(what: RunKind, progress: Progress, isStopped: boolean): void {
  const { pages: learned, again, bytes, learning, elapsed } = progress;
  if (learned === 0) {
    const nothing = what === 'again' ? 'There is no kept page to learn again.' : 'No page was learned.';
    status.textContent = nothing;
    announcer.textContent = nothing;
    return;
  }
  const verb = what === 'again' ? 'learned again' : 'learned';
  const parts = [
    `${isStopped ? 'Stopped: ' : ''}${pages(learned)} ${verb} at ${speed(learned, bytes, learning)} in this browser, in ${seconds(elapsed)} with reading and storing`,
    ...(again > 0 ? [`${count(again)} of them had been counted before`] : []),
    ...(beyond > 0 ? [`${count(beyond)} of them cannot be opened, since a tab keeps no more pages`] : []),
  ];
  status.textContent = `${parts.join('; ')}.`;
  announcer.textContent = status.textContent;
}

/** Opens the first page of new files. */
function showFirst([first]: readonly Row[]): void {
  if (running !== 'learn' || hasNewPage || first === undefined) return;
  hasNewPage = true;
  list.choose(first.key);
}

/** The text in view. */
function showText(): void {
  const as = checked('as');
  contentText.classList.toggle('source', as === 'markdown');
  contentText.textContent =
    (as === 'markdown' ? viewed?.markdown : as === 'main' ? viewed?.main?.text : viewed?.content) ?? '';
}

/** Shows a page, unless another was asked for since. */
async function showPage(page: ViewedPage, request: number): Promise<void> {
  if (request !== asked) return;
  if (page.markup !== undefined) stage.show(page.key, page.markup);
  await stage.ready;
  if (request !== asked || stage.key !== page.key) return;
  viewed = page;
  const template = page.blocks.filter(({ kind }) => kind === 'template').length;
  const isOther = page.by !== checked('by');
  byId('view-title', HTMLHeadingElement).textContent = page.title || list.row(page.key)?.id || 'Page in view';
  byId('view-facts', HTMLParagraphElement).textContent =
    `${count(template)} of ${count(page.blocks.length)} blocks are template, ${percent(page.share)} of the text` +
    (page.main === undefined ? '' : `; ${percent(page.main.share)} is main content`) +
    (page.kind === undefined ? '' : `; kind of page: ${page.kind.name} (${percent(page.kind.confidence)})`) +
    (isOther ? ' (by the current table: the table of that time is no longer available)' : '');
  showText();
  showMetadata(page.metadata);
  show();
  stage.paint(page.blocks);
  stageBox.ariaBusy = 'false';
}

function showOpened(found: readonly SiteSummary[], set: Settings): void {
  sites = found;
  settings = set;
  beyond = 0;
  form.set(set);
  form.disabled = false;
  viewed = undefined;
  asked += 1;
  list.clear();
  stage.clear();
  charts.clear();
  refused.clear();
  showNoBlock();
  showMetadata(undefined);
  byId('view-title', HTMLHeadingElement).textContent = 'Page in view';
  byId('view-facts', HTMLParagraphElement).textContent = '';
  bar.setAttribute('aria-valuenow', '0');
  bar.style.setProperty('--done', '0');
  if (found.length > 0) charts.add(totalOf(found));
  status.textContent =
    found.length === 0
      ? 'No page was learned yet: drop a site, or take the sample.'
      : `${pages(known())} of ${found.length === 1 ? found[0]?.site : `${count(found.length)} sites`} were learned in this browser before. New pages are added to them; their HTML was not kept, so they cannot be opened.`;
  announcer.textContent = status.textContent;
  show();
}

function warn(message: string, canRetry = false): void {
  const alert = byId('alert', HTMLDivElement);
  const words = alert.querySelector('p');
  if (words !== null) words.textContent = message;
  button('retry').hidden = !canRetry;
  alert.hidden = false;
}

function take(reply: Reply): void {
  switch (reply.type) {
    case 'opened':
      byId('alert', HTMLDivElement).hidden = true;
      showOpened(reply.sites, reply.settings);
      break;
    case 'locked':
      status.textContent = 'The store is in use by another tab.';
      warn(
        'The playground is open in another tab, and only one tab can use the store. Close the other tab, then try again.',
        true,
      );
      break;
    case 'began':
      running = reply.what;
      if (reply.what === 'again') {
        charts.clear();
        list.unlearn();
      } else {
        refused.clear();
        hasNewPage = false;
      }
      show();
      break;
    case 'rows':
      list.put(reply.rows);
      showFirst(reply.rows);
      break;
    case 'point':
      charts.add(reply.point);
      break;
    case 'progress':
      showProgress(reply.progress);
      break;
    case 'refused':
      refused.add(reply.refusals);
      break;
    case 'ended':
      running = undefined;
      sites = reply.sites;
      charts.add(totalOf(sites));
      beyond = reply.what === 'again' ? 0 : beyond + reply.progress.beyond;
      showEnd(reply.what, reply.progress, reply.stopped);
      show();
      view();
      break;
    case 'viewed':
      void showPage(reply.page, reply.asked);
      break;
    case 'file':
      save(reply.blob, reply.name);
      break;
    case 'failed':
      running = undefined;
      show();
      warn(reply.message);
  }
}

worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => take(data));
worker.addEventListener('error', ({ message }) => warn(`The worker failed: ${message}`));

const learnSample = (): void => learn([{ kind: 'sample', base: new URL('./sample/', document.baseURI).href }]);
const on = (id: string, does: () => void): void => button(id).addEventListener('click', does);

on('sample', learnSample);
on('sample-again', learnSample);
on('stop', () => ask({ type: 'stop' }));
on('forget', () => ask({ type: 'forget' }));
on('save-text', () => ask({ type: 'text', format: 'text' }));
on('save-markdown', () => ask({ type: 'text', format: 'markdown' }));
on('save-ndjson', () => ask({ type: 'text', format: 'ndjson' }));
on('retry', () => ask({ type: 'open' }));
on('dismiss', () => {
  byId('alert', HTMLDivElement).hidden = true;
});
on('previous', () => stage.step(-1));
on('next', () => stage.step(1));
for (const [id, input] of [
  ['pick-files', byId('files', HTMLInputElement)],
  ['pick-folder', byId('folder', HTMLInputElement)],
] as const) {
  on(id, () => input.click());
  input.addEventListener('change', () => {
    const { files } = input;
    if (files !== null && files.length > 0) learn(picked(files));
    // So that the same file can be picked again.
    input.value = '';
  });
}
byId('judged-by', HTMLFieldSetElement).addEventListener('change', view);
byId('shown-as', HTMLFieldSetElement).addEventListener('change', () => {
  showText();
  show();
});
listenForDrops(byId('drop', HTMLDivElement), (sources) => {
  sources.then(learn, (error: unknown) => warn(`The dropped files cannot be read: ${String(error)}`));
});

listenForPaste((sources) => {
  if (running !== 'learn') learn(sources);
});

charts.clear();
show();
ask({ type: 'open' });
