/** Pages from the user: pasted HTML, a URL, dropped or selected files and folders, or the sample. */
import { byId } from '@refrain/viewer/browser';
import type { Source } from './worker.ts';

/** A file as a page. The first folder of its path is its site. */
function sourceOf(file: Blob, path: string): Source {
  const folder = path.indexOf('/');
  return { file, site: folder > 0 ? path.slice(0, folder) : 'files', id: path };
}

const inOrder = (sources: readonly Source[]): Source[] =>
  sources.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));

/** Sources of selected files. Paths of files in a folder begin with the name of the folder. */
export const sourcesOfFiles = (files: FileList | null): Source[] =>
  inOrder(Array.from(files ?? [], (file) => sourceOf(file, file.webkitRelativePath || file.name)));

let pasted = 0;

/** A pasted page. Pages without a URL are pages of one site. */
export function pastedPage(html: string, address = ''): Source {
  pasted += 1;
  const [site, id] = URL.canParse(address) ? [new URL(address).host, address] : ['pasted', `pasted/${pasted}.html`];
  return { file: new Blob([html]), site, id, contentType: 'text/html; charset=utf-8' };
}

/** @throws {Error} if the page cannot be fetched, for example because its site does not allow other origins (CORS) */
export async function fetchedPage(address: string): Promise<Source> {
  try {
    const response = await fetch(address, { credentials: 'omit' });
    if (!response.ok) throw new Error(`the site answered ${response.status}`);
    const { host, href } = new URL(response.url || address);
    const file = await response.blob();
    return { file, site: host, id: href, ...(file.type && { contentType: file.type }) };
  } catch (error) {
    const reason = error instanceof TypeError ? 'most sites let no other page read theirs' : String(error);
    throw new Error(
      `${address} cannot be fetched: ${reason}. Open it, show its source, copy all of it, and paste it above.`,
    );
  }
}

export async function samplePages(): Promise<Source[]> {
  const read = async (path: string): Promise<Response> => {
    const response = await fetch(`./sample/${path}`);
    if (!response.ok) throw new Error(`${path} is missing`);
    return response;
  };
  const paths = (await (await read('pages.txt')).text()).trim().split('\n');
  return Promise.all(paths.map(async (path) => sourceOf(await (await read(path)).blob(), `brpc/${path}`)));
}

/** Dropped files. All entries are read before the first `await`, because they are not available afterwards. */
async function dropped(data: DataTransfer): Promise<Source[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: Source[] = [];
  for (const entry of entries) await collect(entry, found);
  return inOrder(found);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function collect(entry: FileSystemEntry, found: Source[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push(sourceOf(file, entry.fullPath.replace(/^\//, '')));
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    // Each call returns a part of the folder; an empty list is the end.
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
  addEventListener('dragenter', ({ dataTransfer }) => {
    if (dataTransfer?.types.includes('Files')) show(1);
  });
  addEventListener('dragleave', ({ dataTransfer }) => {
    if (dataTransfer?.types.includes('Files')) show(-1);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    show(-depth);
    if (event.dataTransfer !== null) take(dropped(event.dataTransfer));
  });
}

/** Accepts the HTML of a page that is pasted outside of fields. */
export function listenForPastes(take: (html: string) => void): void {
  addEventListener('paste', ({ target, clipboardData }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    // The source of a page is pasted as text; a selected part of a page as HTML.
    const plain = clipboardData?.getData('text/plain') ?? '';
    const html = /^\s*</.test(plain) ? plain : (clipboardData?.getData('text/html') ?? '');
    if (html !== '') take(html);
  });
}
