/** The main thread: sends pages to the worker, and shows its results. */
import { addressOf, byId, FrontEnd, make } from '@refrain/viewer/browser';
import type { Evidence } from 'refrain';
import { count, plural } from 'refrain/engine';
import { fetchedPage, listenForDrops, listenForPastes, pastedPage, samplePages, sourcesOfFiles } from './intake.ts';
import type { Answer, Call, Playground, Source } from './worker.ts';

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const calls = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
let called = 0;

/** Calls a method of the worker's playground. */
function call<K extends Call['name']>(
  name: K,
  ...args: Parameters<Playground[K]>
): Promise<Awaited<ReturnType<Playground[K]>>> {
  called += 1;
  const message: Call = { number: called, name, args };
  return new Promise((resolve, reject) => {
    calls.set(message.number, { resolve, reject });
    worker.postMessage(message);
  });
}

const status = (text: string): void => {
  byId('status').textContent = text;
};

worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
  if ('done' in data) {
    status(`${count(data.done)} of ${plural(data.all, 'page')}`);
    return;
  }
  const waiting = calls.get(data.number);
  calls.delete(data.number);
  if ('error' in data) waiting?.reject(new Error(data.error));
  else waiting?.resolve(data.value as never);
});
worker.addEventListener('error', ({ message }) => status(`The worker failed: ${message}`));

const front = new FrontEnd(document.body, {
  list: (entry) => call('list', entry?.site),
  page: ({ site, position }) => call('page', site, position),
});
const controls = byId('controls', HTMLFieldSetElement);
const intake = byId('intake', HTMLDetailsElement);
let last = Promise.resolve();

/** Works after all earlier work, because the worker does one thing at a time. Controls are disabled meanwhile. */
function busy(work: () => Promise<void>): void {
  controls.disabled = true;
  const mine = last
    .then(work)
    .catch((error: unknown) => status(error instanceof Error ? error.message : String(error)))
    .then(() => {
      controls.disabled = last !== mine;
    });
  last = mine;
}

const learn = (sources: readonly Source[] | Promise<readonly Source[]>, isSample = false): void =>
  busy(async () => {
    const { pages, first, failures, seconds } = await call('learn', await sources, isSample);
    const time = `${Math.max(seconds, 0.01).toFixed(2)} s`;
    const parts = [
      ...(pages === 0 ? [] : [`${plural(pages, isSample ? 'sample page' : 'page')} learned in ${time}.`]),
      ...(failures.length === 0 ? [] : [`${count(failures.length)} left out: ${failures[0]}`]),
    ];
    status(parts.join(' ') || 'There was no page to learn.');
    if (first === undefined) return;
    byId('one-page', HTMLFormElement).reset();
    intake.open = false;
    byId('save').hidden = false;
    byId('sample').hidden = isSample;
    if (!isSample) history.pushState(null, '', pages === 1 ? addressOf(first) : '#');
    await front.refresh();
  });

/** Offers a file for download. */
function save(blob: Blob): void {
  const url = URL.createObjectURL(blob);
  make('a', { href: url, download: 'pages.ndjson' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

byId('one-page').addEventListener('submit', (event) => {
  event.preventDefault();
  const [html, address] = [byId('pasted', HTMLTextAreaElement).value, byId('address', HTMLInputElement).value.trim()];
  if (html.trim() !== '') learn([pastedPage(html, address)]);
  else if (address !== '') learn(fetchedPage(address).then((page) => [page]));
});
byId('sample').addEventListener('click', () => learn(samplePages()));
byId('save').addEventListener('click', () => busy(async () => save(await call('documents'))));
byId('evidence').addEventListener('change', () =>
  busy(async () => {
    await call('decide', byId('evidence', HTMLSelectElement).value as Evidence);
    await front.refresh();
  }),
);
for (const name of ['files', 'folder']) {
  const input = byId(name, HTMLInputElement);
  byId(`pick-${name}`).addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    learn(sourcesOfFiles(input.files));
    // Allows selecting the same file again.
    input.value = '';
  });
}
listenForDrops(learn);
listenForPastes((html) => learn([pastedPage(html)]));
addEventListener('hashchange', () => status(''));
// Other pages are lost when a tab is closed or loaded again.
if (/^(?:#brpc(?:\/.*)?)?$/.test(location.hash)) learn(samplePages(), true);
else intake.open = true;
