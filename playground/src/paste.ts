/** HTML that the user pastes: by the button's dialog, or anywhere on the page. */
import { byId } from './dom.ts';
import type { Source } from './protocol.ts';

/** Pasted pages are pages of one site. */
let number = 0;

function sourceOf(html: string): Source {
  number += 1;
  return { kind: 'file', file: new File([html], `${number}.html`), path: `pasted/${number}.html` };
}

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
