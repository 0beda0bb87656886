/** Files and folders that the user drops or picks, and pages by their HTML or their address. */
import { byId } from '@refrain/viewer/browser';
import type { Source } from './protocol.ts';

const inOrder = (sources: Source[]): Source[] =>
  sources.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : pathOf(one) > pathOf(other) ? 1 : 0));

const pathOf = (source: Source): string => (source.kind === 'file' ? source.path : '');

/** Picked files; the paths of files in a folder begin with its name. */
export const picked = (files: FileList): Source[] =>
  inOrder(Array.from(files, (file) => ({ kind: 'file', file, path: file.webkitRelativePath || file.name })));

/** Dropped files. All entries are read before the first `await`, since they are unavailable afterwards. */
async function dropped(data: DataTransfer): Promise<Source[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: Source[] = [];
  for (const entry of entries) await collect(entry, found);
  return inOrder(found);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function collect(entry: FileSystemEntry, found: Source[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ kind: 'file', file, path });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    // A reader returns a part of the folder per call, and an empty list at the end.
    for (;;) {
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (part.length === 0) return;
      for (const child of part) await collect(child, found);
    }
  }
}

/** Accepts files dropped anywhere on the page; a curtain is visible while they are over it. */
export function listenForDrops(take: (sources: Promise<Source[]>) => void): void {
  let depth = 0;
  const show = (change: number): void => {
    depth = Math.max(depth + change, 0);
    byId('drop').hidden = depth === 0;
  };
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragenter', (event) => {
    if (hasFiles(event)) show(1);
  });
  addEventListener('dragleave', (event) => {
    if (hasFiles(event)) show(-1);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    show(-depth);
    if (event.dataTransfer !== null) take(dropped(event.dataTransfer));
  });
}

/** Pasted pages without an address are pages of one site. */
let pasted = 0;

function sourceOf(html: string, url?: string): Source {
  pasted += 1;
  return { kind: 'file', file: new File([html], `${pasted}.html`), path: `pasted/${pasted}.html`, url };
}

/** @throws {TypeError} where the page cannot be reached, or its site lets no other page read it */
async function fetched(url: string): Promise<Source> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the site answered ${response.status}`);
  const blob = await response.blob();
  return {
    kind: 'file',
    file: new File([blob], 'page.html', { type: blob.type }),
    path: url,
    url: response.url || url,
  };
}

/** Accepts a page by its HTML, its address or both in the form, or pasted anywhere outside of fields. */
export function listenForPages(take: (sources: readonly Source[]) => void): void {
  const html = byId('pasted', HTMLTextAreaElement);
  const address = byId('address', HTMLInputElement);
  const note = byId('given-note');
  const say = (words: string): void => {
    note.textContent = words;
    note.hidden = words === '';
  };
  const give = async (): Promise<void> => {
    const [text, url] = [html.value.trim(), address.value.trim()];
    if (text === '' && url === '') {
      say('Paste the HTML of a page, or give its address.');
      return;
    }
    try {
      take([text === '' ? await fetched(url) : sourceOf(text, url === '' ? undefined : url)]);
      html.value = '';
      address.value = '';
      say('');
    } catch (error) {
      const reason = error instanceof TypeError ? 'most sites let no other page read theirs' : String(error);
      say(`${url} cannot be fetched here: ${reason}. Open it, show its source, copy all of it, and paste it above.`);
      html.focus();
    }
  };
  byId('given').addEventListener('submit', (event) => {
    event.preventDefault();
    void give();
  });
  addEventListener('paste', ({ target, clipboardData }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    // The source of a page is pasted as text; a selected part of a page as HTML.
    const plain = clipboardData?.getData('text/plain') ?? '';
    const given = /^\s*</.test(plain) ? plain : (clipboardData?.getData('text/html') ?? '');
    if (given !== '') take([sourceOf(given)]);
  });
}
