/** The page: sends the requests of the user to the worker, and shows its replies. */

import type { SiteSummary } from '@refrain/crawl';
import { pages, seconds, shareLegend, summaryOf } from '@refrain/viewer';
import { byId, make, Viewer } from '@refrain/viewer/browser';
import { count } from 'refrain/engine';
import { listenForDrops, listenForPages, picked } from './intake.ts';
import { PageList } from './list.ts';
import { Charts, Refused, showMetadata, showSites } from './panels.ts';
import {
  type JudgedBy,
  type Progress,
  type Reply,
  type Request,
  type Row,
  type RunKind,
  type Settings,
  type Source,
  totalOf,
  type ViewedPage,
} from './protocol.ts';
import { SettingsForm } from './settings.ts';

const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });
const ask = (request: Request): void => worker.postMessage(request);

const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement);
const status = byId('status');
const announcer = byId('announcer');
const bar = byId('progress');
const contentText = byId('content-text');

byId('share-legend').innerHTML = shareLegend.text;
const list = new PageList(() => view());
const charts = new Charts();
const refused = new Refused();
const form = new SettingsForm(change);
const viewer = new Viewer(byId('view'), byId('blocks'));

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
  byId('stage').ariaBusy = 'true';
  ask({ type: 'view', asked, key, by: checked('by') as JudgedBy });
}

// Replies.

function show(): void {
  const isRunning = running !== undefined;
  form.disabled = running === 'learn';
  button('stop').hidden = !isRunning;
  button('forget').disabled = isRunning || known() === 0;
  for (const id of ['save-text', 'save-markdown', 'save-ndjson']) button(id).disabled = isRunning || list.count === 0;
  for (const id of ['sample', 'pick-files', 'pick-folder', 'show']) button(id).disabled = running === 'learn';
  const hasView = viewed !== undefined;
  const asMain = byId('as-main', HTMLInputElement);
  asMain.disabled = viewed?.table.hasScores === false;
  if (asMain.disabled && asMain.checked) byId('as-text', HTMLInputElement).click();
  const asText = checked('as') !== 'page';
  // No panel is empty, and one page needs no list.
  byId('page').hidden = !hasView;
  byId('page-blocks').hidden = !hasView;
  byId('site-pages').hidden = list.count < 2;
  byId('judged-by').hidden = list.count < 2;
  byId('all-settings').hidden = list.count === 0 && known() === 0;
  byId('run').hidden = !isRunning && list.count === 0 && known() === 0;
  byId('view').hidden = !hasView || asText;
  contentText.hidden = !hasView || !asText;
  byId('settings-note').textContent =
    running === 'learn'
      ? 'Settings cannot be changed while pages are learned.'
      : 'A change makes a new store and learns the kept pages again.';
  showSites(sites, isRunning ? undefined : (site) => ask({ type: 'snapshot', site }));
}

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Pages and megabytes per second. */
function speed(number: number, size: number, milliseconds: number): string {
  const time = Math.max(milliseconds, 0.1) / 1000;
  return `${count(number / time)} pages/s, ${short.format(size / 1e6 / time)} MB/s`;
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
  byId('intake', HTMLDetailsElement).open = false;
  list.choose(first.key);
}

/** The text in view. */
function showText(): void {
  const as = checked('as');
  contentText.classList.toggle('source', as === 'markdown');
  contentText.textContent =
    (as === 'markdown' ? viewed?.result.markdown : as === 'main' ? viewed?.main : viewed?.content) ?? '';
}

/** Shows a page, unless another was asked for since. */
async function showPage(page: ViewedPage, request: number): Promise<void> {
  if (request !== asked) return;
  viewed = page;
  showText();
  show();
  await viewer.show(page, page.table);
  if (request !== asked) return;
  const isOther = page.by !== checked('by');
  byId('view-title').textContent = page.title || list.row(page.key)?.id || '';
  byId('view-facts').textContent =
    summaryOf(page, page.table) +
    (isOther ? ' Judged by the current table: the table of that time is no longer available.' : '');
  showMetadata(page.result);
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
  viewer.clear();
  charts.clear();
  refused.clear();
  showMetadata({ facts: [] });
  byId('view-title').textContent = '';
  byId('intake', HTMLDetailsElement).open = true;
  byId('view-facts').textContent = '';
  bar.setAttribute('aria-valuenow', '0');
  bar.style.setProperty('--done', '0');
  if (found.length > 0) charts.add(totalOf(found));
  status.textContent =
    found.length === 0
      ? 'No page was learned yet: paste one, or take the sample.'
      : `${pages(known())} of ${found.length === 1 ? found[0]?.site : `${count(found.length)} sites`} were learned in this browser before. New pages are added to them; their HTML was not kept, so they cannot be opened.`;
  announcer.textContent = status.textContent;
  show();
}

/** Offers a file for download. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = make('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function warn(message: string, canRetry = false): void {
  const alert = byId('alert');
  const words = alert.querySelector('p');
  if (words !== null) words.textContent = message;
  button('retry').hidden = !canRetry;
  alert.hidden = false;
}

function take(reply: Reply): void {
  switch (reply.type) {
    case 'opened':
      byId('alert').hidden = true;
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
      show();
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
on('stop', () => ask({ type: 'stop' }));
on('forget', () => ask({ type: 'forget' }));
on('save-text', () => ask({ type: 'text', format: 'text' }));
on('save-markdown', () => ask({ type: 'text', format: 'markdown' }));
on('save-ndjson', () => ask({ type: 'text', format: 'ndjson' }));
on('retry', () => ask({ type: 'open' }));
on('dismiss', () => {
  byId('alert').hidden = true;
});
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
byId('judged-by').addEventListener('change', view);
byId('shown-as').addEventListener('change', () => {
  showText();
  show();
});
listenForDrops((sources) => {
  sources.then(learn, (error: unknown) => warn(`The dropped files cannot be read: ${String(error)}`));
});

listenForPages((sources) => {
  if (running !== 'learn') learn(sources);
});

charts.clear();
show();
ask({ type: 'open' });
