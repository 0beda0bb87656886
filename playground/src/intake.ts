/** Files and folders that the user drops or picks, and HTML that the user pastes. */
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

/** Pasted pages are pages of one site. */
let pasted = 0;

function sourceOf(html: string): Source {
  pasted += 1;
  return { kind: 'file', file: new File([html], `${pasted}.html`), path: `pasted/${pasted}.html` };
}

/** Accepts HTML by the dialog of the button, or pasted anywhere on the page. */
export function listenForPaste(take: (sources: readonly Source[]) => void): void {
  const dialog = byId('pasting', HTMLDialogElement);
  const text = byId('pasted', HTMLTextAreaElement);
  byId('paste', HTMLButtonElement).addEventListener('click', () => {
    text.value = '';
    dialog.returnValue = '';
    dialog.showModal();
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue === 'learn' && text.value.trim() !== '') take([sourceOf(text.value)]);
  });
  addEventListener('paste', ({ target, clipboardData }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    // The source of a page is pasted as text; a selected part of a page as HTML.
    const plain = clipboardData?.getData('text/plain') ?? '';
    const html = /^\s*</.test(plain) ? plain : (clipboardData?.getData('text/html') ?? '');
    if (html !== '') take([sourceOf(html)]);
  });
}
