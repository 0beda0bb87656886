/**
 * Properties of nodes by the getters of their prototypes: `<input name="nextSibling">` hides the property `nextSibling` of its
 * form, for extensions too. The page cannot replace the getters that an extension sees.
 */
function getter<T extends object, K extends keyof T>(prototype: T, name: K): (node: T) => T[K] {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new TypeError(`the prototype has no getter ${String(name)}`);
  return (node) => get.call(node) as T[K];
}

export const nodeTypeOf = getter(Node.prototype, 'nodeType');
export const firstChildOf = getter(Node.prototype, 'firstChild');
export const nextSiblingOf = getter(Node.prototype, 'nextSibling');
export const parentOf = getter(Node.prototype, 'parentNode');
export const dataOf = getter(Node.prototype, 'nodeValue');
export const nameOf = getter(Element.prototype, 'localName');
export const contentTypeOf = getter(Document.prototype, 'contentType');

export const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);

/** Sets an attribute, or removes it where there is no value. */
export function setAttribute(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}
