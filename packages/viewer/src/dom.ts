/** Finds and creates elements of a document. */

/** @throws {TypeError} if the document has no element of that kind with the id */
export function byId<T extends HTMLElement = HTMLElement>(id: string, kind?: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement)))
    throw new TypeError(`the document has no ${kind?.name ?? 'element'} with the id ${id}`);
  return found as T;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Terms and values of a `dl`. */
export const terms = (facts: readonly (readonly [name: string, value: string])[]): HTMLElement[] =>
  facts.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, ...breakable(value))]);

/** A text that breaks after the slashes and underscores of a path. */
export const breakable = (text: string): (Node | string)[] =>
  text.split(/(?<=[/>_])/).flatMap((part) => [part, make('wbr')]);
