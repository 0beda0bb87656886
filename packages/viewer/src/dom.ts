/** Elements of a document: found, and made. */

/**
 * The element with an id.
 *
 * @throws {TypeError} where the document has none of that kind
 */
export function byId<T extends HTMLElement = HTMLElement>(id: string, kind?: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement)))
    throw new TypeError(`the document has no ${kind?.name ?? 'element'} with the id ${id}`);
  return found as T;
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
