/** Small helpers for elements. */

/** The element with an id, which index.html has. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${kind.name} called ${id}`);
  return found;
}

/** A new element with text or children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { className, title }: { readonly className?: string; readonly title?: string } = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (className !== undefined) element.className = className;
  if (title !== undefined) element.title = title;
  element.append(...children);
  return element;
}

/** Offers a file for download. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = make('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
